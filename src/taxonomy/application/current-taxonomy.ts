import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';

/**
 * The active version, for every answer that names it. Cached in memory, since every search and every document needs it; only the one
 * process that owns the store activates versions.
 */
@Injectable()
export class CurrentTaxonomy {
  private known: string | undefined;

  constructor(private readonly records: TaxonomyRecords) {}

  /**
   * The active version.
   * @throws DomainError (not ready) before the first one is created at start
   */
  async version(): Promise<string> {
    if (this.known !== undefined) return this.known;
    const read = (await this.records.active())?.version;
    // An activation may have ended during the read: its version takes precedence.
    this.known ??= read;
    if (this.known === undefined)
      throw new DomainError('not-ready', 'not-ready', 'The taxonomy is not ready yet; try again in a moment.');
    return this.known;
  }

  /** Call it after the transaction that activated a version. */
  changedTo(version: string): void {
    this.known = version;
  }
}
