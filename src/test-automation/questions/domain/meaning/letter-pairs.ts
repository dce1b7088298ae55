/** A question with more than this share of the gold sentence's letter pairs repeats the sentence. */
export const MOST_OVERLAP = 0.35;

/** The letters and digits of a text in lower case, without spaces and signs. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Pairs of neighbouring letters and digits, without spaces and signs. */
export function letterPairs(text: string): Set<string> {
  const plain = Array.from(lettersOf(text));
  return new Set(plain.slice(1).map((letter, i) => `${plain[i] ?? ''}${letter}`));
}

/** Addresses of links and remarks about amendments are not part of a sentence. */
const withoutMarks = (text: string): string => text.replace(/\]\([^)\s]{0,400}\)/gu, ']').replace(/<[^<>]*>/gu, ' ');

/** Share of the gold sentence's letter pairs that are in the question, 0 to 1. */
export function goldOverlap(question: string, gold: string): number {
  const plain = withoutMarks(gold);
  return letterPairs(plain).size === 0 ? 0 : letterShare(question, plain);
}

/** Share of the letter pairs of a text that another text has, 0 to 1; 1 for a text without pairs. */
export function letterShare(text: string, of: string): number {
  const pairs = [...letterPairs(of)];
  const said = letterPairs(text);
  return pairs.length === 0 ? 1 : pairs.filter((pair) => said.has(pair)).length / pairs.length;
}
