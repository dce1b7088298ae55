import { IndexedPassage, Metadata } from '../domain/indexed-passage.js';

export interface PassageRow {
  readonly id: number;
  readonly chunk_id: string;
  readonly document_id: string;
  readonly title: string;
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly canonical_path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly section: string | null;
  readonly article: string | null;
  readonly ordinal: number;
  readonly in_force_from: string | null;
  readonly in_force_to: string | null;
  readonly metadata: string;
  readonly document_metadata: string;
}

/** Of a passage `c`, its document `d` and its path `p`, in either store. */
export const PASSAGE_COLUMNS = `c.id, c.chunk_id, d.document_id, d.title, d.url, d.date, d.version, p.current_path AS canonical_path,
  c.start, c."end", c.text, c.section, c.article, c.ordinal, c.in_force_from, c.in_force_to, c.metadata, d.metadata AS document_metadata`;

function isMap(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A damaged row loses its own metadata; it does not fail the search that finds it. */
function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function parseMap(json: string): Metadata {
  const value = readJson(json);
  return isMap(value) ? value : {};
}

function parseLabels(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((label): label is string => typeof label === 'string') : [];
}

export function toPassage(row: PassageRow): IndexedPassage {
  return {
    id: row.id,
    chunkId: row.chunk_id,
    documentId: row.document_id,
    title: row.title,
    url: row.url,
    date: row.date,
    version: row.version,
    canonicalPath: parseLabels(row.canonical_path),
    start: row.start,
    end: row.end,
    text: row.text,
    section: row.section ?? undefined,
    article: row.article ?? undefined,
    ordinal: row.ordinal,
    effectiveFrom: row.in_force_from,
    effectiveTo: row.in_force_to,
    // The passage's own metadata overrides the owner's metadata of the document.
    metadata: { ...parseMap(row.document_metadata), ...parseMap(row.metadata) },
  };
}
