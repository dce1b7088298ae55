import { halfWidth } from './half-width.js';

/** UTF-16 units that are normalised at once; other requests can go on in between. */
const PIECE = 16_384;

/** Soft hyphens, joiners and other signs that nobody sees. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const BLANK = /\s/u;
const BLANKS = /\s+/u;

/** The end of a piece that begins at `from`: the first blank after PIECE units, so that no word is cut. */
function endOfPiece(text: string, from: number): number {
  let end = Math.min(from + PIECE, text.length);
  while (end < text.length && !BLANK.test(text.charAt(end))) end++;
  return end;
}

/**
 * The words of a text as they are compared: in NFC, half width, without what is invisible. Line breaks, indentation and repeated blanks
 * make no difference; letter case and punctuation do.
 * @returns lists of words, one list a piece of the text
 */
export function* normalizedWords(text: string): Generator<readonly string[]> {
  for (let from = 0; from < text.length;) {
    const end = endOfPiece(text, from);
    const piece = halfWidth(text.slice(from, end)).replace(INVISIBLE, '').normalize('NFC');
    yield piece.split(BLANKS).filter((word) => word !== '');
    from = end;
  }
}

/** A short text in the form in which it is compared. */
export function normalizedText(text: string): string {
  return [...normalizedWords(text)].flat().join(' ');
}
