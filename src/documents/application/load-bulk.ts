import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { DocumentDraft } from '../domain/document.js';
import { StoreDocuments, StoreResult } from './store-documents.js';
import { EventLoopYielder } from '../../shared/domain/steps.js';

/** One line of a bulk load: a document, or the error of the line. */
export interface BulkLine {
  /** From 1, blank lines counted. */
  readonly line: number;
  readonly draft: DocumentDraft | DomainError;
}

export interface BulkError {
  readonly line: number;
  readonly documentId: string | undefined;
  readonly detail: string;
}

export interface BulkOutcome {
  readonly indexed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** How many of the stored or unchanged documents have the text of another document. */
  readonly duplicates: number;
  /** The first MAX_ERRORS. */
  readonly errors: readonly BulkError[];
}

interface Tally {
  indexed: number;
  unchanged: number;
  failed: number;
  duplicates: number;
  readonly errors: BulkError[];
}

interface Sender {
  readonly filter: CategoryFilter;
  readonly caller: string | undefined;
}

const MAX_ERRORS = 100;
/**
 * Documents or characters a transaction, whichever comes first: large enough to share one sync of the disk, small enough not to hold up
 * other requests. Of 128 documents each took 25 ms of the main thread.
 */
const BATCH_DOCUMENTS = 40;
const BATCH_CHARACTERS = 100_000;

/** Loads a stream of documents in batches; memory does not grow with its length, and a bad line fails alone. */
@Injectable()
export class LoadBulk {
  constructor(private readonly store: StoreDocuments) {}

  async load(lines: AsyncIterable<BulkLine>, filter: CategoryFilter, caller?: string): Promise<BulkOutcome> {
    const tally: Tally = { indexed: 0, unchanged: 0, failed: 0, duplicates: 0, errors: [] };
    let batch: BulkLine[] = [];
    let characters = 0;
    const others = new EventLoopYielder();
    for await (const line of lines) {
      await others.yieldIfDue();
      batch.push(line);
      characters += line.draft instanceof DomainError ? 0 : line.draft.text.length;
      if (batch.length < BATCH_DOCUMENTS && characters < BATCH_CHARACTERS) continue;
      await others.now();
      await this.flush(batch, { filter, caller }, tally);
      batch = [];
      characters = 0;
      await others.now();
    }
    await this.flush(batch, { filter, caller }, tally);
    return tally;
  }

  private async flush(batch: readonly BulkLine[], sender: Sender, tally: Tally): Promise<void> {
    const good = batch.flatMap(({ line, draft }) => (draft instanceof DomainError ? [] : [{ line, draft }]));
    const results = await this.storeAll(
      good.map((g) => g.draft),
      sender,
    );
    const outcomes = new Map(good.map((g, i) => [g.line, results[i]]));
    for (const { line, draft } of batch) {
      const outcome = draft instanceof DomainError ? draft : outcomes.get(line);
      if (outcome instanceof DomainError || outcome === undefined) {
        tally.failed++;
        if (tally.errors.length < MAX_ERRORS) {
          const documentId = draft instanceof DomainError ? undefined : draft.documentId;
          tally.errors.push({ line, documentId, detail: outcome?.message ?? 'was not stored' });
        }
      } else {
        tally[outcome.status]++;
        if (outcome.duplicateOf.length > 0) tally.duplicates++;
      }
    }
  }

  /** A document that cannot be prepared fails the batch; then each is tried separately, so that only that one fails. */
  private async storeAll(drafts: readonly DocumentDraft[], { filter, caller }: Sender): Promise<StoreResult[]> {
    if (drafts.length === 0) return [];
    try {
      return await this.store.storeAll(drafts, filter, caller);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    const results: StoreResult[] = [];
    for (const draft of drafts) {
      results.push(
        await this.store.one(draft, filter, caller).catch((error: unknown) => {
          if (error instanceof DomainError) return error;
          throw error;
        }),
      );
    }
    return results;
  }
}
