import { readGroups } from '../../shared/domain/access-groups.js';
import { OutlineHeading, TextPlace } from '../domain/document-block.js';
import { ContentType, DocumentState, DocumentSummary, StoredDocument } from '../domain/document.js';
import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { SqlDialect } from '../../shared/infrastructure/database/sql-dialect.js';

/** Columns of a SummaryRow, of `documents d` and its `category_paths p`. */
export const SUMMARY_COLUMNS = `d.document_id, d.title, d.content_type, p.current_path AS canonical_path, p.access_groups, d.source_url, d.date, d.version,
  d.effective_from, d.effective_to, d.metadata, d.content_hash, d.chunks, d.created_at, d.updated_at`;

/** A row of documents with its displayed path. */
export interface SummaryRow {
  readonly document_id: string;
  readonly title: string;
  readonly content_type: ContentType;
  readonly canonical_path: string;
  /** JSON. */
  readonly access_groups: string;
  readonly source_url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly effective_from: string | null;
  readonly effective_to: string | null;
  readonly metadata: string;
  readonly content_hash: string;
  readonly chunks: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The labels of a stored path. */
export function labels(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(String) : [];
}

function freeMap(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** The columns of a StateRow. */
export type StateRow = Pick<
  SummaryRow,
  'content_hash' | 'chunks' | 'canonical_path' | 'access_groups' | 'created_at' | 'updated_at'
> & {
  readonly fingerprint: string;
};

export function toState(row: StateRow): DocumentState {
  return {
    contentHash: row.content_hash,
    // An earlier release stored the fingerprint in this column.
    fingerprint: row.fingerprint === '' ? row.content_hash : row.fingerprint,
    chunks: row.chunks,
    canonicalPath: labels(row.canonical_path),
    groups: readGroups(row.access_groups),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toSummary(row: SummaryRow): DocumentSummary {
  return {
    documentId: row.document_id,
    title: row.title,
    contentType: row.content_type,
    canonicalPath: labels(row.canonical_path),
    groups: readGroups(row.access_groups),
    sourceUrl: row.source_url,
    date: row.date,
    version: row.version,
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
    metadata: freeMap(row.metadata),
    contentHash: row.content_hash,
    chunks: row.chunks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The fields of a whole document in addition to its summary. */
export interface TextRow {
  readonly text: string;
  /** JSON: the headings that the file marks, then the places on its pages. */
  readonly headings: string;
}

function isHeading(value: unknown): value is OutlineHeading {
  if (typeof value !== 'object' || value === null) return false;
  const { start, end, level } = { start: undefined, end: undefined, level: undefined, ...value };
  return [start, end, level].every((member) => typeof member === 'number');
}

function isPlace(value: unknown): value is TextPlace {
  if (typeof value !== 'object' || value === null) return false;
  const { start, end, page } = { start: undefined, end: undefined, page: undefined, ...value };
  return [start, end, page].every((member) => typeof member === 'number');
}

/** The marks of a file as one list: earlier releases read the headings of it and leave out the rest. */
export function marksOf({ headings = [], places = [] }: Pick<StoredDocument, 'headings' | 'places'>): string {
  return JSON.stringify([...headings, ...places]);
}

export function toDocument(row: SummaryRow & TextRow): StoredDocument {
  const parsed: unknown = JSON.parse(row.headings);
  const marks: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  const [headings, places] = [marks.filter(isHeading), marks.filter(isPlace)];
  return {
    ...toSummary(row),
    text: row.text,
    ...(headings.length === 0 ? {} : { headings }),
    ...(places.length === 0 ? {} : { places }),
  };
}

/**
 * Condition on the collection, which is the leading key of each table of documents in the shared store. The embedded store has one
 * collection, and no column for it.
 * @param table alias with its dot; of this program, never input
 */
export function inCollection({ name }: SqlDialect, table: '' | `${string}.` = ''): Sql {
  return name === 'postgres' ? sql`${trusted(table)}collection = 1` : sql`1 = 1`;
}

/** The key of a table with one row per document, for ON CONFLICT. */
export function documentKey({ name }: SqlDialect): Sql {
  return trusted(name === 'postgres' ? 'collection, document_id' : 'document_id');
}
