import { InvalidInputError } from '../../shared/domain/domain-error.js';
import type { OutlineHeading } from './document-block.js';
import type { Passage } from './passage.js';

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
