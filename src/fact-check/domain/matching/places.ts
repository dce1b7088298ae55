import { Steps } from '../../../shared/domain/steps.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { lowered } from '../../../text/folded-text.js';
import { compareValues, coversParts } from '../../../text/values/compare-values.js';
import { isQuantity, Value } from '../../../text/values/value.js';
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

/** `about 500` holds for 450 to 550. */
export const APPROXIMATION = 0.1;
export const ROUNDING = 1e-9;

/** A value of the evidence that may match one of the claim. */
export interface Place {
  readonly item: Value;
  readonly clause: number;
  /** The same value. */
  readonly equal: boolean;
  /** Similarity of clause and adjacent words, 0..1. */
  readonly fit: number;
}

/** A value of the claim, its candidate places in the evidence, and the chosen one. */
export interface Placed {
  readonly item: Value;
  /** Places that no other value has taken, and places of equal values. */
  readonly places: () => readonly Place[];
  readonly best: Place | undefined;
  /** A free place of the best clause, if equal values of the claim have taken all equal places. */
  readonly left: Place | undefined;
}

export function isNear(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
}

/** Whether the evidence has the claim's value; undefined if the two are not comparable, as numbers of two units. */
function isEqual(claim: Value, evidence: Value): boolean | undefined {
  const outcome = compareValues(claim, evidence);
  if (outcome === 'incomparable') return undefined;
  if (outcome === 'same') return coversParts(evidence, claim);
  if (!isQuantity(claim) || !isQuantity(evidence)) return false;
  if (claim.dimension !== evidence.dimension) return undefined;
  return claim.approximate && !evidence.approximate && isNear(claim.value, evidence.value, APPROXIMATION);
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

/** `10:00~15:40`: what starts a range is hardly a place for its end. */
const isOtherEnd = ({ bound }: Value, other: Value): boolean =>
  (bound === 'from' && other.bound === 'until') || (bound === 'until' && other.bound === 'from');

/** Finds the places of all values of one claim; common values are computed once. */
class PlaceFinder {
  private readonly fits: ContextFits;
  private readonly candidates: readonly {
    readonly clause: number;
    readonly share: number;
    readonly reading: ClauseReading;
  }[];

  constructor(alignment: Alignment, window: Window) {
    this.fits = new ContextFits(alignment.claim);
    this.candidates = clausesInReach(alignment, window).flatMap(({ clauses: [clause = -1], coverage }) => {
      const reading = alignment.clause(clause)?.reading;
      const share = window.coverage === 0 ? 0 : Math.min(1, coverage / window.coverage);
      return reading === undefined ? [] : [{ clause, share, reading }];
    });
  }

  /** Yields between the clauses. */
  *of(item: Value): Steps<Place[]> {
    const places: Place[] = [];
    for (const { clause, share, reading } of this.candidates) {
      for (const other of reading.values) {
        const equal = isEqual(item, other);
        if (equal === undefined) continue;
        const fit = CLAUSE_WEIGHT * share + (1 - CLAUSE_WEIGHT) * this.fits.fit(item, reading, other);
        places.push({ item: other, clause, equal, fit: isOtherEnd(item, other) ? fit - BENEFIT : fit });
      }
      yield;
    }
    return places;
  }
}

/** Whether an equal value, or a name or date that is written alike, is in any clause of the evidence. Yields between the clauses. */
export function* standsAnywhere(item: Value, { claim, index }: Alignment): Steps<boolean> {
  const written = isQuantity(item) ? undefined : lowered(claim.text.slice(item.start, item.end));
  for (const [i, { reading }] of index.clauses.entries()) {
    if (reading.values.some((other) => isEqual(item, other) === true)) return true;
    if (written !== undefined && holdsWord(lowered(reading.text), written)) return true;
    if (i % CLAUSES_A_STEP === CLAUSES_A_STEP - 1) yield;
  }
  return false;
}

/** Whether a text contains a name that no letter or digit continues. */
function holdsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\p{L}\d]$/u.test(text.slice(Math.max(0, at - 1), at)) && !/^[-.]?[a-z\d]/u.test(after)) return true;
  }
  return false;
}

function bestPlace(places: readonly Place[], main: number | undefined): Place | undefined {
  const benefit = ({ equal, clause }: Place): number => (equal ? (clause === main ? BENEFIT : BENEFIT_ELSEWHERE) : 0);
  return [...places].sort((a, b) => b.fit + benefit(b) - a.fit - benefit(a))[0];
}

function free(places: readonly Place[], taken: ReadonlySet<Value>): Place[] {
  const others = places.filter((place) => !taken.has(place.item));
  return others.concat(places.filter((place) => taken.has(place.item) && place.equal));
}

/**
 * Assigns each value of a claim to a place in the evidence: in the best clause and near the same words. Two equal numbers of the
 * claim need two of the evidence, if the clause has another number that would otherwise be unassigned. Yields between the numbers.
 */
export function* placeAll(alignment: Alignment, window: Window): Steps<Placed[]> {
  const [main] = window.clauses;
  const finder = new PlaceFinder(alignment, window);
  const chosen: (Omit<Placed, 'places' | 'left'> & { readonly places: readonly Place[] })[] = [];
  for (const item of alignment.claim.values) {
    const places = yield* finder.of(item);
    chosen.push({ item, places, best: bestPlace(places, main) });
  }
  const taken = new Set<Value>();
  const doubled = new Set<Value>();
  for (const { item, places, best } of chosen) {
    yield;
    if (best?.equal !== true) continue;
    const isFree = (place: Place): boolean => place.equal && !taken.has(place.item);
    const free = isFree(best) ? best : places.find((place) => place.clause === best.clause && isFree(place));
    if (free === undefined) doubled.add(item);
    else taken.add(free.item);
  }
  return chosen.map(({ item, places, best }) => {
    const isLeft = (place: Place): boolean => place.clause === main && !place.equal && !taken.has(place.item);
    const left = doubled.has(item) ? places.find(isLeft) : undefined;
    return { item, best, left, places: () => free(places, taken) };
  });
}
