import { Steps } from '../../../shared/domain/steps.js';
import { boundsConflict } from '../../../text/quantities/bounds.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { Quantity } from '../../../text/quantities/quantities.js';
import { Alignment, Window } from './alignment.js';
import { standsInDate } from './compare-dates.js';
import { Finding } from './finding.js';
import { Kind, Place, placeAll, Placed, standsAnywhere } from './places.js';

/** `about 500` holds for 450 to 550. */
const APPROXIMATION = 0.1;
const ROUNDING = 1e-9;
const TOTAL = /총|합계|합하|통틀어|모두|전체|\b(?:total|combined|altogether|together|in all)\b/iu;

function isNear(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
}

const QUANTITIES: Kind<Quantity> = {
  items: (reading) => reading.quantities,
  // A bare number, or one with an unknown unit, can agree but not conflict.
  isComparable: (a, b) =>
    a.dimension === b.dimension ||
    ((a.free || b.free) && a.value === b.value && (a.dimension === '' || b.dimension === '')),
  isEqual: (claim, evidence) =>
    isNear(claim.value, evidence.value, claim.approximate && !evidence.approximate ? APPROXIMATION : ROUNDING),
};

/** Whether an exact number of the evidence satisfies a limit of the claim: `at least 1` if the evidence counts two. */
function keepsLimit(claim: Quantity, evidence: Quantity): boolean {
  if (evidence.bound !== 'exact') return false;
  switch (claim.bound) {
    case 'at_least':
      return evidence.value >= claim.value;
    case 'above':
      return evidence.value > claim.value;
    case 'at_most':
      return evidence.value <= claim.value;
    case 'below':
      return evidence.value < claim.value;
    default:
      return false;
  }
}

/** Whether the predicate is true for the sum of two of the values. */
function hasPair(values: readonly number[], holds: (sum: number) => boolean): boolean {
  for (const [i, a] of values.entries()) {
    for (let j = i + 1; j < values.length; j++) if (holds(a + (values[j] ?? 0))) return true;
  }
  return false;
}

/**
 * Whether `70 people` in the claim matches 12 and 58 in the clause: the sum of all its numbers, or of two of them if the claim names a
 * total.
 */
function isSum({ item, places, best }: Placed<Quantity>, claim: ClauseReading): boolean {
  const values = places()
    .filter((p) => p.clause === best?.clause && p.item.dimension === item.dimension && !p.item.soft)
    .map((p) => p.item.value);
  const whole = values.reduce((sum, value) => sum + value, 0);
  const tolerance = item.approximate ? APPROXIMATION : ROUNDING;
  const isMeant = (value: number): boolean => isNear(item.value, value, tolerance);
  if (values.length < 2) return false;
  return isMeant(whole) || (TOTAL.test(claim.text) && hasPair(values, isMeant));
}

/** The number as written, with the rest of its word. */
function written(reading: ClauseReading | undefined, quantity: Quantity): string {
  if (reading === undefined) return '';
  const rest = /^[^\s,.;)]{0,12}/u.exec(reading.text.slice(quantity.end))?.[0].length ?? 0;
  return reading.text.slice(quantity.start, quantity.end + rest);
}

function compareBounds(alignment: Alignment, quantity: Quantity, place: Place<Quantity>): Finding {
  const name = written(alignment.claim, quantity);
  const { clause, item } = place;
  if (!boundsConflict(quantity.bound, item.bound))
    return {
      feature: 'number',
      outcome: 'agrees',
      reason: `'${name}' agrees`,
      clause,
    };
  const said = (bound: string): string => bound.replace('_', ' ');
  const other = written(alignment.clause(clause)?.reading, item);
  const reason = `the claim says '${name}' (${said(quantity.bound)}), the evidence '${other}' (${said(item.bound)})`;
  return { feature: 'comparator', outcome: 'conflicts', reason, clause };
}

/** The evidence has no number of that dimension. The same number with another unit is a conflict; no number is not. */
function* withoutPlace(alignment: Alignment, quantity: Quantity, main: number | undefined): Steps<Finding> {
  const name = written(alignment.claim, quantity);
  const reading = main === undefined ? undefined : alignment.clause(main)?.reading;
  const number = quantity.value / quantity.factor;
  const other = reading?.quantities.find(
    (q) =>
      !q.free &&
      !quantity.free &&
      !quantity.soft &&
      q.value / q.factor === number &&
      q.dimension !== quantity.dimension,
  );
  return other === undefined
    ? {
        feature: 'number',
        outcome: 'missing',
        required: !quantity.soft && !(yield* standsAnywhere(QUANTITIES, quantity, alignment)),
        reason: `the evidence contains no number like '${name}'`,
      }
    : {
        feature: 'number',
        outcome: 'conflicts',
        reason: `the claim says '${name}', the evidence '${written(reading, other)}'`,
        clause: main,
      };
}

function* judge(alignment: Alignment, placed: Placed<Quantity>, window: Window): Steps<Finding> {
  const { item: quantity, left } = placed;
  const best = quantity.soft ? placed.best : (left ?? placed.best);
  if (best?.equal !== true && standsInDate(quantity, alignment, window))
    return {
      feature: 'number',
      outcome: 'agrees',
      reason: `'${written(alignment.claim, quantity)}' is a part of a date`,
    };
  if (best === undefined) return yield* withoutPlace(alignment, quantity, window.clauses[0]);
  if (best.equal) return compareBounds(alignment, quantity, best);
  const { clause } = best;
  const name = written(alignment.claim, quantity);
  const other = written(alignment.clause(clause)?.reading, best.item);
  const follows = best !== left && (keepsLimit(quantity, best.item) || isSum(placed, alignment.claim));
  if (follows)
    return {
      feature: 'number',
      outcome: 'agrees',
      reason: `'${name}' follows from '${other}'`,
      clause,
    };
  const outcome = quantity.soft ? 'missing' : 'conflicts';
  return {
    feature: 'number',
    outcome,
    reason: `the claim says '${name}', the evidence '${other}'`,
    clause,
  };
}

/**
 * Compares each number of a claim with the numbers of its dimension in the clauses that contain the claim's words. Yields between the
 * numbers.
 */
export function* compareQuantities(alignment: Alignment, window: Window): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const placed of yield* placeAll(QUANTITIES, alignment, window)) {
    findings.push(yield* judge(alignment, placed, window));
    yield;
  }
  return findings;
}
