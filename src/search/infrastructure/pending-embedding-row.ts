import { passageHeading } from '../domain/indexed-passage.js';

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
