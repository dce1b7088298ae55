import { isBlank, TextSpan, trimmedSpan } from '../../shared/domain/text-span.js';

/** No sentence is longer; text without full stops falls apart here, so that comparing stays cheap whatever is sent. */
const MAX_LENGTH = 1000;

/** A span, or its pieces of at most 1,000 characters, cut at blanks where there are any. */
export function spanPieces(text: string, span: TextSpan): TextSpan[] {
  const pieces: TextSpan[] = [];
  let { start } = span;
  while (span.end - start > MAX_LENGTH) {
    let end = start + MAX_LENGTH;
    while (end > start + MAX_LENGTH / 2 && !isBlank(text.charCodeAt(end))) end--;
    if (!isBlank(text.charCodeAt(end))) end = start + MAX_LENGTH;
    pieces.push({ start, end });
    start = end;
  }
  pieces.push({ start, end: span.end });
  return pieces.map((piece) => trimmedSpan(text, piece.start, piece.end)).filter((piece) => piece !== undefined);
}
