import { StoredPassage } from '../domain/document-passages.js';
import { parseMap } from './passage-row.js';
import { passageHeading } from '../domain/indexed-passage.js';

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

/** A passage that lacks its vector. */
export interface PendingEmbeddingRow {
  readonly id: number;
  readonly title: string;
  readonly section: string | null;
  readonly text: string;
}

/** No model has this row. */
export const NO_MODEL = 0;

/** The text to embed: the same in every store; otherwise vectors of one passage would differ. */
export function toWaiting({ id, title, section, text }: PendingEmbeddingRow): {
  readonly id: number;
  readonly text: string;
} {
  return { id, text: `${passageHeading(title, section ?? undefined)}\n${text}` };
}
