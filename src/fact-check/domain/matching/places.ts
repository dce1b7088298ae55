import { TextSpan } from '../../../shared/domain/text-span.js';
import { ClauseReading } from '../reading/clause-reading.js';
import { Word } from '../reading/words.js';
import { Alignment, Window } from './alignment.js';
import { wordSimilarity } from './word-similarity.js';

/** Words on each side of a number that tell what it is a number of. */
const REACH = 3;
const EVIDENCE_REACH = 4;
/** A word on the other side of the number tells less, one farther away as well. */
const OTHER_SIDE = 0.5;
const LOSS_BY_DISTANCE = 0.3;
/** Fit of a number without words around it. */
const NO_CONTEXT = 0.5;
/** What the clause counts against the words next to the number when the number's place is looked for. */
const CLAUSE_WEIGHT = 0.6;
/** Clauses that hold less of the claim than this share of what the best one holds are not looked at. */
const MIN_RELATIVE_COVERAGE = 0.5;
const MAX_CLAUSES = 12;
/** An equal number of the best clause may fit this much worse than another and still be meant: paraphrases reorder. */
const BENEFIT = 0.15;
/** One of another clause has less of that benefit: neighbouring rules differ in nothing but the number. */
const BENEFIT_ELSEWHERE = 0.05;

/** A number or date of the evidence that one of the claim may stand on. */
export interface Place<T extends TextSpan> {
  readonly item: T;
  readonly clause: number;
  /** The same number or date. */
  readonly equal: boolean;
  /** How well clause and neighbouring words fit, 0..1. */
  readonly fit: number;
}

/** How numbers, or dates, are found and compared. */
export interface Kind<T extends TextSpan> {
  items(reading: ClauseReading): readonly T[];
  /** Whether the one can agree or disagree with the other. */
  isComparable(claim: T, evidence: T): boolean;
  isEqual(claim: T, evidence: T): boolean;
}

/** A number or date of the claim, where it may stand, and where it is taken to stand. */
export interface Placed<T extends TextSpan> {
  readonly item: T;
  readonly places: readonly Place<T>[];
  readonly best: Place<T> | undefined;
  /** All equal places are taken by equal numbers of the claim, while this place of the best clause is left over. */
  readonly left: Place<T> | undefined;
}

interface Neighbour {
  readonly word: Word;
  readonly distance: number;
  readonly before: boolean;
}

function neighbours(reading: ClauseReading, span: TextSpan, reach: number): Neighbour[] {
  const before = reading.words.filter((word) => word.end <= span.start).slice(-reach);
  const after = reading.words.filter((word) => word.start >= span.end).slice(0, reach);
  return [
    ...before.reverse().map((word, i) => ({ word, distance: i + 1, before: true })),
    ...after.map((word, i) => ({ word, distance: i + 1, before: false })),
  ];
}

/** Share of the words around a number of the claim that stand around one of the evidence, near ones counting most. */
function contextFit(around: readonly Neighbour[], others: readonly Neighbour[]): number {
  let total = 0;
  let found = 0;
  for (const { word, distance, before } of around) {
    total += 1 / distance;
    let best = 0;
    for (const other of others) {
      const nearness = 1 / (1 + LOSS_BY_DISTANCE * Math.abs(other.distance - distance));
      best = Math.max(best, wordSimilarity(word, other.word) * nearness * (other.before === before ? 1 : OTHER_SIDE));
    }
    found += best / distance;
  }
  return total === 0 ? NO_CONTEXT : found / total;
}

/** Clauses in which numbers of the claim may stand, best first. */
export function clausesInReach(alignment: Alignment, window: Window): readonly Window[] {
  const least = window.coverage * MIN_RELATIVE_COVERAGE;
  const isNear = ({ clauses, coverage }: Window): boolean =>
    coverage >= least || window.clauses.includes(clauses[0] ?? -1);
  return alignment.ranked.filter(isNear).slice(0, MAX_CLAUSES);
}

function placesOf<T extends TextSpan>(item: T, kind: Kind<T>, alignment: Alignment, window: Window): Place<T>[] {
  const around = neighbours(alignment.claim, item, REACH);
  return clausesInReach(alignment, window).flatMap(({ clauses: [clause = -1], coverage }) => {
    const reading = alignment.clause(clause)?.reading;
    if (reading === undefined) return [];
    const share = window.coverage === 0 ? 0 : Math.min(1, coverage / window.coverage);
    return kind
      .items(reading)
      .filter((other) => kind.isComparable(item, other))
      .map((other) => {
        const context = contextFit(around, neighbours(reading, other, EVIDENCE_REACH));
        const fit = CLAUSE_WEIGHT * share + (1 - CLAUSE_WEIGHT) * context;
        return { item: other, clause, equal: kind.isEqual(item, other), fit };
      });
  });
}

/** Whether an equal number, or date, stands in any clause of the evidence. */
export function standsAnywhere<T extends TextSpan>(kind: Kind<T>, item: T, alignment: Alignment): boolean {
  return alignment.index.clauses.some(({ reading }) =>
    kind.items(reading).some((other) => kind.isComparable(item, other) && kind.isEqual(item, other)),
  );
}

function bestPlace<T extends TextSpan>(places: readonly Place<T>[], main: number | undefined): Place<T> | undefined {
  const benefit = ({ equal, clause }: Place<T>): number =>
    equal ? (clause === main ? BENEFIT : BENEFIT_ELSEWHERE) : 0;
  return [...places].sort((a, b) => b.fit + benefit(b) - a.fit - benefit(a))[0];
}

/**
 * Where each number, or date, of a claim stands in the evidence: in the best clause and near the same words. Two equal ones of the
 * claim need two of the evidence, if the clause has another that would then stand for neither.
 */
export function placeAll<T extends TextSpan>(kind: Kind<T>, alignment: Alignment, window: Window): Placed<T>[] {
  const [main] = window.clauses;
  const chosen = kind.items(alignment.claim).map((item) => {
    const places = placesOf(item, kind, alignment, window);
    return { item, places, best: bestPlace(places, main) };
  });
  const taken = new Set<T>();
  const doubled = new Set<T>();
  for (const { item, places, best } of chosen) {
    if (best?.equal !== true) continue;
    const here = [best, ...places.filter((place) => place.clause === best.clause)];
    const free = here.find((place) => place.equal && !taken.has(place.item));
    if (free === undefined) doubled.add(item);
    else taken.add(free.item);
  }
  return chosen.map(({ item, places, best }) => {
    const others = places.filter((place) => !taken.has(place.item));
    const left = others.find((place) => doubled.has(item) && place.clause === main && !place.equal);
    return { item, places: others.concat(places.filter((place) => taken.has(place.item) && place.equal)), best, left };
  });
}
