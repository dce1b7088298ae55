import { lowered } from '../folded-text.js';

/** Runs of letters and digits. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts with one syllable or word per character: a pair has as much information as three letters. */
const DENSE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const DENSE_SIZE = 2;
const LETTER_SIZE = 3;

/** Characters of two units: only then must a string be split into characters, which is slow. */
const PAIRED = /[\ud800-\udfff]/;

function addGrams(word: string, counts: Map<string, number>): void {
  const isDense = DENSE.test(word);
  const bordered = isDense ? word : `<${word}>`;
  const size = isDense ? DENSE_SIZE : LETTER_SIZE;
  const characters = PAIRED.test(bordered) ? Array.from(bordered) : bordered;
  const last = Math.max(0, characters.length - size);
  for (let i = 0; i <= last; i++) {
    const slice = characters.slice(i, i + size);
    const gram = typeof slice === 'string' ? slice : slice.join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
}

/**
 * Character n-grams of each word with their counts, after NFC and case folding: pairs in Hangul, Han and kana, so that a word matches with
 * any particle; otherwise trigrams with word boundaries. A text without letters and digits is its own n-gram.
 */
export function charNgrams(text: string): Map<string, number> {
  const folded = lowered(text);
  const counts = new Map<string, number>();
  for (const [word] of folded.matchAll(WORD)) addGrams(word, counts);
  if (counts.size === 0) counts.set(folded.trim(), 1);
  return counts;
}
