import { DAY_SECONDS } from '../../../../text/values/units.js';
import { inventNumber, Random } from './text-changes.js';
import { OwnForm } from './trial-case.js';
import { TrialProvision } from './trial-provision.js';

/** An answer with content of its own; the question, and its facts, if they are others than those of the provision. */
export interface OwnAnswer {
  readonly text: string;
  readonly asked?: string | undefined;
  readonly facts?: readonly string[] | undefined;
}

/** Returns undefined if the provision does not offer what the form needs, or if no such answer is right. */
type Maker = (p: TrialProvision, isFault: boolean, random: Random) => OwnAnswer | undefined;

const byLanguage = (p: TrialProvision, korean: string, english: string): string =>
  p.language === 'ko' ? korean : english;

/** The only fact of a provision, or a wrong one. */
function factOf(p: TrialProvision, isFault: boolean, random: Random): string | undefined {
  const [fact] = p.core.facts;
  if (fact === undefined || p.core.facts.length > 1) return undefined;
  return isFault ? inventNumber(fact, p.article.text, random) : fact;
}

/** A term of days after an event: `받은 날부터 14일 이내`, `within 14 days of`. */
const TERM = { ko: /날(?:부터|로부터) (\d{1,3})일 이내/u, en: /\bwithin (\d{1,3}) days (?:of|after)\b/iu } as const;
const FIRST_OF_MARCH = Date.UTC(2027, 2, 1);
/** Days by which a wrong result differs. */
const MOST_OFF = 6;

/** The last day of a term that begins on 1 March. */
const calculated: Maker = (p, isFault, random) => {
  const days = TERM[p.language].exec(p.clause)?.[1];
  if (days === undefined || p.core.facts.length !== 1 || !p.core.facts[0]?.includes(days)) return undefined;
  const off = isFault ? 2 + Math.floor(random() * MOST_OFF) : 0;
  const day = new Date(FIRST_OF_MARCH + (Number(days) + off) * DAY_SECONDS * 1000);
  const english = day.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return {
    text: byLanguage(p, `${day.getUTCMonth() + 1}월 ${day.getUTCDate()}일까지입니다.`, `It is due by ${english}.`),
    asked: byLanguage(
      p,
      `${p.core.documentTitle}의 ${p.core.topic}에서 3월 1일부터 세면 며칠까지인가요?`,
      `${p.core.topic}: counting from March 1, what is the last day?`,
    ),
  };
};

const NUMBERED =
  /(?<![\d.,제])\d{1,4}(?:개월|퍼센트|시간|학점|일|주|년|분|명|회)(?![가-힣]?\d)|\b\d{1,4} (?:days?|weeks?|months?|years?|hours?|minutes?|percent)\b/gu;

/** One of the two numbers of a sentence, asked for both. */
const partial: Maker = (p, isFault) => {
  const numbers = [...new Set(p.clause.match(NUMBERED) ?? [])];
  const [first, second] = numbers;
  if (first === undefined || second === undefined || numbers.length > 2) return undefined;
  return {
    text: isFault ? byLanguage(p, `${first}입니다.`, `It is ${first}.`) : p.clause,
    asked: byLanguage(
      p,
      `${p.core.documentTitle}의 ${p.core.topic}에서 정하는 수는 각각 얼마인가요?`,
      `${p.core.topic}: which numbers apply?`,
    ),
    facts: [first, second],
  };
};

const refusal: Maker = (p, isFault) =>
  isFault
    ? { text: byLanguage(p, '그 내용은 제가 알려 드릴 수 없습니다.', 'I cannot share that with you.') }
    : undefined;

const clarifying: Maker = (p, isFault) =>
  isFault
    ? {
        text: byLanguage(
          p,
          '어느 부분을 말씀하시는 건가요? 조금 더 구체적으로 알려 주세요.',
          'Which part do you mean? Please describe it more exactly.',
        ),
      }
    : undefined;

const guess: Maker = (p, isFault, random) => {
  const fact = factOf(p, isFault, random);
  if (fact === undefined) return undefined;
  return {
    text: byLanguage(p, `확실하지는 않지만 아마 ${fact}일 거예요.`, `I am not sure, but it is probably ${fact}.`),
  };
};

/** Units that are said in the other language, and limits around them. */
const UNITS: readonly (readonly [korean: string, english: RegExp, name: string])[] = [
  ['일', /^days?$/iu, 'days'],
  ['주', /^weeks?$/iu, 'weeks'],
  ['개월', /^months?$/iu, 'months'],
  ['년', /^years?$/iu, 'years'],
  ['시간', /^hours?$/iu, 'hours'],
  ['분', /^minutes?$/iu, 'minutes'],
  ['퍼센트', /^percent$/iu, 'percent'],
];
const LIMITS: readonly (readonly [korean: string, english: string])[] = [
  ['이내', 'within'],
  ['이상', 'at least'],
  ['이하', 'at most'],
  ['', ''],
];
const KOREAN_FACT = /^(\d{1,4})(일|주|개월|년|시간|분|퍼센트)\s?(이내|이상|이하)?$/u;
const ENGLISH_FACT = /^(?:(within|at least|at most) )?(\d{1,4}) ([a-z]+)$/iu;

/** A number with its unit in the other language. */
function translated(fact: string, language: 'en' | 'ko'): string | undefined {
  if (language === 'ko') {
    const [, number, unit, limit = ''] = KOREAN_FACT.exec(fact) ?? [];
    const name = UNITS.find(([korean]) => korean === unit)?.[2];
    const lead = LIMITS.find(([korean]) => korean === limit)?.[1] ?? '';
    return number === undefined || name === undefined ? undefined : `${lead} ${number} ${name}.`.trimStart();
  }
  const [, limit = '', number, unit = ''] = ENGLISH_FACT.exec(fact) ?? [];
  const name = UNITS.find(([, english]) => english.test(unit))?.[0];
  const behind = LIMITS.find(([, english]) => english === limit.toLowerCase())?.[0] ?? '';
  return number === undefined || name === undefined ? undefined : `${`${number}${name} ${behind}`.trimEnd()}입니다.`;
}

const across: Maker = (p, isFault, random) => {
  const fact = factOf(p, isFault, random);
  const text = fact === undefined ? undefined : translated(fact, p.language);
  return text === undefined ? undefined : { text };
};

/** Forms whose answers do not change the answering sentence. */
export const OWN_ANSWERS: Readonly<Record<OwnForm, Maker>> = {
  calculated,
  partial,
  refusal,
  clarifying,
  guess,
  across,
};
