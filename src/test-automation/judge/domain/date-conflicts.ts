import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { sayingsOf } from './readable-answer.js';
import { daysOfRule, isBackward, isDayOf } from './rule-days.js';
import { datesOf, valuesOf } from './values.js';
import { CalendarDate } from '../../../text/values/value.js';
import { DAY_SECONDS } from '../../../text/values/units.js';

const dayNumber = (month: number, day: number): number => Date.UTC(2025, month - 1, day) / (1000 * DAY_SECONDS);

/** Why a wrong result is wrong. */
export const OTHER_RESULT = 'the rule gives another result for this case';

/** A day of the answer that neither question nor passages name has to be the one that the rule gives. */
export function dateConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  const backward = isBackward(gold);
  const starts = datesOf(question);
  const rule = gold.flatMap((text) =>
    sayingsOf(text).flatMap((saying) => valuesOf(saying.text).flatMap((term) => daysOfRule(term, starts, backward))),
  );
  if (rule.length === 0) return [];
  const named = [question, ...gold]
    .flatMap((text) => datesOf(text))
    .map(({ month, day }) => `${month ?? 0}-${day ?? 0}`);
  return sayingsOf(answer).flatMap((saying) =>
    datesOf(saying.text).flatMap(({ month, day, year }) => {
      if (month === undefined || day === undefined || named.includes(`${month}-${day}`)) return [];
      return rule.some((one) => isDayOf(one, { month, day, year }))
        ? []
        : [{ ...spanOf(saying), clause: gold[0] ?? '', reason: OTHER_RESULT }];
    }),
  );
}

/** Days of an answer whose distance is a term of the passages: a calculated example. */
export function daysByRule(answer: string, gold: readonly string[]): CalendarDate[] {
  const terms = gold.flatMap((text) => sayingsOf(text).flatMap((saying) => valuesOf(saying.text)));
  const days = terms.flatMap(({ dimension, value }) =>
    dimension === 'time' ? [value / DAY_SECONDS] : dimension === 'month' ? [value * 30.4] : [],
  );
  const said = sayingsOf(answer).flatMap((saying) =>
    datesOf(saying.text).flatMap((date) =>
      date.month === undefined || date.day === undefined ? [] : [{ date, at: dayNumber(date.month, date.day) }],
    ),
  );
  const isApart = (a: number, b: number, term: number): boolean =>
    [-730, -365, 0, 365, 730].some(
      (year) => Math.abs(Math.abs(a - b + year) - term) <= (Number.isInteger(term) ? 1.01 : 3),
    );
  return said
    .filter(({ at }, i) =>
      said.some((other, k) => k !== i && days.some((term) => term >= 1 && isApart(at, other.at, term))),
    )
    .map(({ date }) => date);
}
