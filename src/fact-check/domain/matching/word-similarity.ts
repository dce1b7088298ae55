import { Word } from '../../../text/clauses/words.js';

/** Minimum number of common Hangul letters of two inflections of one verb: about two syllables. */
const MIN_KOREAN_LETTERS = 4;
const MIN_LATIN_LETTERS = 4;
/** Minimum share of the common prefix in the longer word. */
const MIN_SHARE = 0.6;
const PREFIX_CREDIT = 0.92;
const PART_CREDIT = 0.8;

function commonPrefix(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let i = 0;
  while (i < length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}

type Form = Pick<Word, 'stem' | 'script' | 'letters'>;

/** Similarity of two words, 0..1: equal stems, one inside the other, or a common prefix. */
export function wordSimilarity(a: Form, b: Form): number {
  if (a.stem === b.stem) return 1;
  if (a.script !== b.script) return 0;
  const [short, long] = a.stem.length <= b.stem.length ? [a.stem, b.stem] : [b.stem, a.stem];
  if (a.script === 'hangul' && short.length >= 2) {
    if (long.startsWith(short)) return PREFIX_CREDIT;
    if (long.includes(short)) return PART_CREDIT;
  }
  const common = commonPrefix(a.letters, b.letters);
  if (common < (a.script === 'hangul' ? MIN_KOREAN_LETTERS : MIN_LATIN_LETTERS)) return 0;
  const share = common / Math.max(a.letters.length, b.letters.length);
  return share >= MIN_SHARE ? share * PREFIX_CREDIT : 0;
}

/** Blocking keys: two similar words share at least one, so that not every pair needs a comparison. */
export function similarityKeys(word: Form): string[] {
  if (word.script !== 'hangul') return [word.stem, word.letters.slice(0, MIN_LATIN_LETTERS)];
  const keys = [word.stem, word.letters.slice(0, MIN_KOREAN_LETTERS)];
  for (let i = 0; i + 2 <= word.stem.length; i++) keys.push(word.stem.slice(i, i + 2));
  return keys;
}
