import { Steps } from '../../../shared/domain/steps.js';
import { boundsConflict } from '../../../text/quantities/bounds.js';
import { CalendarDate, compareDates } from '../../../text/dates/calendar-dates.js';
import { Quantity } from '../../../text/quantities/quantities.js';
import { Alignment, Window } from './alignment.js';
import { Finding } from './finding.js';
import { clausesInReach, Kind, placeAll, Placed, standsAnywhere } from './places.js';
import { DAY_SECONDS } from '../../../text/quantities/units.js';

const DATES: Kind<CalendarDate> = {
  items: (reading) => reading.dates,
  isComparable: (a, b) => compareDates(a, b) !== 'unrelated',
  isEqual: (a, b) => compareDates(a, b) === 'same',
};

/** Whether a number alone may be a part of a date: `14일`, `3월`. */
function isPartOf(quantity: Quantity, date: CalendarDate): boolean {
  if (quantity.dimension === 'calendar month') return quantity.value === date.month;
  return quantity.factor === DAY_SECONDS && quantity.value === DAY_SECONDS * (date.day ?? 0);
}

function* judge(alignment: Alignment, placed: Placed<CalendarDate>, window: Window): Steps<Finding> {
  const { item: date, places, left } = placed;
  const best = left ?? placed.best;
  const name = alignment.claim.text.slice(date.start, date.end);
  const readings = clausesInReach(alignment, window).map(({ clauses }) => alignment.clause(clauses[0] ?? -1)?.reading);
  const isPartly =
    places().some(({ item }) => compareDates(date, item) === 'partly') ||
    readings.some((reading) => reading?.quantities.some((quantity) => isPartOf(quantity, date)));
  if (best?.equal === true)
    return boundsConflict(date.bound, best.item.bound)
      ? {
          feature: 'comparator',
          outcome: 'conflicts',
          reason: `'${name}' limits the other way in the evidence`,
          clause: best.clause,
        }
      : {
          feature: 'date',
          outcome: 'agrees',
          reason: `'${name}' agrees`,
          clause: best.clause,
        };
  if (isPartly && left === undefined)
    return {
      feature: 'date',
      outcome: 'agrees',
      reason: `the evidence contains a part of '${name}'`,
    };
  if (best === undefined || best.clause !== window.clauses[0])
    return {
      feature: 'date',
      outcome: 'missing',
      required: !(yield* standsAnywhere(DATES, date, alignment)),
      reason: `the evidence contains no date like '${name}'`,
    };
  const reading = alignment.clause(best.clause)?.reading;
  const other = reading?.text.slice(best.item.start, best.item.end) ?? '';
  return {
    feature: 'date',
    outcome: 'conflicts',
    reason: `the claim says '${name}', the evidence '${other}'`,
    clause: best.clause,
  };
}

/**
 * Compares each date of a claim with the dates of the clauses that contain the claim's words; only the best clause can contradict. Yields
 * between the dates.
 */
export function* compareDatesOf(alignment: Alignment, window: Window): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const placed of yield* placeAll(DATES, alignment, window)) {
    findings.push(yield* judge(alignment, placed, window));
    yield;
  }
  return findings;
}

/** Whether a number of the claim is a part of a date of the evidence (`14일` of `3월 14일`), so that it does not count as missing. */
export function standsInDate(quantity: Quantity, alignment: Alignment, window: Window): boolean {
  return clausesInReach(alignment, window).some(({ clauses: [clause = -1] }) =>
    alignment.clause(clause)?.reading.dates.some((date) => isPartOf(quantity, date)),
  );
}
