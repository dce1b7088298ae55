import { halfWidth } from './folded-text.js';

/** UTF-16 units that are normalised in one piece; other requests can run between pieces. */
const PIECE = 16_384;

/** Soft hyphens, joiners and other invisible characters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const BLANK = /\s/u;
const BLANKS = /\s+/u;

/** Returns the end of a piece that starts at `from`: the first white space after PIECE units, so that no word is cut. */
function endOfPiece(text: string, from: number): number {
  let end = Math.min(from + PIECE, text.length);
  while (end < text.length && !BLANK.test(text.charAt(end))) end++;
  return end;
}

/**
 * Returns the words of a text in comparison form: NFC, half width, without invisible characters. Line breaks, indentation and repeated
 * spaces are ignored; letter case and punctuation are kept.
 * @returns lists of words, one list per piece of the text
 */
export function* normalizedWords(text: string): Generator<readonly string[]> {
  for (let from = 0; from < text.length;) {
    const end = endOfPiece(text, from);
    const piece = halfWidth(text.slice(from, end)).replace(INVISIBLE, '').normalize('NFC');
    yield piece.split(BLANKS).filter((word) => word !== '');
    from = end;
  }
}

/** Returns the comparison form of a short text. */
export function normalizedText(text: string): string {
  return [...normalizedWords(text)].flat().join(' ');
}
