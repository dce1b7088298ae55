import { daysByRule } from './date-conflicts.js';
import { CalendarDate } from '../../../text/values/value.js';
import { compareValues } from '../../../text/values/compare-values.js';
import { isSameWord, termsOf, wordShare } from './meaning.js';
import { ratesOf } from './rate-conflicts.js';
import { sayingsOf } from './readable-answer.js';
import { datesOf, isComparable, isSameValue, Value, valuesOf } from './values.js';
import { exampleNumbers, followsFrom, followsInSteps, isWrongProduct } from './worked-out.js';
import { DAY_SECONDS } from '../../../text/values/units.js';

/** A sentence of the evidence. */
export interface Clause {
  readonly text: string;
  readonly id: string | undefined;
  readonly terms: ReturnType<typeof termsOf>;
  readonly values: readonly Value[];
  readonly tier: number;
}

export interface Numbers {
  readonly values: readonly Value[];
  readonly days: readonly CalendarDate[];
}

const isNamed = (day: CalendarDate, days: readonly CalendarDate[]): boolean =>
  days.some((other) => compareValues(day, other) === 'same');

/** Terms that a word names without a number. */
const PERIODS: readonly (readonly [pattern: RegExp, dimension: string, value: number])[] = [
  [/분기|\bquarter/iu, 'month', 3],
  [/반기|반년|\bhalf[- ]year|\bsemi-?annual/iu, 'month', 6],
  [/매년|해마다|연간|연 |\bannual|\byear/iu, 'month', 12],
  [/매월|매달|\bmonth/iu, 'month', 1],
  [/매주|주간|\bweek/iu, 'time', 7 * DAY_SECONDS],
  [/격주|\bbiweekly|\bfortnight/iu, 'time', 14 * DAY_SECONDS],
  [/하루|매일|\bdaily|\bday/iu, 'time', DAY_SECONDS],
];

const isPeriodOf = (value: Value, text: string): boolean =>
  PERIODS.some(
    ([pattern, dimension, size]) => value.dimension === dimension && value.value === size && pattern.test(text),
  );

/** Sentences that show a calculation. */
const CALCULATES =
  /[=×÷+]|더하|빼|곱하|나누|계산|남[은는았습]|합[치하계]|총|따라서|그러니|이므로|이니|니까|씩|\b(?:so|therefore|minus|plus|times|leaves \d|leaving|left|remain(?:s|ing)?|total|sum|per)\b/iu;
/** `30시간짜리 수업이라면`: the case of an example. */
const HYPOTHETICAL = /이?라면|이면|예를 들어|가령|예컨대|\b(?:if|for example|for instance|e\.g\.|say|suppose)\b/iu;

/** `두 가지요`, `two things`: counts the things that the sentence names. */
const COUNTS_UP =
  /^\S{1,3}\s?(?:가지|종류|항목|단계|things?|items?|documents?|steps?|ways?|options?|points?|conditions?|reasons?)/iu;

const isIn = (value: Value, others: readonly Value[]): boolean => others.some((other) => isSameValue(value, other));

/** How often something is to be done. */
const FREQUENCY =
  /\b(?:once|twice|every|each)\s(?:an?\s|per\s)?(?:single\s)?(?:day|week|month|quarter|year|semester)\b|(?:하루|일주일|한 달|1년|일 년|한 해|한 학기)에\s?(?:한|두|세|\d)\s?(?:번|차례|회)/giu;

/** A frequency that neither the question nor a clause near the claim has. */
function addedFrequency(text: string, known: readonly string[]): string[] {
  const rates = new Set(known.flatMap(ratesOf));
  return [...text.matchAll(FREQUENCY)]
    .map(([frequency]) => frequency)
    .filter(
      (frequency) =>
        !known.some((other) => other.includes(frequency)) && !ratesOf(frequency).some((rate) => rates.has(rate)),
    );
}

/** One semester is half a year. */
const SEMESTER_MONTHS = 6;

