import { FINAL, finalOf, hasSyllable } from '../../../../text/korean/hangul-syllable.js';
import { PARTICLES } from '../../../../text/korean/korean-particle.js';

/** Numbers in [0, 1). */
export type Random = () => number;

/**
 * Changes a clause so that its meaning differs, or paraphrases it; undefined if it offers nothing to change.
 * @param around the provision of the clause
 */
export type Change = (clause: string, around: string, random: Random) => string | undefined;

const NUMBER =
  /(?<![\d.,제])(\d{1,3}(?:,\d{3})*|\d+)(?=\s?(일|주|개월|년|시간|분|명|회|학점|퍼센트|점|원|만원|권|학기|days?|hours?|minutes?|weeks?|months?|percent|seconds?|characters|people)(?![a-z]))/gu;

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

interface FoundNumber {
  readonly at: number;
  readonly digits: string;
  readonly unit: string;
}

function numbers(text: string): FoundNumber[] {
  // `3월 1일` is a date, not a period of one day.
  return [...text.matchAll(NUMBER)]
    .filter((match) => !/월\s?$/u.test(text.slice(Math.max(0, match.index - 2), match.index)))
    .filter((match) => !/^\s?분의/u.test(text.slice(match.index + (match[1] ?? '').length)))
    .map((match) => ({ at: match.index, digits: match[1] ?? '', unit: match[2] ?? '' }));
}

function replaceAt(text: string, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length);
}

/** A number that is nowhere in the provision. */
export const inventNumber: Change = (clause, around, random) => {
  const found = pick(numbers(clause), random);
  if (found === undefined) return undefined;
  const value = Number(found.digits.replace(/,/gu, ''));
  const invented = [value * 2, value + 3, value * 3, value + 1].map(String).find((v) => !around.includes(v));
  return invented === undefined ? undefined : replaceAt(clause, found.at, found.digits.length, invented);
};

function numberOf(isFit: (other: FoundNumber, found: FoundNumber) => boolean): Change {
  return (clause, around, random) => {
    const found = pick(numbers(clause), random);
    if (found === undefined) return undefined;
    const others = numbers(around).filter((n) => n.digits !== found.digits && isFit(n, found));
    const other = pick(others, random);
    return other === undefined ? undefined : replaceAt(clause, found.at, found.digits.length, other.digits);
  };
}

/** Another number of the same unit in the provision. */
export const swapNumber: Change = numberOf((other, found) => other.unit === found.unit);

/** Another number of the provision that counts something else there. */
export const otherNumber: Change = numberOf((other, found) => other.unit !== found.unit);

const OTHER_UNIT: Readonly<Record<string, string>> = {
  일: '개월', 주: '개월', 개월: '년', 년: '개월', 시간: '일', 분: '시간', 명: '회', 회: '명', 학점: '학기', 퍼센트: '점', 점: '퍼센트', 학기: '년',
  day: 'week', days: 'weeks', hour: 'day', hours: 'days', minute: 'hour', minutes: 'hours', week: 'month', weeks: 'months', month: 'year',
  months: 'years', percent: 'people', second: 'minute', seconds: 'minutes',
}; // prettier-ignore

/** The right number with the wrong unit. */
export const changeUnit: Change = (clause, _, random) => {
  const found = pick(
    numbers(clause).filter(({ unit }) => OTHER_UNIT[unit] !== undefined),
    random,
  );
  if (found === undefined) return undefined;
  const at = clause.indexOf(found.unit, found.at + found.digits.length);
  return replaceAt(clause, at, found.unit.length, OTHER_UNIT[found.unit] ?? '');
};

/** Rewritings that are tried alternately; the first match is applied. */
function rewriting(rules: readonly (readonly [RegExp, string])[]): Change {
  return (clause) => {
    const rule = rules.find(([pattern]) => pattern.test(clause));
    return rule === undefined ? undefined : clause.replace(rule[0], rule[1]);
  };
}

/** 이상 into 미만, `at least` into `at most`, and so on. */
export const flipComparator = rewriting([
  [/(?<=\d\s?[가-힣]{1,3}\s?)이상/u, '미만'],
  [/(?<=\d\s?[가-힣]{1,3}\s?)이하/u, '초과'],
  [/(?<=\d\s?[가-힣]{1,3}\s?)초과(?!하|할|한)/u, '이하'],
  [/(?<=\d\s?[가-힣]{1,3}\s?)미만/u, '이상'],
  [/(?<=\d\s?[가-힣]{1,3}\s?)이내/u, '이후'],
  [/\bat least(?= \d)/u, 'at most'],
  [/\bat most(?= \d)/u, 'at least'],
  [/\bmore than(?= \d)/u, 'less than'],
  [/\bwithin(?= \d)/u, 'after'],
  [/\bup to(?= \d+ \w+[.,;])/u, 'more than'],
]);

