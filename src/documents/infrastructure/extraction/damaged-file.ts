import { UnreadableFileError } from '../../domain/text-extractor.js';
import { onOneLine } from '../../../text/folded-text.js';

/** Maximum length of a library's message that is passed on. */
const DETAIL_LENGTH = 160;

/** The error for a file whose parser failed, with the parser's message as a hint for the author of the file. */
export function damagedFile(what: string, error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new UnreadableFileError(`the ${what} is damaged (${onOneLine(detail).slice(0, DETAIL_LENGTH)})`);
}
