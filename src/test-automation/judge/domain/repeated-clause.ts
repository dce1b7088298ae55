import { englishStem, koreanStem } from '../../../text/clauses/word-stem.js';
import { hasHangul } from '../../../text/language.js';

/** A word of a clause: as written, and the form by which it is compared. */
export interface Token {
  readonly text: string;
  readonly key: string;
}

/** Words of two clauses that differ between words that both have, with the words before and after in the same part of the sentence. */
export interface Difference {
  readonly mine: readonly Token[];
  readonly theirs: readonly Token[];
  /** Index of the first differing word. */
  readonly mineAt: number;
  readonly theirsAt: number;
}

/** A claim compared word by word with the clause that it repeats. */
export interface Repetition {
  readonly mine: readonly Token[];
  readonly theirs: readonly Token[];
  /** Number of words that both have, in the same order. */
  readonly shared: number;
  readonly differences: readonly Difference[];
}

const MARKS = /<[^<>]{1,60}>|^제\d{1,4}조(?:의\d{1,3})?\([^()]{1,60}\)|[①-⑳]/gu;
const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?|[,;]/gu;
/** Polite endings of the same verb: `합니다` for `한다`, `있습니다` for `있다`. */
const POLITE: readonly (readonly [RegExp, string])[] = [
  [/합니다$/u, '한다'],
  [/됩니다$/u, '된다'],
  [/습니다$/u, '다'],
];
const plain = (word: string): string => POLITE.reduce((text, [polite, ending]) => text.replace(polite, ending), word);
/** Longer clauses are not compared word by word. */
const MOST_TOKENS = 160;

/** Words and separators of a clause, without the heading and history of its provision. */
export function tokensOf(text: string): Token[] {
  const words = text.trim().replace(MARKS, ' ').match(WORD) ?? [];
  return words.slice(0, MOST_TOKENS).map((word) => {
    const small = word.toLowerCase();
    return { text: small, key: hasHangul(small) ? koreanStem(plain(small)) : englishStem(small) };
  });
}

/** Lengths of the longest common sequence of the words from each place on. */
function commonLengths(a: readonly Token[], b: readonly Token[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] ?? [];
      row[j] =
        a[i]?.key === b[j]?.key
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  return lengths;
}

/** Aligns two clauses by their longest common sequence of words. */
export function repetitionOf(mine: readonly Token[], theirs: readonly Token[]): Repetition {
  const lengths = commonLengths(mine, theirs);
  const differences: Difference[] = [];
  let [i, j, mineAt, theirsAt] = [0, 0, 0, 0];
  const close = (): void => {
    if (i > mineAt || j > theirsAt)
      differences.push({ mine: mine.slice(mineAt, i), theirs: theirs.slice(theirsAt, j), mineAt, theirsAt });
  };
  while (i < mine.length && j < theirs.length) {
    if (mine[i]?.key === theirs[j]?.key) {
      close();
      [i, j] = [i + 1, j + 1];
      [mineAt, theirsAt] = [i, j];
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  [i, j] = [mine.length, theirs.length];
  close();
  return { mine, theirs, shared: lengths[0]?.[0] ?? 0, differences };
}
