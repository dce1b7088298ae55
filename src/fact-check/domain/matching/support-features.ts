import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { opposed } from '../../../text/clauses/opposites.js';
import { Alignment, Window } from './alignment.js';
import { Finding } from './finding.js';
import { wordSimilarity } from './word-similarity.js';

/** Features of the support of a claim, each 0..1 unless stated. */
export interface SupportFeatures {
  /** Share of the claim's words in the best clause. */
  readonly coverage: number;
  /** Share of its letter triples in the best clauses: inflected verbs share most of theirs. */
  readonly letters: number;
  /** Minimum coverage over the parts of the claim (between commas and conjunctions). */
  readonly part: number;
  /** Coverage of the least covered word. */
  readonly weakest: number;
  /** Coverage of the closing word, mostly a predicate. */
  readonly closing: number;
  /** Share of the claim's adjacent words that are also adjacent in the clause. */
  readonly order: number;
  /** Share of the claim's numbers and dates that are not in the evidence. */
  readonly missingNumbers: number;
  /** A number, comparator, date, provision or status differs: 0 or 1. */
  readonly conflict: number;
  /** Negated on one side only: 0 or 1. */
  readonly denial: number;
  /** Opposites such as 증가 and 감소: 0 or 1. */
  readonly opposite: number;
  /** Words such as `only`, `all`, 처음 of the claim that are not in the clauses: 0 or 1. */
  readonly absolute: number;
  /** Logarithm of the number of the claim's words. */
  readonly length: number;
  /** Logarithm of the ratio of the claim's words to the clause's. */
  readonly ratio: number;
}

/** Maximum number of clauses in which parts of a claim are searched. */
const CLAUSES_FOR_PARTS = 24;
/** A part has at least three words; a shorter one is joined to the next. */
const MIN_PART = 3;
/** Maximum distance of adjacent words in the clause. */
const NEAR = 3;
const SAME_WORD = 0.5;

const ABSOLUTE =
  /(?<![가-힣])(?:모든|모두|전부|항상|절대|오직|유일|처음|가장|반드시|매번|아무도|누구나|언제나|전혀|결코)|[가-힣]만(?=\s|$)|뿐이|\b(?:only|all|every|always|never|none|first|sole|entire|most|best|largest)\b/giu;
const PART_BORDER = /[,;:()–—]|\b(?:and|but|while|which|who|where|when|after|before|because)\b/u;
const KOREAN_PART_END = /[가-힣](?:고|며|지만|는데|으나|아서|어서)$/u;

function absoluteWords(text: string): string[] {
  return (text.match(ABSOLUTE) ?? []).map((word) => word.toLowerCase());
}

function lettersHeld(claim: ClauseReading, clauses: readonly ClauseReading[]): number {
  const mine = [...claim.letterTriples];
  const held = mine.filter((triple) => clauses.some((clause) => clause.letterTriples.has(triple)));
  return mine.length === 0 ? 0 : held.length / mine.length;
}

/** Indices of the claim's words, by the parts of the claim. */
function partsOf(claim: ClauseReading): number[][] {
  const parts: number[][] = [[]];
  claim.words.forEach((word, i) => {
    const before = claim.words[i - 1];
    const isBorder =
      before !== undefined &&
      (PART_BORDER.test(claim.text.slice(before.end, word.start)) || KOREAN_PART_END.test(before.text));
    if (isBorder && (parts.at(-1)?.length ?? 0) >= MIN_PART) parts.push([]);
    parts.at(-1)?.push(i);
  });
  return parts;
}

function weakestPart(alignment: Alignment): number {
  const clauses = alignment.ranked.slice(0, CLAUSES_FOR_PARTS).map((window) => alignment.held(window.clauses));
  const coverages = partsOf(alignment.claim).map((part) => {
    const total = part.reduce((sum, i) => sum + (alignment.weights[i] ?? 0), 0);
    const best = Math.max(
      0,
      ...clauses.map((held) => part.reduce((sum, i) => sum + (alignment.weights[i] ?? 0) * (held[i] ?? 0), 0)),
    );
    return total === 0 ? 1 : best / total;
  });
  return Math.min(1, ...coverages);
}

function orderKept(claim: ClauseReading, clause: ClauseReading): number {
  if (claim.words.length < 2) return 1;
  const places = claim.words.map((word) => {
    const similarities = clause.words.map((other) => wordSimilarity(word, other));
    const best = Math.max(0, ...similarities);
    return best > SAME_WORD ? similarities.indexOf(best) : -1;
  });
  const kept = places.slice(1).filter((to, i) => {
    const from = places[i] ?? -1;
    return from >= 0 && to > from && to - from <= NEAR;
  });
  return kept.length / (places.length - 1);
}

/** @param clause the best clause, @param findings of the comparisons with it */
export function supportFeatures(
  alignment: Alignment,
  window: Window,
  clause: ClauseReading,
  findings: readonly Finding[],
): SupportFeatures {
  const { claim } = alignment;
  const wide = alignment.widened(window);
  const held = alignment.held(wide.clauses);
  const readings = wide.clauses.map((number) => alignment.clause(number)?.reading).filter((r) => r !== undefined);
  const absolute = new Set(readings.flatMap(({ text }) => absoluteWords(text)));
  const numbers = findings.filter(({ feature }) => feature === 'number' || feature === 'date');
  const missing = numbers.filter(({ outcome }) => outcome === 'missing');
  const conflicts = findings.filter(({ outcome }) => outcome === 'conflicts');
  return {
    coverage: alignment.coverage(window.clauses),
    letters: lettersHeld(claim, readings),
    part: weakestPart(alignment),
    weakest: held.length === 0 ? 0 : Math.min(...held),
    closing: held.at(-1) ?? 0,
    order: orderKept(claim, clause),
    missingNumbers: numbers.length === 0 ? 0 : missing.length / numbers.length,
    conflict: conflicts.some(({ feature }) => feature !== 'negation') ? 1 : 0,
    denial: conflicts.some(({ feature }) => feature === 'negation') ? 1 : 0,
    opposite: opposed(claim.poles, clause.poles) ? 1 : 0,
    absolute: absoluteWords(claim.text).some((word) => !absolute.has(word)) ? 1 : 0,
    length: Math.log(1 + claim.words.length),
    ratio: Math.log((1 + claim.words.length) / (1 + clause.words.length)),
  };
}
