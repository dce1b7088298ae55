import { Steps } from '../../../shared/domain/steps.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { boundsConflict } from '../../../text/values/bounds.js';
import { compareValues } from '../../../text/values/compare-values.js';
import { DAY_SECONDS } from '../../../text/values/units.js';
import { CalendarDate, isQuantity, Quantity, Value } from '../../../text/values/value.js';
import { Alignment, Window } from './alignment.js';
import { Finding } from './finding.js';
import { APPROXIMATION, clausesInReach, isNear, Place, placeAll, Placed, ROUNDING, standsAnywhere } from './places.js';

const TOTAL = /총|합계|합하|통틀어|모두|전체|\b(?:total|combined|altogether|together|in all)\b/iu;

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
function isSum(item: Quantity, { places, best }: Placed, claim: ClauseReading): boolean {
  const values = places().flatMap(({ clause, item: other }) =>
    clause === best?.clause && isQuantity(other) && other.dimension === item.dimension && !other.soft
      ? [other.value]
      : [],
  );
  const whole = values.reduce((sum, value) => sum + value, 0);
  const tolerance = item.approximate ? APPROXIMATION : ROUNDING;
  const isMeant = (value: number): boolean => isNear(item.value, value, tolerance);
  if (values.length < 2) return false;
  return isMeant(whole) || (TOTAL.test(claim.text) && hasPair(values, isMeant));
}

/** The value as written; a number with the rest of its word. */
function written(reading: ClauseReading | undefined, value: Value): string {
  if (reading === undefined) return '';
  const rest = isQuantity(value) ? (/^[^\s,.;)]{0,12}/u.exec(reading.text.slice(value.end))?.[0].length ?? 0) : 0;
  return reading.text.slice(value.start, value.end + rest);
}

/** Whether a number alone may be a part of a date: `14일`, `3월`. */
function isPartOf(quantity: Quantity, date: CalendarDate): boolean {
  if (quantity.dimension === 'calendar month') return quantity.value === date.month;
  return quantity.factor === DAY_SECONDS && quantity.value === DAY_SECONDS * (date.day ?? 0);
}

/** Whether the evidence in reach has a part of the claim's value: `14일` of `3월 14일`, or `March 14` of `March 14, 2026`. */
function isPartly({ item, places }: Placed, alignment: Alignment, window: Window): boolean {
  if (item.kind === 'date' && places().some((place) => !place.equal && compareValues(item, place.item) === 'same'))
    return true;
  return clausesInReach(alignment, window).some(({ clauses: [clause = -1] }) =>
    alignment
      .clause(clause)
      ?.reading.values.some((other) =>
        item.kind === 'date'
          ? isQuantity(other) && isPartOf(other, item)
          : other.kind === 'date' && isQuantity(item) && isPartOf(item, other),
      ),
  );
}

const featureOf = (value: Value): 'date' | 'number' => (value.kind === 'date' ? 'date' : 'number');

function compareBounds(alignment: Alignment, value: Value, { clause, item }: Place): Finding {
  const name = written(alignment.claim, value);
  if (!boundsConflict(value.bound, item.bound))
    return { feature: featureOf(value), outcome: 'agrees', reason: `'${name}' agrees`, clause };
  const said = (bound: string): string => bound.replace('_', ' ');
  const other = written(alignment.clause(clause)?.reading, item);
  const reason = `the claim says '${name}' (${said(value.bound)}), the evidence '${other}' (${said(item.bound)})`;
  return { feature: 'comparator', outcome: 'conflicts', reason, clause };
}

/** The evidence has no value to compare with. The same number with another unit is a conflict; no number is not. */
function* withoutPlace(alignment: Alignment, value: Value, main: number | undefined): Steps<Finding> {
  const feature = featureOf(value);
  const name = written(alignment.claim, value);
  const reading = main === undefined ? undefined : alignment.clause(main)?.reading;
  const other =
    isQuantity(value) && !value.soft
      ? reading?.values.find((one) => isQuantity(one) && compareValues(value, one) === 'different')
      : undefined;
  if (other !== undefined) {
    const reason = `the claim says '${name}', the evidence '${written(reading, other)}'`;
    return { feature, outcome: 'conflicts', reason, clause: main };
  }
  const required = !(isQuantity(value) && value.soft) && !(yield* standsAnywhere(value, alignment));
  return { feature, outcome: 'missing', required, reason: `the evidence contains no ${feature} like '${name}'` };
}

function* judge(alignment: Alignment, placed: Placed, window: Window): Steps<Finding> {
  const { item, left } = placed;
  const feature = featureOf(item);
  const isSoft = isQuantity(item) && item.soft;
  const best = isSoft ? placed.best : (left ?? placed.best);
  const name = written(alignment.claim, item);
  if (best?.equal === true) return compareBounds(alignment, item, best);
  if ((isQuantity(item) || left === undefined) && isPartly(placed, alignment, window))
    return { feature, outcome: 'agrees', reason: `'${name}' agrees with a part of a date` };
  // Only the best clause can contradict a date, a time or a name: another one is often about another thing.
  if (best === undefined || (!isQuantity(item) && best.clause !== window.clauses[0]))
    return yield* withoutPlace(alignment, item, window.clauses[0]);
  const { clause } = best;
  const other = written(alignment.clause(clause)?.reading, best.item);
  const isMet =
    isQuantity(item) &&
    isQuantity(best.item) &&
    best !== left &&
    (keepsLimit(item, best.item) || isSum(item, placed, alignment.claim));
  if (isMet) return { feature, outcome: 'agrees', reason: `'${name}' follows from '${other}'`, clause };
  const reason = `the claim says '${name}', the evidence '${other}'`;
  return { feature, outcome: isSoft ? 'missing' : 'conflicts', reason, clause };
}

/**
 * Compares each value of a claim with the values of its kind in the clauses that contain the claim's words. Yields between the values.
 */
export function* compareValuesOf(alignment: Alignment, window: Window): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const placed of yield* placeAll(alignment, window)) {
    findings.push(yield* judge(alignment, placed, window));
    yield;
  }
  return findings;
}
