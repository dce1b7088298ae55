import { Injectable } from '@nestjs/common';
import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { displayPath } from '../../shared/domain/category-path.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { Transaction } from '../../shared/domain/transaction.js';
import {
  DocumentDraft,
  DocumentState,
  DocumentStore,
  fingerprintText,
  PreparedForIndex,
  StoredDocument,
} from '../domain/document.js';
import { DocumentPreparation } from './document-preparation.js';

export interface StoreOutcome {
  readonly documentId: string;
  readonly canonicalPath: readonly string[];
  readonly chunks: number;
  readonly contentHash: string;
  readonly status: 'indexed' | 'unchanged';
  /** Whether the id was new. */
  readonly created: boolean;
}

interface Candidate {
  readonly document: StoredDocument;
  readonly prepared: PreparedForIndex;
}

/** What cannot be stored stands in place of its outcome: in a batch a bad document fails alone. */
export type StoreResult = StoreOutcome | DomainError;

/** A document outside the caller's paths is as if it did not exist, but its id is taken: it is never replaced. */
function isHidden(state: DocumentState | undefined, filter: CategoryFilter): boolean {
  return state !== undefined && !allows(filter, state.canonicalPath);
}

/** Stores documents: text, words, vectors and filter data of each in one transaction. */
@Injectable()
export class StoreDocuments {
  constructor(
    private readonly store: DocumentStore,
    private readonly preparation: DocumentPreparation,
    private readonly transaction: Transaction,
    private readonly ids: IdGenerator,
  ) {}

  /** One document. @param caller who sent it: the reading of large HTML is shared by caller @throws DomainError when it may not or cannot be stored */
  async one(draft: DocumentDraft, filter: CategoryFilter, caller?: string): Promise<StoreOutcome> {
    const [result] = await this.execute([draft], filter, caller);
    if (result === undefined || result instanceof DomainError) throw result ?? new Error('No result for a document.');
    return result;
  }

  /** A batch, in order; the same id twice is stored twice, the last one stays. */
  async execute(drafts: readonly DocumentDraft[], filter: CategoryFilter, caller?: string): Promise<StoreResult[]> {
    const named = drafts.map((draft) => ({
      ...draft,
      documentId: draft.documentId ?? this.ids.next('doc'),
      canonicalPath: displayPath(draft.canonicalPath),
    }));
    const results: (StoreResult | undefined)[] = [];
    const changed: { readonly index: number; readonly draft: DocumentDraft & { documentId: string } }[] = [];
    const touched = new Set<string>();
    const states = await this.store.states([...new Set(named.map(({ documentId }) => documentId))]);
    for (const [index, draft] of named.entries()) {
      const state = states.get(draft.documentId);
      const known = this.alreadyKnown(draft, { filter, state, isTouched: touched.has(draft.documentId) });
      results[index] = known;
      if (known !== undefined) continue;
      touched.add(draft.documentId);
      changed.push({ index, draft });
    }
    if (changed.length > 0) await this.write(changed, { filter, caller }, results);
    return results.filter((result) => result !== undefined);
  }

  /** Unchanged, forbidden, or undefined when the document has to be written. */
  private alreadyKnown(
    draft: DocumentDraft & { documentId: string },
    { filter, state, isTouched }: { filter: CategoryFilter; state: DocumentState | undefined; isTouched: boolean },
  ): StoreResult | undefined {
    // First: where nothing may be stored, nothing is told about the id.
    if (!allows(filter, draft.canonicalPath)) {
      return new DomainError(
        'forbidden',
        'outside-key',
        `This key may not store documents under ${JSON.stringify(draft.canonicalPath)}.`,
      );
    }
    if (isHidden(state, filter)) return new NotFoundError('document', draft.documentId);
    const contentHash = this.preparation.fingerprint(fingerprintText(draft));
    // Against the state before the batch nothing can be said of an id that the batch has already changed.
    if (isTouched || state?.contentHash !== contentHash) return undefined;
    return {
      documentId: draft.documentId,
      canonicalPath: draft.canonicalPath,
      chunks: state.chunks,
      contentHash,
      status: 'unchanged',
      created: false,
    };
  }

  private async write(
    changed: readonly { readonly index: number; readonly draft: DocumentDraft & { documentId: string } }[],
    { filter, caller }: { readonly filter: CategoryFilter; readonly caller: string | undefined },
    results: (StoreResult | undefined)[],
  ): Promise<void> {
    const candidates = await this.preparation.prepare(
      changed.map((c) => c.draft),
      caller,
    );
    await this.transaction.run(async () => {
      // Read again inside the transaction: another request may have stored an id meanwhile, or moved its category.
      const states = new Map(await this.store.states([...new Set(changed.map(({ draft }) => draft.documentId))]));
      const written = new Map<string, Candidate>();
      for (const [i, { index }] of changed.entries()) {
        const candidate = candidates[i];
        if (candidate === undefined) throw new Error('A document was lost in preparation.');
        const { document, prepared } = candidate;
        const state = states.get(document.documentId);
        results[index] = outcomeOf(document, state, filter);
        if (isHidden(state, filter)) continue;
        const createdAt = state?.createdAt ?? document.createdAt;
        states.set(document.documentId, { ...document, createdAt });
        // Of the same id twice the last one stays, in its own place.
        written.delete(document.documentId);
        written.set(document.documentId, { document: { ...document, createdAt }, prepared });
      }
      await this.store.putAll([...written.values()].map(({ document }) => document));
      await this.preparation.writeAll([...written.values()]);
    });
  }
}

function outcomeOf(document: StoredDocument, state: DocumentState | undefined, filter: CategoryFilter): StoreResult {
  if (isHidden(state, filter)) return new NotFoundError('document', document.documentId);
  return {
    documentId: document.documentId,
    canonicalPath: document.canonicalPath,
    chunks: document.chunks,
    contentHash: document.contentHash,
    status: 'indexed',
    created: state === undefined,
  };
}
