import { StoredPassage } from '../domain/document-passages.js';
import { parseMap } from './passage-row.js';

/** A row of search_chunks. */
export interface ChunkRow {
  readonly chunk_id: string;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly section: string | null;
  readonly article: string | null;
  readonly text: string;
  readonly metadata: string;
}

export function toStoredPassage(row: ChunkRow): StoredPassage {
  return {
    chunkId: row.chunk_id,
    ordinal: row.ordinal,
    start: row.start,
    end: row.end,
    section: row.section ?? undefined,
    article: row.article ?? undefined,
    text: row.text,
    metadata: parseMap(row.metadata),
  };
}
