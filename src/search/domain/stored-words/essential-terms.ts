import { NumberedTerm } from './word-sequence.js';

/** A term of a question and how many passages hold it. */
export interface CountedTerm extends NumberedTerm {
  readonly passages: number;
}

/** Rounding of the database's own sums must not hide a passage. */
const SLACK = 1e-4;

/** The most that terms together can add to a score. @param most of a term of weight 1: BM25's k1 + 1 */
export function largestScore(terms: readonly CountedTerm[], most: number): number {
  return terms.reduce((sum, { weight }) => sum + weight * most, 0);
}

/**
 * The terms of which every passage with a score of at least `floor` holds one: the others together cannot reach it (MaxScore: Turtle
 * and Flood 1995, "Query evaluation: strategies and optimizations"). Of the possible choices one that reads few passages: left out are
 * first those that stand in many and weigh little.
 */
export function essentialTerms(terms: readonly CountedTerm[], floor: number, most: number): CountedTerm[] {
  const costly = [...terms].sort((a, b) => b.passages * a.weight - a.passages * b.weight || a.id - b.id);
  const left = new Set<CountedTerm>();
  let reached = 0;
  for (const term of costly) {
    const with_ = reached + term.weight * most;
    if (with_ * (1 + SLACK) >= floor) continue;
    left.add(term);
    reached = with_;
  }
  return terms.filter((term) => !left.has(term));
}

/** The rarest terms, so many that about `passages` hold one of them; at least one. */
export function rarestTerms(terms: readonly CountedTerm[], passages: number): CountedTerm[] {
  const rarest = [...terms].sort((a, b) => a.passages - b.passages || b.weight - a.weight || a.id - b.id);
  let sum = 0;
  const end = rarest.findIndex((term) => (sum += term.passages) > passages);
  return end < 0 ? rarest : rarest.slice(0, Math.max(1, end));
}

/** Whether no passage without any of the terms that were asked for can reach `floor`. */
export function isComplete(
  all: readonly CountedTerm[],
  asked: readonly CountedTerm[],
  floor: number,
  most: number,
): boolean {
  const known = new Set(asked.map(({ id }) => id));
  return (
    asked.length === all.length ||
    largestScore(
      all.filter(({ id }) => !known.has(id)),
      most,
    ) *
      (1 + SLACK) <
      floor
  );
}
