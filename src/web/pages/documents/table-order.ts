import type { DocumentSummary, TableQuery } from '../api/documents.js';

export const COLUMNS = ['title', 'category', 'edition', 'force', 'chunks', 'source', 'updated'] as const;
export type Column = (typeof COLUMNS)[number];

export interface Order {
  readonly column: Column;
  readonly isDescending: boolean;
}

export const FORCES = ['current', 'future', 'past', 'always'] as const;
export type Force = (typeof FORCES)[number];

/** Whether a document is in force on a day. `always`: it has no dates. @param day ISO date */
export function forceOf({ effective_from: from, effective_to: to }: DocumentSummary, day: string): Force {
  if (from === null && to === null) return 'always';
  if (from !== null && from > day) return 'future';
  return to !== null && to < day ? 'past' : 'current';
}

/** The source that a document was synchronized from, or the host of its original. */
export function sourceOf({ metadata, source_url: url }: DocumentSummary): string {
  const { source } = metadata;
  if (typeof source === 'string') return source;
  return url !== null && URL.canParse(url) ? new URL(url).host : '';
}

export const editionOf = ({ version, date }: DocumentSummary): string =>
  [version, date].filter((part) => part !== null).join(' · ');

/** What the rows are limited to; an empty field limits nothing. */
export const ROW_FILTERS = ['source', 'edition', 'from', 'to'] as const;
export type RowFilters = Readonly<Record<(typeof ROW_FILTERS)[number], string>>;
export const NO_ROW_FILTERS: RowFilters = { source: '', edition: '', from: '', to: '' };

const contains = (text: string, part: string): boolean =>
  text.normalize('NFC').toLowerCase().includes(part.trim().normalize('NFC').toLowerCase());

/** What a table shows. */
export interface Filters {
  /** A title that they resemble; empty for all documents. */
  readonly title: string;
  readonly force: Force | '';
  readonly onlyCopies: boolean;
  readonly rows: RowFilters;
}

export const NO_FILTERS: Filters = { title: '', force: '', onlyCopies: false, rows: NO_ROW_FILTERS };

/** The same order and filters for the server, which sorts lists that are longer than a page. @param day ISO date */
export function tableQuery(
  path: string | null,
  { column, isDescending }: Order,
  { force, onlyCopies, rows }: Filters,
  day: string,
): TableQuery {
  return {
    path,
    sort: column === 'force' ? 'effective_from' : column,
    direction: isDescending ? 'descending' : 'ascending',
    in_force: force,
    as_of: day,
    ...rows,
    copies: onlyCopies ? 'true' : null,
  };
}

/**
 * Whether the source and the edition of a document contain the given texts, and the day of its edition is in the given
 * span. A document without a day of its own has the day from which it is in force, otherwise that of its last change.
 */
export function fits(document: DocumentSummary, { source, edition, from, to }: RowFilters): boolean {
  const day = (document.date ?? document.effective_from ?? document.updated_at).slice(0, 10);
  return (
    contains(sourceOf(document), source) &&
    contains(editionOf(document), edition) &&
    (from === '' || day >= from) &&
    (to === '' || day <= to)
  );
}

function keyOf(document: DocumentSummary, column: Column): string | number {
  switch (column) {
    case 'category':
      return document.canonical_path.join(' › ');
    case 'edition':
      return document.date ?? document.version ?? '';
    case 'force':
      return document.effective_from ?? '';
    case 'chunks':
      return document.chunks;
    case 'source':
      return sourceOf(document);
    case 'updated':
      return document.updated_at;
    default:
      return document.title;
  }
}

const COLLATOR = new Intl.Collator(['ko', 'en'], { numeric: true });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return COLLATOR.compare(String(a), String(b));
}

/** The documents in an order; equal ones by title. */
export function ordered(documents: readonly DocumentSummary[], { column, isDescending }: Order) {
  const sign = isDescending ? -1 : 1;
  return documents
    .map((document) => ({ document, key: keyOf(document, column) }))
    .sort((a, b) => sign * compare(a.key, b.key) || COLLATOR.compare(a.document.title, b.document.title))
    .map(({ document }) => document);
}
