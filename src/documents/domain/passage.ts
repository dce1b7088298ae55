import { InvalidInputError } from '../../shared/domain/domain-error.js';
import type { OutlineHeading } from './document-block.js';

/** The role of a passage in its document; forms and addenda rank below articles unless the question names them. */
export type PassageKind = 'article' | 'section' | 'paragraph' | 'table' | 'addendum' | 'annex' | 'form';

/** One event in the life of a provision, read from marks such as `<개정 2020. 7. 1.>`. */
export interface Amendment {
  readonly kind: 'enacted' | 'amended' | 'added' | 'deleted' | 'moved';
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * A passage of a document: `text.slice(start, end)` is its exact text (UTF-16 units).
 * Passages never cross a structural border (heading, article, addendum, table of an annex).
 */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly kind: PassageKind;
  /** Readable location: `제2장 휴학 > 제8조(휴학의 신청)`, `Backups > Restore rehearsals`; undefined in text without structure. */
  readonly section: string | undefined;
  /** Canonical article number, `제15조의2`; undefined outside articles. */
  readonly article: string | undefined;
  /** Title of the article, `휴학의 신청`. */
  readonly articleTitle: string | undefined;
  readonly history: readonly Amendment[];
  /** The provision states that it is deleted. Search still finds it; an answer must not present it as in force. */
  readonly deleted: boolean;
}

/** Maximum passages of one document: 10 million characters of regulations have this many. */
export const MAX_PASSAGES = 50_000;

/** A text to split into passages; see `splitIntoPassages`. */
export interface SplitRequest {
  readonly text: string;
  readonly contentType: 'text/plain' | 'text/markdown' | 'text/html';
  readonly title: string;
  /** Headings that the format of the document marks, if the text has no marks; none by default. */
  readonly headings?: readonly OutlineHeading[];
}

/** Port: splits texts into passages without blocking other requests. */
export abstract class PassageSplitter {
  /** @throws InvalidInputError for a text that would have more than 50,000 passages */
  abstract split(request: SplitRequest): Promise<readonly Passage[]>;
}

/** @throws InvalidInputError for more passages than a document may have */
export function assertPassages(count: number): void {
  if (count <= MAX_PASSAGES) return;
  const detail = `would be cut into ${count} passages, and a document has at most ${MAX_PASSAGES}; split it into several documents`;
  throw new InvalidInputError([{ pointer: '/text', detail }]);
}
