import { TextSpan } from '../../../text/text-span.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';
import { KOREAN_ONES, SINO_DIGITS } from '../../../text/values/numerals.js';

/** A text in lower case without blanks, markup and thousands separators, with the original offset of each character. */
export interface Folded {
  readonly text: string;
  readonly places: readonly number[];
}

const SKIPPED = /[\s*_`"“”'‘’「」『』]/u;

/** Folds a text for a lookup of phrases, with the original offset of each character. */
export function folded(text: string): Folded {
  let out = '';
  const places: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (SKIPPED.test(character)) continue;
    if (character === ',' && /\d/u.test(text.charAt(i - 1)) && /\d/u.test(text.charAt(i + 1))) continue;
    const small = hasSyllable(character) ? character : character.normalize('NFKC').toLowerCase();
    for (const unit of small.length === 1 ? small : character) {
      out += unit;
      places.push(i);
    }
  }
  return { text: out, places };
}

const NUMBER_WORD = new RegExp(`^(?:${[...KOREAN_ONES, '열', ...Array.from(SINO_DIGITS.slice(1))].join('|')})`, 'u');

/** `2회` is not in `12회`, `500원` not in `1,500원`, `두 번` not in `열두 번`, `can` not in `scan`. */
function isCut(text: string, start: number, end: number, phrase: string): boolean {
  const before = text.charAt(start - 1);
  const behind = text.charAt(end);
  const [first, last] = [phrase.charAt(0), phrase.charAt(phrase.length - 1)];
  if (/\d/u.test(first) && (/\d/u.test(before) || (/[.,]/u.test(before) && /\d/u.test(text.charAt(start - 2)))))
    return true;
  if (/\d/u.test(last) && (/\d/u.test(behind) || (behind === '.' && /\d/u.test(text.charAt(end + 1))))) return true;
  if (/[a-z]/iu.test(first) && /[a-z]/iu.test(before)) return true;
  if (/[a-z]/iu.test(last) && /[a-z]/iu.test(behind) && !/^(?:s|es|ed|d)(?![a-z])/iu.test(text.slice(end, end + 3)))
    return true;
  return NUMBER_WORD.test(phrase) && phrase.length <= 6 && hasSyllable(before);
}

/** The occurrences of a phrase in a text, ignoring blanks, case and thousands separators. */
export function placesOf(phrase: string, text: string, inside: Folded = folded(text)): TextSpan[] {
  const wanted = folded(phrase).text;
  const found: TextSpan[] = [];
  if (wanted === '') return found;
  for (let at = inside.text.indexOf(wanted); at !== -1; at = inside.text.indexOf(wanted, at + 1)) {
    const start = inside.places[at] ?? 0;
    const end = (inside.places[at + wanted.length - 1] ?? start) + 1;
    if (!isCut(text, start, end, phrase.trim())) found.push({ start, end });
  }
  return found;
}
