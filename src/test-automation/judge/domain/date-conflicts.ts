import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { sayingsOf } from './readable-answer.js';
import { datesOf, valuesOf } from './values.js';
import { DAY_SECONDS } from '../../../text/quantities/units.js';

const dayNumber = (month: number, day: number): number => Date.UTC(2025, month - 1, day) / (1000 * DAY_SECONDS);

/** Days of the year that the rule gives for the caller's dates; offsets count days from 1970 in a common year. */
function workedOutDays(
  question: string,
  gold: readonly string[],
): { readonly day: number; readonly forward: boolean }[] {
  const asked = datesOf(question).flatMap(({ month, day }) =>
    month === undefined || day === undefined ? [] : [dayNumber(month, day)],
  );
  const terms = gold.flatMap((text) => sayingsOf(text).flatMap((saying) => valuesOf(saying.text)));
  return asked.flatMap((start) =>
    terms.flatMap((term) => {
      const days =
        term.dimension === 'time' ? term.value / DAY_SECONDS : term.dimension === 'month' ? term.value * 30.4 : 0;
      return days >= 1
        ? [
            { day: start + days, forward: true },
            { day: start - days, forward: false },
          ]
        : [];
    }),
  );
}

const isBackward = (gold: readonly string[]): boolean =>
  gold.some((text) => /전(?:에|까지|일|으로| )|이전|before|prior|in advance/iu.test(text)) &&
  !gold.some((text) => /후|부터|after|from|받은|이내/iu.test(text));

/** A day of the answer that neither question nor passages name has to be the one that the rule gives. */
export function dateConflicts(
  answer: string,
  { gold, question }: ConflictSetting,
): { readonly conflicts: Conflict[]; readonly workedOut: boolean } {
  const rule = workedOutDays(question, gold);
  if (rule.length === 0) return { conflicts: [], workedOut: false };
  const named = [question, ...gold]
    .flatMap((text) => datesOf(text))
    .map(({ month, day }) => `${month ?? 0}-${day ?? 0}`);
  const backward = isBackward(gold);
  const allowed = rule.filter(({ forward }) => forward !== backward);
  const months = rule.some(({ day }) => !Number.isInteger(day));
  let workedOut = false;
  const conflicts = sayingsOf(answer).flatMap((saying) =>
    datesOf(saying.text).flatMap(({ month, day }) => {
      if (month === undefined || day === undefined || named.includes(`${month}-${day}`)) return [];
      const said = dayNumber(month, day);
      const fits = allowed.some((expected) =>
        [-365, 0, 365].some((year) => Math.abs(expected.day + year - said) <= (months ? 3 : 1.01)),
      );
      if (fits) workedOut = true;
      return fits
        ? []
        : [{ ...spanOf(saying), clause: gold[0] ?? '', reason: 'the rule gives another day for this case' }];
    }),
  );
  return { conflicts, workedOut };
}

/** Days of an answer whose distance is a term of the passages, as `month-day`: a calculated example. */
export function daysByRule(answer: string, gold: readonly string[]): ReadonlySet<string> {
  const terms = gold.flatMap((text) => sayingsOf(text).flatMap((saying) => valuesOf(saying.text)));
  const days = terms.flatMap(({ dimension, value }) =>
    dimension === 'time' ? [value / DAY_SECONDS] : dimension === 'month' ? [value * 30.4] : [],
  );
  const said = sayingsOf(answer).flatMap((saying) =>
    datesOf(saying.text).flatMap(({ month, day }) =>
      month === undefined || day === undefined ? [] : [{ key: `${month}-${day}`, at: dayNumber(month, day) }],
    ),
  );
  const isApart = (a: number, b: number, term: number): boolean =>
    [-730, -365, 0, 365, 730].some(
      (year) => Math.abs(Math.abs(a - b + year) - term) <= (Number.isInteger(term) ? 1.01 : 3),
    );
  const explained = said.filter(({ at }, i) =>
    said.some((other, k) => k !== i && days.some((term) => term >= 1 && isApart(at, other.at, term))),
  );
  return new Set(explained.map(({ key }) => key));
}
