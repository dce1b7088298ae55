import { DAY_SECONDS } from '../../../text/values/units.js';
import { TextSpan } from '../../../text/text-span.js';
import { FactSetting } from './fact-polarity.js';
import { sayingsOf } from './readable-answer.js';
import { daysOfRule, isBackward, isDayOf, RuleDay } from './rule-days.js';
import { datesOf, isSameValue, Value, valuesOf } from './values.js';

/** What an answer makes of a rule for the case of the question. */
export interface CaseResult {
  readonly verdict: 'stated' | 'contradicted';
  /** Offsets count in the answer. */
  readonly where: TextSpan;
}

/** A number of the passages with its sentence. */
interface Rule {
  readonly value: Value;
  readonly text: string;
}

const rulesOf = (text: string): Rule[] =>
  sayingsOf(text).flatMap((saying) => valuesOf(saying.text).map((value) => ({ value, text: saying.text })));

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/* ---------------------------------------------------------------- a rate times a count, a share of an amount */

/** A rate for each of something, with the length of a period in days; 0 for other things. */
const RATES: readonly (readonly [pattern: RegExp, days: number])[] = [
  [/하루|매일|일당|1일\s?(?:에|당|마다)|\b(?:a|per|each|every) day|\bdaily/iu, 1],
  [/매주|주당|1주\s?(?:에|당|마다)|\b(?:a|per|each|every) week|\bweekly/iu, 7],
  [/시간당|매시간|1시간\s?(?:에|당|마다)|\b(?:an|per|each|every) hour|\bhourly/iu, 1 / 24],
  [/매월|매달|월\s?\d|개월당|\b(?:a|per|each|every) month|\bmonthly/iu, 30],
  [/씩|당(?=[\s\d])|마다|\b(?:each|apiece|per|for every)\b/iu, 0],
];
const MONTH_DAYS = 30;
const DISCOUNT = /감면|할인|깎|면제|공제|\breduc\w*|\bdiscount\w*|\boff\b|\bwaive\w*|\bdeduct\w*/iu;
const PAYS = /내야|내나|내면|냅니까|납부|지불|얼마를? 내|\bpay\b|\bcost\b|\bowe\b|\bdue\b/iu;

/** The number of times that a rate applies to a number of the question; undefined if it counts something else. */
function timesOf(count: Value, rate: Rule, days: number): number | undefined {
  if (count.dimension === rate.value.dimension) return undefined;
  if (days === 0) return count.kind === 'bare' || count.dimension === 'clock' ? undefined : count.written;
  if (count.dimension === 'time') return days === MONTH_DAYS ? undefined : count.value / DAY_SECONDS / days;
  return count.dimension === 'month' && days === MONTH_DAYS ? count.value : undefined;
}

/** Amounts that follow from a rule for the numbers of the question, in the base unit of the dimension. */
function amountsOf(rule: Rule, asked: readonly Value[], question: string, rules: readonly Rule[]) {
  const { value, text } = rule;
  if (value.dimension === 'ratio' || value.dimension === 'fold') {
    const factor = value.dimension === 'ratio' ? value.value : value.written;
    return asked
      .filter(({ dimension, kind }) => dimension !== value.dimension && kind !== 'bare')
      .flatMap((base) => {
        const isReduced = value.dimension === 'ratio' && DISCOUNT.test(text);
        const [share, rest] = [base.value * factor, base.value * (1 - factor)];
        const right = isReduced ? (PAYS.test(question) ? [rest] : [share, rest]) : [share];
        return right.map((amount) => ({ amount, dimension: base.dimension }));
      });
  }
  const rate = RATES.find(([pattern]) => pattern.test(text));
  if (rate === undefined || value.kind === 'bare') return [];
  const counts = asked.flatMap((count) => timesOf(count, rule, rate[1]) ?? []);
  const products = [...counts, ...counts.flatMap((a, i) => counts.slice(i + 1).map((b) => a * b))];
  const most = rules.find(
    (other) =>
      other.value.dimension === value.dimension &&
      other.value.value > value.value &&
      ['at_most', 'until', 'below'].includes(other.value.bound),
  );
  return products.map((times) => ({
    amount: Math.min(value.value * times, most?.value.value ?? Infinity),
    dimension: value.dimension,
  }));
}

/* ---------------------------------------------------------------- what is left, what it is together */

const ASKS_REST = /남|더\s|잃|부족|모자|초과|\b(?:left|remain\w*|still|more|short|lose|forfeit)\b/iu;
const ASKS_SUM = /모두|전부|합[치하계]|총\s|\b(?:altogether|in total|in all|overall)\b/iu;

function combinedAmounts({ value }: Rule, asked: readonly Value[], question: string) {
  const alike = asked.filter(({ dimension, kind }) => dimension === value.dimension && kind === value.kind);
  const { dimension } = value;
  return alike.flatMap((own) => [
    ...(ASKS_REST.test(question) ? [{ amount: Math.abs(value.value - own.value), dimension }] : []),
    ...(ASKS_SUM.test(question) ? [{ amount: value.value + own.value, dimension }] : []),
  ]);
}

/* ---------------------------------------------------------------- a time of the day */

const NEXT_DAY = /다음\s?날|이튿날|내일|\b(?:next|following) day\b|\btomorrow\b/iu;
const HOUR_SECONDS = 3600;
const DAY_HOURS = 24;