export const negate = rewriting([
  [/할 수 있다\.$/u, '할 수 없다.'],
  [/할 수 없다\.$/u, '할 수 있다.'],
  [/하여야 한다\.$/u, '하지 아니하여도 된다.'],
  [/하지 아니한다\.$/u, '한다.'],
  [/되지 아니한다\.$/u, '된다.'],
  [/(?<=[가-힣])된다\.$/u, '되지 아니한다.'],
  [/(?<=(?<!아니)[가-힣])(?<!아니)한다\.$/u, '하지 아니한다.'],
  [/\bmust not\b/u, 'may'],
  [/\bmust\b/u, 'need not'],
  [/\b(is|are) not\b/u, '$1'],
  [/\bdoes not (\w+?)\b/u, '$1s'],
  [/\b(is|are|was|were|can|will)\b(?! not)/u, '$1 not'],
]);

/** A paraphrase that no judge may call wrong. */
export const paraphrase = rewriting([
  [/(?<=\d)주 이내/u, '주 안'],
  [/(\d{1,20})퍼센트/u, '$1%'],
  [/할 수 있다\.$/u, '할 수 있습니다.'],
  [/하여야 한다\.$/u, '해야 합니다.'],
  [/하지 아니한다\.$/u, '하지 않습니다.'],
  [/(?<=[가-힣])한다\.$/u, '합니다.'],
  [/(?<=[가-힣])된다\.$/u, '됩니다.'],
  [/\bat least (\d+)/u, 'no fewer than $1'],
  [/\bat most (\d+)/u, 'no more than $1'],
  [/\bwithin (\d+)/u, 'in no more than $1'],
  [/\b(\d+) percent\b/u, '$1 %'],
  [/\bdoes not\b/u, "doesn't"],
  [/\bmust be\b/u, 'has to be'],
]);

/**
 * The people of an English sentence that states a rule: its subject, or whom it is for. The rule is not about people who are mentioned in
 * passing.
 */
function ruledIn(kinds: string): RegExp {
  return new RegExp(
    `(?<=(?:^|[.!?]\\s)(?:(?:all|new|only|most)\\s)?|\\b(?:for|to|by)\\s(?:all\\s|new\\s)?)(?:${kinds})\\b`,
    'iu',
  );
}

/** People of one kind, and others whom their rule does not cover. */
const PEOPLE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<=^|\s)(?:학생|휴학생|재학생|신입생|졸업생)(?=[은는이가을를의]|에게)/u, ['조교', '직원']],
  [/(?<=^|\s)(?:대학원생)(?=[은는이가을를의]|에게)/u, ['학부생']],
  [/(?<=^|\s)(?:교원|교수|전임교원)(?=[은는이가을를의]|에게)/u, ['직원', '학생']],
  [/(?<=^|\s)(?:직원|조교)(?=[은는이가을를의]|에게)/u, ['학생', '교원']],
  [ruledIn('employees|staff|engineers|developers|administrators|operators'), ['visitors', 'suppliers']],
  [ruledIn('customers|visitors|suppliers|vendors|contractors'), ['administrators', 'employees']],
];

/** A rule for some people stated of others, whom the provision does not name. */
export const changeAudience: Change = (clause, around, random) => {
  for (const [people, others] of PEOPLE) {
    if (!people.test(clause)) continue;
    const strangers = others.filter((other) => !around.includes(other));
    const other = pick(strangers, random);
    if (other !== undefined) return withParticleOf(clause.replace(people, casedAs(other)), other);
  }
  return undefined;
};

/** A replacement takes over a capital letter. */
function casedAs(word: string): (replaced: string) => string {
  return (replaced) => (/^\p{Lu}/u.test(replaced) ? word.charAt(0).toUpperCase() + word.slice(1) : word);
}

/** `직원는` into `직원은`: corrects the particle after the new word. */
export function withParticleOf(clause: string, word: string): string {
  const isClosed = finalOf(word) > FINAL.none;
  const forms = [PARTICLES.topic, PARTICLES.subject, PARTICLES.object];
  const at = clause.indexOf(word) + word.length;
  const particle = clause.charAt(at);
  const pair = forms.find(([closed, open]) => particle === closed || particle === open);
  if (pair === undefined || !hasSyllable(word)) return clause;
  return clause.slice(0, at) + pair[isClosed ? 0 : 1] + clause.slice(at + 1);
}
