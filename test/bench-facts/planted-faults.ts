import { seededRandom } from '../bench-answers/measures.js';
import { LabelledClaim } from './labelled-claims.js';
import { Provision, sampleProvisions } from './sample-provisions.js';

type Random = () => number;

const SEED = 20261206;
/** Changes a clause; undefined where it offers nothing to change. */
type Change = (clause: string, provision: Provision, random: Random) => string | undefined;

const NUMBER =
  /(?<![\d.,제])(\d{1,3}(?:,\d{3})*|\d+)(?=\s?(일|주|개월|년|시간|분|명|회|학점|퍼센트|점|원|만원|권|학기|days?|hours?|minutes?|weeks?|months?|percent|seconds?|characters|people)(?![a-z]))/gu;

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

function numbers(text: string): { readonly at: number; readonly digits: string; readonly unit: string }[] {
  // `3월 1일` is a date, not a period of one day.
  return [...text.matchAll(NUMBER)]
    .filter((match) => !/월\s?$/u.test(text.slice(Math.max(0, match.index - 2), match.index)))
    .filter((match) => !/^\s?분의/u.test(text.slice(match.index + (match[1] ?? '').length)))
    .map((match) => ({ at: match.index, digits: match[1] ?? '', unit: match[2] ?? '' }));
}

function replaceAt(text: string, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length);
}

const inventNumber: Change = (clause, { text }, random) => {
  const found = pick(numbers(clause), random);
  if (found === undefined) return undefined;
  const value = Number(found.digits.replace(/,/gu, ''));
  const invented = [value * 2, value + 3, value * 3, value + 1].map(String).find((v) => !text.includes(v));
  return invented === undefined ? undefined : replaceAt(clause, found.at, found.digits.length, invented);
};

const swapNumber: Change = (clause, { text }, random) => {
  const found = pick(numbers(clause), random);
  if (found === undefined) return undefined;
  const others = numbers(text).filter((n) => n.unit === found.unit && n.digits !== found.digits);
  const other = pick(others, random);
  return other === undefined ? undefined : replaceAt(clause, found.at, found.digits.length, other.digits);
};

const OTHER_UNIT: Readonly<Record<string, string>> = {
  일: '개월', 주: '개월', 개월: '년', 년: '개월', 시간: '일', 분: '시간', 명: '회', 회: '명', 학점: '학기', 퍼센트: '점', 점: '퍼센트', 학기: '년',
  day: 'week', days: 'weeks', hour: 'day', hours: 'days', minute: 'hour', minutes: 'hours', week: 'month', weeks: 'months', month: 'year',
  months: 'years', percent: 'people', second: 'minute', seconds: 'minutes',
}; // prettier-ignore

const changeUnit: Change = (clause, _, random) => {
  const found = pick(
    numbers(clause).filter(({ unit }) => OTHER_UNIT[unit] !== undefined),
    random,
  );
  if (found === undefined) return undefined;
  const at = clause.indexOf(found.unit, found.at + found.digits.length);
  return replaceAt(clause, at, found.unit.length, OTHER_UNIT[found.unit] ?? '');
};

/** Alternately tried rewritings; the first that fits is made. */
function rewriting(rules: readonly (readonly [RegExp, string])[]): Change {
  return (clause) => {
    const rule = rules.find(([pattern]) => pattern.test(clause));
    return rule === undefined ? undefined : clause.replace(rule[0], rule[1]);
  };
}

