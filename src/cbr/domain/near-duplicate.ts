import { charNgrams } from '../../text/tokens/char-ngrams.js';
import { cosineFrom } from './similarity.js';

/** Minimum similarity of the character n-grams of two duplicate questions. */
export const SAME_QUESTION = 0.9;

function numbersOf(text: string): string {
  return (text.normalize('NFKC').match(/\d+/gu) ?? []).sort().join(' ');
}

function sumOfSquares(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return sum;
}

/** Cosine of the character n-grams of two texts. */
export function charLikeness(a: string, b: string): number {
  const [left, right] = [charNgrams(a), charNgrams(b)];
  let dot = 0;
  for (const [gram, count] of left) dot += count * (right.get(gram) ?? 0);
  return cosineFrom(dot, sumOfSquares(left), sumOfSquares(right));
}

/**
 * Whether two questions are duplicates: nearly the same words and exactly the same numbers, since `2025학년도` and
 * `2026학년도` differ in meaning.
 */
export function isSameQuestion(a: string, b: string): boolean {
  return numbersOf(a) === numbersOf(b) && charLikeness(a, b) >= SAME_QUESTION;
}
