/** The unit of a number, and its factor to the base unit of its dimension: `2주` are 14 `day` and `1 year` 12 `month`. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  /** Length of the unit in the text, in characters. */
  readonly length: number;
  /** Not a unit of the tables, but the word after the number. */
  readonly free: boolean;
}

type Entry = readonly [spellings: string, dimension: string, factor: number];

export const DAY_SECONDS = 86_400;
/** The longest spelling wins. Time has two dimensions, seconds and months, since no fixed factor converts them. */
const KOREAN: readonly Entry[] = [
  ['초', 'time', 1],
  ['분간 분', 'time', 60],
  ['시간', 'time', 3600],
  ['일간 일 영업일 근무일 박', 'time', DAY_SECONDS],
  ['주일 주간 주차 주', 'time', 7 * DAY_SECONDS],
  ['개월 달 개월간', 'month', 1],
  ['월', 'calendar month', 1],
  ['년 년간 해 연간 개년', 'month', 12],
  ['분기', 'month', 3],
  ['시', 'clock', 1],
  ['학기', 'semester', 1],
  ['학년도', 'school year', 1],
  ['학년', 'grade', 1],
  ['퍼센트 프로 %', 'ratio', 0.01],
  ['%포인트 퍼센트포인트 %p', 'point of ratio', 1],
  ['원', 'won', 1],
  ['달러', 'dollar', 1],
  ['유로', 'euro', 1],
  ['엔', 'yen', 1],
  ['명 인 사람', 'person', 1],
  ['회 번 차례', 'times', 1],
  ['번째', 'ordinal', 1],
  ['차', 'round', 1],
  ['개 가지', 'item', 1],
  ['건', 'case', 1],
  ['학점', 'credit', 1],
  ['점', 'point', 1],
  ['과목 교과목', 'subject', 1],
  ['배', 'fold', 1],
  ['세 살', 'age', 1],
  ['권', 'volume', 1],
  ['대', 'machine', 1],
  ['곳 개소 군데', 'place', 1],
  ['호', 'issue', 1],
  ['층', 'floor', 1],
  ['위', 'rank', 1],
  ['장 매', 'sheet', 1],
  ['쪽 페이지 면', 'page', 1],
  ['편', 'piece', 1],
  ['마리', 'animal', 1],
  ['자리 자', 'character', 1],
  ['급', 'class', 1],
  ['등급', 'level', 1],
  ['단계', 'step', 1],
  ['도', 'degree', 1],
  ['미터', 'metre', 1],
  ['킬로미터', 'metre', 1000],
  ['센티미터', 'metre', 0.01],
  ['톤', 'gram', 1e6],
  ['킬로그램', 'gram', 1000],
  ['그램', 'gram', 1],
  ['제곱미터 평방미터', 'square metre', 1],
  ['평', 'pyeong', 1],
];
const ENGLISH: readonly Entry[] = [
  ['second seconds sec secs s', 'time', 1],
  ['millisecond milliseconds ms', 'time', 0.001],
  ['minute minutes min mins', 'time', 60],
  ['hour hours hr hrs h', 'time', 3600],
  ['day days', 'time', DAY_SECONDS],
  ['week weeks', 'time', 7 * DAY_SECONDS],
  ['month months', 'month', 1],
  ['quarter quarters', 'month', 3],
  ['year years yr yrs', 'month', 12],
  ['decade decades', 'month', 120],
  ['percent per-cent', 'ratio', 0.01],
  ['dollar dollars usd', 'dollar', 1],
  ['euro euros eur', 'euro', 1],
  ['pound pounds gbp', 'pound', 1],
  ['won krw', 'won', 1],
  ['person persons people', 'person', 1],
  ['time times', 'times', 1],
  ['credit credits', 'credit', 1],
  ['point points', 'point', 1],
  ['am a.m.', 'clock am', 1],
  ['pm p.m.', 'clock pm', 1],
  ['m metre metres meter meters', 'metre', 1],
  ['km kilometre kilometres kilometer kilometers', 'metre', 1000],
  ['cm', 'metre', 0.01],
  ['mm', 'metre', 0.001],
  ['kg', 'gram', 1000],
  ['g', 'gram', 1],
  ['kb', 'byte', 1e3],
  ['mb megabyte megabytes', 'byte', 1e6],
  ['gb gigabyte gigabytes', 'byte', 1e9],
  ['tb terabyte terabytes', 'byte', 1e12],
];
const CURRENCIES: Readonly<Record<string, string>> = { $: 'dollar', '€': 'euro', '£': 'pound', '₩': 'won', '¥': 'yen' };

