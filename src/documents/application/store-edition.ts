import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { DomainError, InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';
import { DocumentDraft, DocumentStore, readingOf } from '../domain/document.js';
import { OriginalStore } from '../domain/original.js';
import { StoreDocuments, StoreOutcome } from './store-documents.js';
import { dayBefore } from '../../text/values/calendar-day.js';

/** A new edition, and the last day of the one before it. */
export interface EditionOutcome extends StoreOutcome {
  readonly previousId: string;
  /** Last day on which the previous edition is in force. */
  readonly previousEffectiveTo: string;
}

/** Stores a document as the next edition of another one, whose dates it closes. Both are written or neither. */
@Injectable()
export class StoreEdition {
  constructor(
    private readonly store: DocumentStore,
    private readonly originals: OriginalStore,
    private readonly documents: StoreDocuments,
    private readonly clock: Clock,
  ) {}

  /**
   * @param previousId the previous edition
   * @param draft in force from today by default
   * @throws NotFoundError when the earlier edition is unknown or outside the filter, InvalidInputError for a day that is not after its first
   */
  async storeEdition(
    previousId: string,
    draft: DocumentDraft,
    filter: CategoryFilter,
    caller: string,
  ): Promise<EditionOutcome> {
    const previous = await this.store.find(previousId, filter);
    if (previous === undefined) throw new NotFoundError('document', previousId);
    const from = draft.effectiveFrom ?? today(this.clock);
    if (previous.effectiveFrom !== null && from <= previous.effectiveFrom)
      throw new InvalidInputError([
        {
          pointer: '/effective_from',
          detail: `must be after ${previous.effectiveFrom}, the first day of '${previousId}'`,
        },
      ]);
    if (draft.documentId === previousId)
      throw new InvalidInputError([
        {
          pointer: '/document_id',
          detail: 'must not be the id of the earlier edition; leave it out, or choose another',
        },
      ]);
    const last = dayBefore(from);
    const effectiveTo = previous.effectiveTo !== null && previous.effectiveTo < last ? previous.effectiveTo : last;
    const original = await this.originals.find(previousId, filter);
    const closed: DocumentDraft = {
      ...readingOf(previous),
      effectiveTo,
      ...(original === undefined ? {} : { original }),
    };
    const edition: DocumentDraft = {
      ...draft,
      // An edition of a document with groups is not open to everybody by mistake.
      groups: draft.groups ?? previous.groups,
      effectiveFrom: from,
      editionOf: previousId,
    };
    const results = await this.documents.storeAll([closed, edition], filter, caller, true);
    const outcome = results[1];
    if (outcome === undefined || outcome instanceof DomainError)
      throw outcome ?? new Error('No result for an edition.');
    return { ...outcome, previousId, previousEffectiveTo: effectiveTo };
  }
}