/** The same number in another form: `2학기` is a year, `more than 14` is at least 15. */
function isRestated(value: Value, rule: Value): boolean {
  const [semesters, months] = rule.dimension === 'semester' ? [rule, value] : [value, rule];
  if (semesters.dimension === 'semester' && months.dimension === 'month')
    return semesters.value * SEMESTER_MONTHS === months.value;
  if (!Number.isInteger(rule.written) || !isComparable(value, rule)) return false;
  return (
    (rule.bound === 'above' && value.written === rule.written + 1) ||
    (rule.bound === 'below' && value.written === rule.written - 1)
  );
}

/** Context from the whole answer, for its calculation. */
export interface Shown {
  readonly values: readonly Value[];
  /** Days that follow from other days of the answer by a term of the passages. */
  readonly days: readonly CalendarDate[];
}

const isDerivedFrom = (value: Value, said: readonly Value[]): boolean => {
  const others = said.filter((other) => other !== value);
  return followsFrom(value, others, others);
};

/** `1박에`, `1인당`: for one each. */
const OF_ONE = /^(?:당|에|마다|씩)/u;

/** A claim with fewer words next to its numbers has its topic from the question. */
export const FEW_WORDS = 4;

/** The words of a claim without those of its numbers. */
export function termsBeside(text: string, values: readonly Value[]): ReturnType<typeof termsOf> {
  return termsOf(values.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text));
}

/** Numbers of a claim that the passages do not have near the topic of the claim. */
export function addedNumbers(
  claim: Numbers,
  text: string,
  clauses: readonly Clause[],
  { question, shown }: { readonly question: Numbers & { readonly text: string }; readonly shown: Shown },
): string[] {
  const passages = clauses.filter(({ tier }) => tier === 0);
  const gold = passages.flatMap(({ values }) => values);
  const terms = termsOf(text);
  // A short claim has its topic from the question: `Within 14 days.`
  const topic = termsBeside(text, claim.values).length < FEW_WORDS ? [...terms, ...termsOf(question.text)] : terms;
  const examples = exampleNumbers(claim.values, gold);
  const stated = [...question.values, ...gold.filter((value) => isIn(value, shown.values))];
  const isDerived = (value: Value): boolean =>
    !isWrongProduct(value, text, [...claim.values, ...question.values], gold) &&
    (followsFrom(value, question.values, gold) || (CALCULATES.test(text) && followsInSteps(value, stated)));
  const isCase = HYPOTHETICAL.exec(text);
  const isKnown = (value: Value): boolean =>
    examples.has(value) ||
    (examples.size > 0 && isCase !== null && value.end <= isCase.index) ||
    isIn(value, gold) ||
    gold.some((rule) => isRestated(value, rule)) ||
    isIn(value, question.values) ||
    passages.some(({ text: clause }) => isPeriodOf(value, clause)) ||
    isDerived(value) ||
    (claim.values.length > 2 &&
      isDerivedFrom(value, claim.values) &&
      !isWrongProduct(value, text, claim.values, gold)) ||
    clauses.some(
      ({ values, terms: held, tier }) =>
        isIn(value, values) &&
        topic.filter((word) => held.some((other) => isSameWord(word, other))).length >= (tier === 1 ? 1 : 2),
    );
  const values = claim.values.filter(
    (value) =>
      !value.soft &&
      !(value.written === 1 && OF_ONE.test(text.slice(value.end, value.end + 4))) &&
      !COUNTS_UP.test(text.slice(value.start, value.end + 10)) &&
      !value.denied &&
      !value.approximate &&
      !isKnown(value),
  );
  const days =
    question.days.length > 0
      ? []
      : claim.days.filter(
          (day) => !isNamed(day, shown.days) && !clauses.some((clause) => isNamed(day, datesOf(clause.text))),
        );
  const nearby = clauses.filter(({ tier, terms: held }) => tier < 2 && wordShare(terms, held) > 0);
  return [
    ...values.map((value) => text.slice(value.start, value.end)),
    ...days.map((day) => text.slice(day.start, day.end)),
    ...addedFrequency(text, [question.text, ...nearby.map((clause) => clause.text)]),
  ];
}

/** Context from the whole answer for one of its claims. */
export function shownBy(answer: string, gold: readonly string[]): Shown {
  return { values: sayingsOf(answer).flatMap((saying) => valuesOf(saying.text)), days: daysByRule(answer, gold) };
}
