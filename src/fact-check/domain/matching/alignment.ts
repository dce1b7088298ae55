import { lastOf, Steps } from '../../../shared/domain/steps.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { Word } from '../../../text/clauses/words.js';
import { overlap, TextSpan } from '../../../text/text-span.js';
import { isQuantity } from '../../../text/values/value.js';
import { wordSimilarity } from './word-similarity.js';
import { EvidenceClause, EvidenceIndex } from './evidence-index.js';

/** One or more clauses that a claim is compared with. */
export interface Window {
  /** Numbers of clauses, the best first. */
  readonly clauses: readonly number[];
  /** Share of the claim's words, weighted by rarity, in the window and its heading, 0..1. */
  readonly coverage: number;
}

/** Credit of words in the heading, slightly below that of the clause's own words. */
const HEADING_CREDIT = 0.9;
/** Minimum gain in coverage of a further clause. */
const MIN_GAIN = 0.12;
const MAX_CLAUSES = 3;

/** Alignment of a claim with all clauses of the evidence. */
export class Alignment {
  private readonly notations: readonly TextSpan[];
  readonly weights: number[] = [];
  private total = 0;
  private readonly holders: ReadonlyMap<number, number>[] = [];
  private readonly headed: number[][] = [];
  private windows: readonly Window[] = [];

  private constructor(
    readonly claim: ClauseReading,
    readonly index: EvidenceIndex,
  ) {
    this.notations = claim.values.filter((value) => !isQuantity(value) || !value.free);
  }

  static of(claim: ClauseReading, index: EvidenceIndex): Alignment {
    return lastOf(Alignment.inSteps(claim, index));
  }

  /** Yields between the words of the claim, between the headings and between the clauses. */
  static *inSteps(claim: ClauseReading, index: EvidenceIndex): Steps<Alignment> {
    const alignment = new Alignment(claim, index);
    yield* alignment.findWords();
    yield* alignment.readHeadings();
    yield* alignment.rank();
    return alignment;
  }

  /** Clauses that contain any word of the claim, by coverage, best first. */
  get ranked(): readonly Window[] {
    return this.windows;
  }

  private *findWords(): Steps<void> {
    const known = new Map<string, ReadonlyMap<number, number>>();
    for (const word of this.claim.words) {
      const holders = known.get(word.stem) ?? this.index.holders(word);
      known.set(word.stem, holders);
      this.holders.push(holders);
      // `p.m.` or `euros`: the value is compared, in whatever notation the evidence has it.
      const isNotation = holders.size === 0 && this.notations.some((span) => overlap(span, word));
      const weight = isNotation ? 0 : this.index.weight(word);
      this.weights.push(weight);
      this.total += weight;
      yield;
    }
  }

  private *readHeadings(): Steps<void> {
    for (const heading of this.index.headings) {
      const similarity = (word: Word): number =>
        heading.reduce((best, other) => Math.max(best, wordSimilarity(word, other)), 0);
      this.headed.push(heading.length === 0 ? [] : this.claim.words.map((word) => HEADING_CREDIT * similarity(word)));
      yield;
    }
  }

  private *rank(): Steps<void> {
    const touched = new Set<number>();
    for (const holders of new Set(this.holders)) {
      for (const clause of holders.keys()) touched.add(clause);
      yield;
    }
    const windows: Window[] = [];
    for (const clause of touched) {
      windows.push({ clauses: [clause], coverage: this.coverage([clause]) });
      yield;
    }
    this.windows = windows.sort((a, b) => b.coverage - a.coverage || (a.clauses[0] ?? 0) - (b.clauses[0] ?? 0));
  }

  /** Share of each word of the claim in the clauses, 0..1. */
  held(clauses: readonly number[]): number[] {
    return this.claim.words.map((_, i) => this.heldWord(i, clauses));
  }

  coverage(clauses: readonly number[]): number {
    return this.share((i) => this.heldWord(i, clauses));
  }

  clause(number: number): EvidenceClause | undefined {
    return this.index.clauses[number];
  }

  /** The window extended by the clauses that add most, while the gain is sufficient. */
  widened(window: Window): Window {
    let best = window;
    while (best.clauses.length < MAX_CLAUSES) {
      let next: Window | undefined;
      for (const { clauses } of this.ranked.slice(0, 24)) {
        const [clause = -1] = clauses;
        if (best.clauses.includes(clause)) continue;
        const coverage = this.coverage([...best.clauses, clause]);
        if (coverage > (next?.coverage ?? 0)) next = { clauses: [...best.clauses, clause], coverage };
      }
      if (next === undefined || next.coverage < best.coverage + MIN_GAIN) return best;
      best = next;
    }
    return best;
  }

  private heldWord(i: number, clauses: readonly number[]): number {
    let best = 0;
    for (const clause of clauses) {
      const own = this.holders[i]?.get(clause) ?? 0;
      const heading = this.headed[this.index.clauses[clause]?.text ?? -1]?.[i] ?? 0;
      best = Math.max(best, own, heading);
    }
    return best;
  }

  private share(held: (i: number) => number): number {
    if (this.total === 0) return 0;
    return this.weights.reduce((sum, weight, i) => sum + weight * held(i), 0) / this.total;
  }
}
