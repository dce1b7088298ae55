import { CategoryFilter } from './category-filter.js';
import { QuotedSource } from './quoted-source.js';

/** What quotes documents and is listed when an edition makes it outdated, in the order of the list. */
export const QUOTING_KINDS = ['answer', 'review', 'case', 'test_question', 'dataset_question'] as const;
export type QuotingKind = (typeof QUOTING_KINDS)[number];

/** Something stored that quotes documents. */
export interface QuotingItem {
  readonly kind: QuotingKind;
  readonly id: string;
  /** Id of the conversation, the test session or the dataset that it is in. */
  readonly containerId: string | null;
  /** Path of the item, or of what it is in, below the address of this server. */
  readonly url: string;
  /** Its question. */
  readonly title: string;
  readonly sources: readonly QuotedSource[];
  /** Where the list continues after this item. */
  readonly position: string;
}

/** Items of a bounded number of stored rows. */
export interface QuotingBatch {
  readonly items: readonly QuotingItem[];
  /** Where the next batch begins; null if all rows were checked. */
  readonly next: string | null;
}

/** The caller who reads the list. */
export interface QuotesReader {
  readonly id: string;
  readonly filter: CategoryFilter;
  /** Sees what belongs to other keys. */
  readonly isAdministrator: boolean;
  readonly may: (scope: 'ingest' | 'test' | 'admin') => boolean;
}

export interface QuotingQuery {
  /** Items that quote none of these documents may be left out. */
  readonly documentIds: ReadonlySet<string>;
  /** Position of an item or of a batch; '' at the start. */
  readonly after: string;
  readonly reader: QuotesReader;
}

/** Returns the items of one kind that the reader may read. Items whose quotes are withheld from the reader are left out. */
export type ReadQuotingItems = (query: QuotingQuery) => Promise<QuotingBatch>;

/** Where features put what quotes documents, so that the documents know no other feature. */
export class QuotingItems {
  private readonly readers = new Map<QuotingKind, ReadQuotingItems>();

  register(kind: QuotingKind, read: ReadQuotingItems): void {
    this.readers.set(kind, read);
  }

  find(kind: QuotingKind): ReadQuotingItems | undefined {
    return this.readers.get(kind);
  }
}

/** Whether one of the sources quotes one of these documents. */
export function quotesOneOf(sources: readonly QuotedSource[], documentIds: ReadonlySet<string>): boolean {
  return sources.some(({ documentId, quote }) => quote !== undefined && documentIds.has(documentId));
}
