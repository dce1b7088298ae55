import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';

/**
 * The active version, for everything that names it in an answer. Kept in memory, since every search and every document
 * asks for it; the one process that owns the store is the only one that activates versions.
 */
@Injectable()
export class CurrentTaxonomy {
  private known: string | undefined;

  constructor(private readonly records: TaxonomyRecords) {}

  /** The active version. @throws DomainError (not ready) before the first one is made at start */
  async version(): Promise<string> {
    if (this.known !== undefined) return this.known;
    const read = (await this.records.active())?.version;
    // An activation may have ended during the read: what it told counts.
    this.known ??= read;
    if (this.known === undefined)
      throw new DomainError('not-ready', 'not-ready', 'The taxonomy is not ready yet; try again in a moment.');
    return this.known;
  }

  /** To be called after the transaction that activated a version. */
  changedTo(version: string): void {
    this.known = version;
  }
}
