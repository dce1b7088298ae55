import { isBlank, TextSpan, trimmedSpan } from '../../text/text-span.js';

/** Maximum length of a sentence; longer text without full stops is split here, so that the comparison stays cheap for any input. */
const MAX_LENGTH = 1000;
/** Maximum number of words and numbers in a sentence: each is compared with each of another sentence. */
const MAX_WORDS = 250;
const WORD = /\p{Nd}+|[\p{L}\p{M}]+/gu;

/** The end of the first 250 words and numbers of the text; `w12` is a word and a number. */
function endOfWords(text: string): number {
  let count = 0;
  for (const { index } of text.matchAll(WORD)) if (++count > MAX_WORDS) return index;
  return text.length;
}

/** The end of the first piece of a span: at a blank of its second half, if any. */
function endOfPiece(text: string, { start, end }: TextSpan): number {
  const length = Math.min(MAX_LENGTH, endOfWords(text.slice(start, Math.min(end, start + MAX_LENGTH))));
  if (end - start <= length) return end;
  let cut = start + length;
  while (cut > start + length / 2 && !isBlank(text.charCodeAt(cut))) cut--;
  return isBlank(text.charCodeAt(cut)) ? cut : start + length;
}

/** What is left of a note that was cut at its full stops: `1>` of `<개정 2020. 1. 1>`. */
const RESIDUE = /^[\d\s.,~–-]{0,40}[>)\]］〉][\s.]{0,4}$/u;

/** Whether a piece of a text states nothing: the end of a note without its words. */
export const isResidue = (piece: string): boolean => RESIDUE.test(piece.trim());

/**
 * A span, or its pieces of at most 1,000 characters and at most 250 words and numbers, cut at blanks if possible. Each piece is compared as
 * a separate sentence.
 */
export function spanPieces(text: string, span: TextSpan): TextSpan[] {
  const pieces: TextSpan[] = [];
  let { start } = span;
  while (start < span.end) {
    const end = endOfPiece(text, { start, end: span.end });
    pieces.push({ start, end });
    start = end;
  }
  return pieces.map((piece) => trimmedSpan(text, piece.start, piece.end)).filter((piece) => piece !== undefined);
}
