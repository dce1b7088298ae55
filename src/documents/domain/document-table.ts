import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../shared/domain/page.js';
import { DocumentSummary } from './document.js';

/**
 * By what a list of documents is sorted: `edition` is the date, otherwise the version; `source` the synchronized source, otherwise the host of
 * the original.
 */
export const DOCUMENT_SORTS = [
  'title',
  'category',
  'edition',
  'effective_from',
  'chunks',
  'source',
  'updated',
] as const;
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];

export const SORT_DIRECTIONS = ['ascending', 'descending'] as const;

export interface DocumentOrder {
  readonly sort: DocumentSort;
  readonly direction: (typeof SORT_DIRECTIONS)[number];
}

/** Whether a document is in force on a day; `always`: it has no dates. */
export const FORCE_STATES = ['current', 'future', 'past', 'always'] as const;
export type ForceState = (typeof FORCE_STATES)[number];

/** Which documents a list has; each field that is undefined limits nothing. */
export interface DocumentSelection {
  /** What the caller may see. */
  readonly filter: CategoryFilter;
  /** At or below this category. */
  readonly path: readonly string[] | undefined;
  readonly documentIds?: readonly string[] | undefined;
  readonly force?: ForceState | undefined;
  /** Day of `force`, ISO. */
  readonly day: string;
  /** Part of the name of the source. */
  readonly source?: string | undefined;
  /** Part of the version and the date. */
  readonly edition?: string | undefined;
  /** First and last day of the edition: its date, otherwise its first day in force, otherwise the day of its last change. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only documents whose text another visible document has, too. */
  readonly areCopies?: boolean | undefined;
}

/** The place of a row in a list: its key in the order, then its id. */
export interface TablePlace {
  readonly key: string;
  readonly documentId: string;
}

/** A page of a list leads on by the place of its last row, which stays valid when other rows come and go. */
export const encodePlace = ({ sort, direction }: DocumentOrder, { key, documentId }: TablePlace): string =>
  encodeNameCursor([sort, direction, key, documentId].join('\n'));

/** @throws InvalidInputError for a cursor that no page of a list in this order returned */
export function decodePlace(order: DocumentOrder, cursor: string | undefined): TablePlace | undefined {
  if (cursor === undefined) return undefined;
  const [sort, direction, key, documentId, ...rest] = decodeNameCursor(cursor).split('\n');
  if (key === undefined || documentId === undefined || rest.length > 0) throw notACursor();
  if (sort !== order.sort || direction !== order.direction) throw notACursor();
  return { key, documentId };
}

/** Port: documents as a table that is sorted and filtered. */
export abstract class DocumentTable {
  /**
   * Documents in an order, equal ones by their ids.
   * @param limit number of documents
   */
  abstract page(
    selection: DocumentSelection,
    order: DocumentOrder,
    rows: { readonly after: TablePlace | undefined; readonly limit: number },
  ): Promise<Page<DocumentSummary>>;
}