function spelled(entries: readonly Entry[]): Map<string, { dimension: string; factor: number }> {
  return new Map(
    entries.flatMap(([spellings, dimension, factor]) => spellings.split(' ').map((s) => [s, { dimension, factor }])),
  );
}

const KOREAN_UNITS = spelled(KOREAN);
/** Units by spelling, in lower case. */
export const ENGLISH_UNITS: ReadonlyMap<string, { readonly dimension: string; readonly factor: number }> =
  spelled(ENGLISH);
const LONGEST = Math.max(...[...KOREAN_UNITS.keys()].map((s) => s.length));
/** `1000여 권`, `10 명`, `3개 학기` */
const BEFORE_UNIT = /^(?:여|\s?개(?=\s?(?:학기|과목|교과목|부서|기관|대학|국|사|팀))|[-\s])?\s?/u;
const FREE_KOREAN = /^[가-힣]{1,2}/u;
const FREE_ENGLISH =
  /^(?:[a-z]{1,30}(?:ing|ed|al|ive|ous|ary|ior|less|able|ic|ern|er|est|ly|\S{0,30}-[a-z]{1,30})\s+)?([a-z]{3,})/iu;
const NO_UNIT = new Set(
  'and or of to in on at by for from with the a an is are was were has have had who which that than when after before per but not as his her its their more less'.split(
    ' ',
  ),
);
const WITHOUT: Unit = { dimension: '', factor: 1, length: 0, free: true };

function koreanUnit(rest: string): Unit | undefined {
  if (!/^[가-힣%]/u.test(rest)) return undefined;
  for (let length = Math.min(LONGEST, rest.length); length > 0; length--) {
    const unit = KOREAN_UNITS.get(rest.slice(0, length));
    if (unit !== undefined) return { ...unit, length, free: false };
  }
  const word = FREE_KOREAN.exec(rest)?.[0];
  return word === undefined ? undefined : { dimension: word, factor: 1, length: word.length, free: true };
}

function englishUnit(rest: string): Unit | undefined {
  const word = /^(?:[ap]\.m\.|[a-z]+)/iu.exec(rest)?.[0].toLowerCase();
  if (word === undefined) return undefined;
  const unit = ENGLISH_UNITS.get(word);
  if (unit !== undefined) return { ...unit, length: word.length, free: false };
  const business =
    /^(?:business|working|calendar|consecutive|full|school)\s+(days?|hours?|weeks?|months?|years?)/iu.exec(rest);
  const noun = ENGLISH_UNITS.get(business?.[1]?.toLowerCase() ?? '');
  if (business !== null && noun !== undefined) return { ...noun, length: business[0].length, free: false };
  const free = NO_UNIT.has(word) ? undefined : FREE_ENGLISH.exec(rest);
  const dimension = free?.[1]?.toLowerCase().replace(/s$/u, '');
  return free === null || free === undefined || dimension === undefined || NO_UNIT.has(dimension)
    ? undefined
    : { dimension, factor: 1, length: free[0].length, free: true };
}

/** The unit of the number that ends at `end`. @param start offset of the number, for `$5` */
export function unitOf(text: string, start: number, end: number): Unit {
  const currency = CURRENCIES[text.charAt(start - 1) === ' ' ? text.charAt(start - 2) : text.charAt(start - 1)];
  if (currency !== undefined) return { dimension: currency, factor: 1, length: 0, free: false };
  const rest = text.slice(end, end + 40);
  const gap = BEFORE_UNIT.exec(rest)?.[0].length ?? 0;
  const after = rest.slice(gap);
  const unit = /^[%]/u.test(after) || /^[가-힣]/u.test(after) ? koreanUnit(after) : englishUnit(after);
  return unit === undefined ? WITHOUT : { ...unit, length: unit.length + gap };
}