const flipComparator = rewriting([
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

const negate = rewriting([
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

/** The same in other words, which nobody may call wrong. */
const paraphrase = rewriting([
  [/(?<=\d)주 이내/u, '주 안'],
  [/(\d+)퍼센트/u, '$1%'],
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

function made(
  kind: string,
  provision: Provision,
  claim: string,
  gold: LabelledClaim['gold'],
  others: readonly Provision[] = [],
): LabelledClaim {
  const evidence = [provision, ...others].map(({ id, text }) => ({ id, text }));
  return { id: `${kind}/${provision.id}`, kind, claim, evidence, gold, has_number: /\d/u.test(claim) };
}

/** One claim of each clause to which the change applies. */
function changed(
  kind: string,
  provisions: readonly Provision[],
  change: Change,
  gold: LabelledClaim['gold'],
  random: Random,
): LabelledClaim[] {
  return provisions.flatMap((provision) =>
    provision.clauses.flatMap((clause) => {
      const claim = change(clause, provision, random);
      return claim === undefined || claim === clause ? [] : made(kind, provision, claim, gold);
    }),
  );
}

function subject(provision: Provision, article: string | undefined): string {
  return `「${provision.title}」 제${(article ?? '').replace(/의(\d+)$/u, '조의$1')}${(article ?? '').includes('의') ? '' : '조'}`;
}

/** Clauses ascribed to their article, to another one of the same regulation that is there as well, and to one that does not exist. */
function ascribed(provisions: readonly Provision[], random: Random): LabelledClaim[] {
  return provisions.flatMap((provision, i) => {
    const neighbour = provisions[i + 1];
    const clause = pick(provision.clauses, random);
    if (
      clause === undefined ||
      neighbour === undefined ||
      neighbour.title !== provision.title ||
      neighbour.id.split('/')[0] !== provision.id.split('/')[0]
    )
      return [];
    const says = (article: string | undefined): string => `${subject(provision, article)}에 따르면 ${clause}`;
    return [
      made('true_with_article', provision, says(provision.article), 'supported', [neighbour]),
      made('wrong_article', provision, says(neighbour.article), 'contradicted', [neighbour]),
      made('missing_article', provision, says('97'), 'contradicted', [neighbour]),
    ];
  });
}

/** Amended articles called deleted, deleted ones called in force, and both called what they are. */
function histories(provisions: readonly Provision[]): LabelledClaim[] {
  return provisions.flatMap((provision) => {
    const name = subject(provision, provision.article);
    const deletion = /^제\d+조(?:의\d+)?(?:\([^)]*\))? 삭제 <(\d{4})\. (\d+)\. (\d+)\.>/u.exec(provision.text);
    if (deletion !== null) {
      const [, year, month, day] = deletion;
      return [
        made('true_status', provision, `${name}는 ${year}년 ${month}월 ${day}일에 삭제되었다.`, 'supported'),
        made('deleted_as_amended', provision, `${name}는 ${year}년 ${month}월 ${day}일에 개정되었다.`, 'contradicted'),
      ];
    }
    const amendment = /<개정 (\d{4})\. (\d+)\. (\d+)\.[,>]/u.exec(provision.text);
    if (amendment === null || /④ 삭제|삭제 </u.test(provision.text)) return [];
    const [, year, month, day] = amendment;
    return [
      made('true_status', provision, `${name}는 ${year}년 ${month}월 ${day}일에 개정되었다.`, 'supported'),
      made('amended_as_deleted', provision, `${name}는 ${year}년 ${month}월 ${day}일에 삭제되었다.`, 'contradicted'),
    ];
  });
}

function thinned(rows: readonly LabelledClaim[], count: number): LabelledClaim[] {
  if (rows.length <= count) return [...rows];
  return Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
}

/**
 * Faults planted clause by clause into the project's own sample texts, and true claims beside them; the same at every call.
 * @param perKind claims of each kind, drawn evenly from all that can be made
 */
export function faultsOfSamples(perKind = 400): LabelledClaim[] {
  const random = seededRandom(SEED);
  const all = sampleProvisions();
  const korean = all.filter(({ language }) => language === 'ko');
  const perLanguage = (['ko', 'en'] as const).flatMap((language) => {
    const own = all.filter((provision) => provision.language === language);
    const of = (kind: string, change: Change, gold: LabelledClaim['gold']): LabelledClaim[] =>
      thinned(changed(`${kind}_${language}`, own, change, gold, random), perKind);
    return [
      ...of('invented_number', inventNumber, 'contradicted'),
      ...of('same_unit_swap', swapNumber, 'contradicted'),
      ...of('other_unit', changeUnit, 'contradicted'),
      ...of('comparator_flip', flipComparator, 'contradicted'),
      ...of('negation_flip', negate, 'contradicted'),
      ...of('true_clause', (clause) => `${clause} `, 'supported'),
      ...of('true_paraphrase', paraphrase, 'supported'),
    ];
  });
  const cited = ascribed(korean, random);
  const kinds = [...new Set(cited.map(({ kind }) => kind))];
  return [
    ...perLanguage,
    ...kinds.flatMap((kind) =>
      thinned(
        cited.filter((row) => row.kind === kind),
        perKind,
      ),
    ),
    ...histories(korean),
  ];
}