/** Hours of the clock that a term of hours gives; those of the next day have to be called so. */
function hoursOf({ value }: Rule, asked: readonly Value[]): { readonly hour: number; readonly isNext: boolean }[] {
  if (value.dimension !== 'time' || value.value % DAY_SECONDS === 0) return [];
  return asked
    .filter(({ dimension }) => dimension === 'clock')
    .map(({ value: start }) => {
      const at = start + value.value / HOUR_SECONDS;
      return { hour: at % DAY_HOURS, isNext: at >= DAY_HOURS };
    });
}

/* ---------------------------------------------------------------- the answer */

interface Said {
  readonly isRight: boolean;
  readonly where: TextSpan;
}

const isDeniedHere = ({ denied, soft, approximate }: Value): boolean => denied || soft || approximate;

/** Days that an answer names, compared with those that the rules give. */
function saidDays(text: string, days: readonly RuleDay[], named: readonly string[]): Said[] {
  if (days.length === 0) return [];
  return sayingsOf(text).flatMap((saying) =>
    datesOf(saying.text).flatMap(({ month, day, year, start, end }) => {
      if (month === undefined || day === undefined || named.includes(`${month}-${day}`)) return [];
      const where = { start: saying.start + start, end: saying.start + end };
      return [{ isRight: days.some((one) => isDayOf(one, { month, day, year })), where }];
    }),
  );
}

/** Amounts and hours that an answer names, compared with those that the rules give. */
function saidAmounts(
  text: string,
  results: readonly { readonly amount: number; readonly dimension: string }[],
  hours: readonly { readonly hour: number; readonly isNext: boolean }[],
  named: readonly Value[],
): Said[] {
  return sayingsOf(text).flatMap((saying) =>
    valuesOf(saying.text).flatMap((value): Said[] => {
      const where = { start: saying.start + value.start, end: saying.start + value.end };
      if (isDeniedHere(value)) return [];
      if (value.dimension === 'clock')
        return hours.length === 0 || named.some((other) => isSameValue(other, value))
          ? []
          : [
              {
                where,
                isRight: hours.some((h) => near(h.hour, value.value) && h.isNext === NEXT_DAY.test(saying.text)),
              },
            ];
      const alike = results.filter(({ dimension }) => dimension === value.dimension);
      const isRight = alike.some(({ amount }) => near(amount, value.value));
      if (!isRight && named.some((other) => isSameValue(other, value))) return [];
      return alike.length === 0 ? [] : [{ where, isRight }];
    }),
  );
}

/** The rules that decide: those of the fact, or those of the passages that give the fact as their result. */
function decidingRules(facts: readonly Rule[], passages: readonly Rule[], isResult: (rule: Rule) => boolean): Rule[] {
  const own = passages.filter(({ value }) => facts.some((fact) => isSameValue(fact.value, value)));
  return own.length > 0 ? own : [...facts, ...passages.filter(isResult)];
}

/**
 * Whether an answer states the result of a rule for the day, the count or the amount of the question, or another one: `March 15` for
 * `within 14 days` and `borrowed on March 1`, `6 dollars` for `2 dollars a day` and `3 days late`.
 * @param alternatives wordings of the rule, or of its result
 * @returns undefined if the answer names no result, or the question has no case
 */
export function resultForCase(
  alternatives: readonly string[],
  text: string,
  { question, gold }: FactSetting,
): CaseResult | undefined {
  const asked = sayingsOf(question)
    .flatMap((saying) => valuesOf(saying.text))
    .filter(({ denied }) => !denied);
  const starts = datesOf(question);
  if (asked.length === 0 && starts.length === 0) return undefined;
  const facts = alternatives.flatMap(rulesOf);
  const passages = gold.flatMap(rulesOf);
  const factDays = alternatives.flatMap((phrase) => datesOf(phrase));
  const amounts = (rule: Rule) => [
    ...amountsOf(rule, asked, question, passages),
    ...combinedAmounts(rule, asked, question),
  ];
  const backward = isBackward(gold.length > 0 ? gold : alternatives);
  const isResult = (rule: Rule): boolean =>
    facts.some(({ value }) =>
      amounts(rule).some(({ amount, dimension }) => dimension === value.dimension && near(amount, value.value)),
    ) ||
    factDays.some(({ month, day, year }) =>
      month === undefined || day === undefined
        ? false
        : daysOfRule(rule.value, starts, backward).some((one) => isDayOf(one, { month, day, year })),
    );
  const rules = decidingRules(facts, passages, isResult);
  const named = [...asked, ...passages.map(({ value }) => value), ...facts.map(({ value }) => value)];
  const days = rules.flatMap(({ value }) => daysOfRule(value, starts, backward));
  const namedDays = [question, ...gold].flatMap((one) => datesOf(one)).map((d) => `${d.month ?? 0}-${d.day ?? 0}`);
  const said = [
    ...saidDays(text, days, namedDays),
    ...saidAmounts(
      text,
      rules.flatMap(amounts),
      rules.flatMap((rule) => hoursOf(rule, asked)),
      named,
    ),
  ];
  const wrong = said.find(({ isRight }) => !isRight);
  const right = said.find(({ isRight }) => isRight);
  // A calculation that is shown may have other numbers on the way.
  const decisive = right ?? wrong;
  if (decisive === undefined) return undefined;
  return { verdict: decisive.isRight ? 'stated' : 'contradicted', where: decisive.where };
}
