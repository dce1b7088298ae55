import { Steps } from '../../../shared/domain/steps.js';
import { TextSpan } from '../../../text/text-span.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { Alignment, Window } from './alignment.js';
import { ContextFits } from './context-fits.js';

/** Weight of the clause, relative to the words next to the number, in the search for the number's place. */
const CLAUSE_WEIGHT = 0.6;
/** Clauses with less than this share of the best clause's coverage are skipped. */
const MIN_RELATIVE_COVERAGE = 0.5;
const MAX_CLAUSES = 12;
/** Bonus of an equal number in the best clause, since paraphrases reorder words. */
const BENEFIT = 0.15;
/** Smaller bonus in another clause, since adjacent rules may differ only in the number. */
const BENEFIT_ELSEWHERE = 0.05;
/** Number of clauses per step, between two yields. */
const CLAUSES_A_STEP = 16;

/** A number or date of the evidence that may match one of the claim. */
export interface Place<T extends TextSpan> {
  readonly item: T;
  readonly clause: number;
  /** The same number or date. */
  readonly equal: boolean;
  /** Similarity of clause and adjacent words, 0..1. */
  readonly fit: number;
}

/** Functions to find and compare numbers, or dates. */
export interface Kind<T extends TextSpan> {
  items(reading: ClauseReading): readonly T[];
  /** Whether the two are comparable. */
  isComparable(claim: T, evidence: T): boolean;
  isEqual(claim: T, evidence: T): boolean;
}

/** A number or date of the claim, its candidate places in the evidence, and the chosen one. */
export interface Placed<T extends TextSpan> {
  readonly item: T;
  /** Places that no other number has taken, and places of equal numbers. */
  readonly places: () => readonly Place<T>[];
  readonly best: Place<T> | undefined;
  /** A free place of the best clause, if equal numbers of the claim have taken all equal places. */
  readonly left: Place<T> | undefined;
}

/** Candidate clauses for the numbers of the claim, best first. */
export function clausesInReach(alignment: Alignment, window: Window): readonly Window[] {
  const least = window.coverage * MIN_RELATIVE_COVERAGE;
  const wanted = new Set(window.clauses);
  const near: Window[] = [];
  for (const candidate of alignment.ranked) {
    const isOfWindow = wanted.delete(candidate.clauses[0] ?? -1);
    if (candidate.coverage >= least || isOfWindow) near.push(candidate);
    // The clauses are sorted by coverage: no later one qualifies.
    if (near.length === MAX_CLAUSES || (candidate.coverage < least && wanted.size === 0)) break;
  }
  return near;
}

/** Finds the places of all numbers, or dates, of one claim; common values are computed once. */
class PlaceFinder<T extends TextSpan> {
  private readonly fits: ContextFits;
  private readonly candidates: readonly {
    readonly clause: number;
    readonly share: number;
    readonly reading: ClauseReading;
  }[];

  constructor(
    private readonly kind: Kind<T>,
    alignment: Alignment,
    window: Window,
  ) {
    this.fits = new ContextFits(alignment.claim);
    this.candidates = clausesInReach(alignment, window).flatMap(({ clauses: [clause = -1], coverage }) => {
      const reading = alignment.clause(clause)?.reading;
      const share = window.coverage === 0 ? 0 : Math.min(1, coverage / window.coverage);
      return reading === undefined ? [] : [{ clause, share, reading }];
    });
  }

  /** Yields between the clauses. */
  *of(item: T): Steps<Place<T>[]> {
    const places: Place<T>[] = [];
    for (const { clause, share, reading } of this.candidates) {
      for (const other of this.kind.items(reading)) {
        if (!this.kind.isComparable(item, other)) continue;
        const fit = CLAUSE_WEIGHT * share + (1 - CLAUSE_WEIGHT) * this.fits.fit(item, reading, other);
        places.push({
          item: other,
          clause,
          equal: this.kind.isEqual(item, other),
          fit,
        });
      }
      yield;
    }
    return places;
  }
}

/** Whether an equal number, or date, is in any clause of the evidence. Yields between the clauses. */
export function* standsAnywhere<T extends TextSpan>(kind: Kind<T>, item: T, alignment: Alignment): Steps<boolean> {
  for (const [i, { reading }] of alignment.index.clauses.entries()) {
    if (kind.items(reading).some((other) => kind.isComparable(item, other) && kind.isEqual(item, other))) return true;
    if (i % CLAUSES_A_STEP === CLAUSES_A_STEP - 1) yield;
  }
  return false;
}

function bestPlace<T extends TextSpan>(places: readonly Place<T>[], main: number | undefined): Place<T> | undefined {
  const benefit = ({ equal, clause }: Place<T>): number =>
    equal ? (clause === main ? BENEFIT : BENEFIT_ELSEWHERE) : 0;
  return [...places].sort((a, b) => b.fit + benefit(b) - a.fit - benefit(a))[0];
}

function free<T extends TextSpan>(places: readonly Place<T>[], taken: ReadonlySet<T>): Place<T>[] {
  const others = places.filter((place) => !taken.has(place.item));
  return others.concat(places.filter((place) => taken.has(place.item) && place.equal));
}

/**
 * Assigns each number, or date, of a claim to a place in the evidence: in the best clause and near the same words. Two equal numbers of the
 * claim need two of the evidence, if the clause has another number that would otherwise be unassigned. Yields between the numbers.
 */
export function* placeAll<T extends TextSpan>(kind: Kind<T>, alignment: Alignment, window: Window): Steps<Placed<T>[]> {
  const [main] = window.clauses;
  const finder = new PlaceFinder(kind, alignment, window);
  const chosen: {
    readonly item: T;
    readonly places: readonly Place<T>[];
    readonly best: Place<T> | undefined;
  }[] = [];
  for (const item of kind.items(alignment.claim)) {
    const places = yield* finder.of(item);
    chosen.push({ item, places, best: bestPlace(places, main) });
  }
  const taken = new Set<T>();
  const doubled = new Set<T>();
  for (const { item, places, best } of chosen) {
    yield;
    if (best?.equal !== true) continue;
    const isFree = (place: Place<T>): boolean => place.equal && !taken.has(place.item);
    const free = isFree(best) ? best : places.find((place) => place.clause === best.clause && isFree(place));
    if (free === undefined) doubled.add(item);
    else taken.add(free.item);
  }
  return chosen.map(({ item, places, best }) => {
    const isLeft = (place: Place<T>): boolean => place.clause === main && !place.equal && !taken.has(place.item);
    const left = doubled.has(item) ? places.find(isLeft) : undefined;
    return { item, best, left, places: () => free(places, taken) };
  });
}
