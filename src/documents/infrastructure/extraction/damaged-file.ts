import { UnreadableFileError } from '../../domain/text-extractor.js';
import { onOneLine } from '../../../text/folded-text.js';

/** Longest part of a library's own message that is passed on. */
const DETAIL_LENGTH = 160;

/** The refusal of a file whose parser gave up, with the parser's own words as a hint for whoever made the file. */
export function damagedFile(what: string, error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new UnreadableFileError(`the ${what} is damaged (${onOneLine(detail).slice(0, DETAIL_LENGTH)})`);
}
