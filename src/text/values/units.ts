import { QuantityKind } from './value.js';

/** The unit of a number, and its factor to the base unit of its dimension: `2주` are 14 `day` and `1 year` 12 `month`. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  /** Added after the factor: `°F`. */
  readonly offset?: number;
  /** Length of the unit in the text, in characters. */
  readonly length: number;
  /** Not a unit of the tables, but the word after the number. */
  readonly free: boolean;
}

type Entry = readonly [spellings: string, dimension: string, factor: number, offset?: number];

export const DAY_SECONDS = 86_400;
/** The longest spelling wins; `_` is a space. Time has two dimensions, seconds and months, since no fixed factor converts them. */
const UNITS: readonly Entry[] = [
  ['초 초간 second seconds sec secs s', 'time', 1],
  ['millisecond milliseconds ms 밀리초', 'time', 0.001],
  ['분간 분 minute minutes min mins', 'time', 60],
  ['시간 hour hours hr hrs h 시간_동안 credit_hour credit_hours', 'time', 3600],
  ['일간 일 박 day days calendar_day calendar_days consecutive_day consecutive_days', 'time', DAY_SECONDS],
  [
    '영업일 근무일 평일 업무일 business_day business_days working_day working_days workday workdays weekday weekdays',
    'working day',
    1,
  ],
  ['주일 주간 주차 주 week weeks wk wks', 'time', 7 * DAY_SECONDS],
  ['fortnight fortnights', 'time', 14 * DAY_SECONDS],
  ['개월 달 개월간 month months calendar_month calendar_months', 'month', 1],
  ['월', 'calendar month', 1],
  ['년 년간 해 연간 개년 year years yr yrs calendar_year calendar_years', 'month', 12],
  ['분기 quarter quarters', 'month', 3],
  ['decade decades', 'month', 120],
  ['century centuries 세기', 'month', 1200],
  ['시', 'clock', 1],
  ['학기 semester semesters', 'semester', 1],
  ['학년도', 'school year', 1],
  ['학년', 'grade', 1],
  ['퍼센트 프로 % percent per-cent per_cent pct', 'ratio', 0.01],
  ['‰ 퍼밀 per_mille permille', 'ratio', 0.001],
  ['%포인트 퍼센트포인트 %p percentage_point percentage_points', 'point of ratio', 1],
  ['원 won krw', 'won', 1],
  ['달러 불 dollar dollars usd us_dollar us_dollars', 'dollar', 1],
  ['유로 euro euros eur', 'euro', 1],
  ['엔 yen jpy', 'yen', 1],
  ['파운드 pound pounds gbp pounds_sterling pound_sterling', 'pound', 1],
  ['위안 yuan cny rmb', 'yuan', 1],
  ['chf franc francs swiss_francs', 'franc', 1],
  ['cent cents 센트', 'cent', 1],
  ['명 인 사람 person persons people', 'person', 1],
  ['회 번 차례 time times', 'times', 1],
  ['번째', 'ordinal', 1],
  ['차', 'round', 1],
  ['개 가지', 'item', 1],
  ['건', 'case', 1],
  ['학점 credit credits', 'credit', 1],
  ['점 point points', 'point', 1],
  ['과목 교과목', 'subject', 1],
  ['배', 'fold', 1],
  ['세 살 years_old years_of_age', 'age', 1],
  ['권', 'volume', 1],
  ['대', 'machine', 1],
  ['곳 개소 군데', 'place', 1],
  ['호', 'issue', 1],
  ['층', 'floor', 1],
  ['위', 'rank', 1],
  ['장 매 부 통', 'sheet', 1],
  ['쪽 페이지 면 page pages', 'page', 1],
  ['편', 'piece', 1],
  ['마리', 'animal', 1],
  ['자리 자', 'character', 1],
  ['급', 'class', 1],
  ['등급', 'level', 1],
  ['단계', 'step', 1],
  ['도 °c ℃ °_c degree degrees degrees_celsius degree_celsius celsius', 'degree', 1],
  ['°f ℉ degrees_fahrenheit degree_fahrenheit fahrenheit', 'degree', 5 / 9, -160 / 9],
  ['m 미터 metre metres meter meters', 'metre', 1],
  ['km ㎞ 킬로미터 kilometre kilometres kilometer kilometers', 'metre', 1000],
  ['cm ㎝ 센티미터 센티 centimetre centimetres centimeter centimeters', 'metre', 0.01],
  ['mm ㎜ 밀리미터 밀리 millimetre millimetres millimeter millimeters', 'metre', 0.001],
  ['인치 inch inches', 'metre', 0.0254],
  ['피트 ft foot feet', 'metre', 0.3048],
  ['야드 yd yard yards', 'metre', 0.9144],
  ['마일 mi mile miles', 'metre', 1609.344],
  ['톤 t ton tons tonne tonnes', 'gram', 1e6],
  ['킬로그램 킬로 kg kgs ㎏ kilogram kilograms kilo kilos', 'gram', 1000],
  ['그램 g gram grams', 'gram', 1],
  ['밀리그램 mg ㎎ milligram milligrams', 'gram', 0.001],
  ['lb lbs', 'gram', 453.59237],
  ['온스 oz ounce ounces', 'gram', 28.349523125],
  ['제곱미터 평방미터 ㎡ m² m2 sqm sq_m square_metre square_metres square_meter square_meters', 'square metre', 1],
  ['제곱킬로미터 ㎢ km² km2 square_kilometre square_kilometres square_kilometers', 'square metre', 1e6],
  ['헥타르 ha hectare hectares', 'square metre', 1e4],
  ['에이커 acre acres', 'square metre', 4046.8564224],
  ['square_feet square_foot sq_ft', 'square metre', 0.09290304],
  ['평', 'square metre', 400 / 121],
  ['리터 l litre litres liter liters', 'litre', 1],
  ['밀리리터 ml ㎖ cc millilitre millilitres milliliter milliliters', 'litre', 0.001],
  ['세제곱미터 입방미터 ㎥ m³ m3 cubic_metre cubic_metres cubic_meter cubic_meters', 'litre', 1000],
  ['갤런 gallon gallons', 'litre', 3.785411784],
  ['km/h kph kmh kmph kilometres_per_hour kilometers_per_hour km_per_hour 킬로미터매시', 'metre per second', 1 / 3.6],
  ['mph miles_per_hour', 'metre per second', 0.44704],
  ['m/s metres_per_second meters_per_second', 'metre per second', 1],
  ['바이트 byte bytes', 'byte', 1],
  ['킬로바이트 kb kilobyte kilobytes', 'byte', 1e3],
  ['메가바이트 메가 mb megabyte megabytes', 'byte', 1e6],
  ['기가바이트 기가 gb gigabyte gigabytes', 'byte', 1e9],
  ['테라바이트 테라 tb terabyte terabytes', 'byte', 1e12],
  ['kib', 'byte', 1024],
  ['mib', 'byte', 1024 ** 2],
  ['gib', 'byte', 1024 ** 3],
  ['kbps', 'bit per second', 1e3],
  ['mbps', 'bit per second', 1e6],
  ['gbps', 'bit per second', 1e9],
  ['와트 w watt watts', 'watt', 1],
  ['킬로와트 kw kilowatt kilowatts', 'watt', 1e3],
  ['킬로와트시 kwh kilowatt_hour kilowatt_hours', 'watt hour', 1e3],
  ['볼트 v volt volts', 'volt', 1],
  ['헤르츠 hz hertz', 'hertz', 1],
  ['khz', 'hertz', 1e3],
  ['mhz', 'hertz', 1e6],
  ['ghz', 'hertz', 1e9],
  ['데시벨 db decibel decibels', 'decibel', 1],
];
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'dollar',
  '€': 'euro',
  '£': 'pound',
  '₩': 'won',
  '￦': 'won',
  '¥': 'yen',
};
const CURRENCY_DIMENSIONS = new Set([...Object.values(CURRENCIES), 'yuan', 'franc', 'cent']);

const SPELLED: ReadonlyMap<string, Omit<Unit, 'length' | 'free'>> = new Map(
  UNITS.flatMap(([spellings, dimension, factor, offset = 0]) =>
    spellings.split(' ').map((spelling) => [spelling.replaceAll('_', ' '), { dimension, factor, offset }] as const),
  ),
);
const LONGEST_KOREAN = 9;
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
const WORDS = /^(?:[%‰%][p]?|[a-z°℃℉㎀-㏘µ²³]+(?:\/[a-z]+|[²³2](?![\d.]))?|per-cent)(?:\s[a-z]+){0,2}/iu;
/** Capitals that are units: `220V`, `5L`. Others are letters of codes. */
const CAPITAL_UNITS = new Set('V W L K C F'.split(' '));
/** `240 annual leave hours`, `5 unused days`: a kind of time. */
const TIME_KINDS =
  /^(?:(?!(?:of|in|on|at|by|to|for|from|with|per|each|every|the|and|or|than|within|after|before)\b)[a-z-]{2,14}\s+){1,2}(hours?|days?|weeks?|months?|years?)\b/iu;
const QUANTITY_DIMENSIONS = new Set([
  'degree',
  'metre',
  'gram',
  'litre',
  'square metre',
  'metre per second',
  'byte',
  'bit per second',
  'watt',
  'watt hour',
  'volt',
  'hertz',
  'decibel',
]);

/** Whether letters right after digits are a unit: `5kg`, `220V`; `204A` and `3D` are codes. */
export function isUnit(letters: string): boolean {
  return (
    (letters.length > 1 || letters === letters.toLowerCase() || CAPITAL_UNITS.has(letters)) &&
    SPELLED.has(letters.toLowerCase())
  );
}

/** Whether a currency's sign or code. */
export function isCurrency(dimension: string): boolean {
  return CURRENCY_DIMENSIONS.has(dimension);
}

/** The kind of a number by its dimension. */
export function kindOf(dimension: string): QuantityKind {
  if (dimension === '') return 'number';
  if (dimension === 'ratio') return 'share';
  if (/^(?:time|month|working day)$/u.test(dimension)) return 'duration';
  return isCurrency(dimension) ? 'amount' : QUANTITY_DIMENSIONS.has(dimension) ? 'quantity' : 'count';
}

function koreanUnit(rest: string): Unit | undefined {
  for (let length = Math.min(LONGEST_KOREAN, rest.length); length > 0; length--) {
    const unit = SPELLED.get(rest.slice(0, length));
    if (unit !== undefined) return { ...unit, length, free: false };
  }
  const word = FREE_KOREAN.exec(rest)?.[0];
  return word === undefined ? undefined : { dimension: word, factor: 1, length: word.length, free: true };
}

function englishUnit(rest: string): Unit | undefined {
  const raw = WORDS.exec(rest)?.[0];
  if (raw === undefined) return undefined;
  const words = raw.split(/\s/u);
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const unit = /^[A-Z]$/u.test(name) && !CAPITAL_UNITS.has(name) ? undefined : SPELLED.get(name.toLowerCase());
    if (unit !== undefined) return { ...unit, length: name.length, free: false };
  }
  const kind = TIME_KINDS.exec(rest);
  const noun = SPELLED.get(kind?.[1]?.toLowerCase() ?? '');
  if (kind !== null && noun !== undefined) return { ...noun, length: kind[0].length, free: false };
  const free = NO_UNIT.has((words[0] ?? '').toLowerCase()) ? undefined : FREE_ENGLISH.exec(rest);
  const dimension = free?.[1]?.toLowerCase().replace(/s$/u, '');
  return free === null || free === undefined || dimension === undefined || NO_UNIT.has(dimension)
    ? undefined
    : { dimension, factor: 1, length: free[0].length, free: true };
}

/** The currency in front of a number: `$5`, `US$ 5`, `KRW 50,000`. */
function currencyBefore(before: string): { readonly dimension: string; readonly length: number } | undefined {
  const [raw = '', sign = '', code = ''] = /(?:(?:US|A|C)?([$€£₩￦¥])|\b([A-Z]{3}))\s?$/u.exec(before) ?? [];
  const dimension = CURRENCIES[sign] ?? SPELLED.get(code.toLowerCase())?.dimension;
  return dimension !== undefined && isCurrency(dimension) ? { dimension, length: raw.length } : undefined;
}

/**
 * The unit of the number `start..end`.
 * @returns with `before`, the length of a currency in front of the number
 */
export function unitOf(text: string, start: number, end: number): Unit & { readonly before: number } {
  const currency = currencyBefore(text.slice(Math.max(0, start - 5), start));
  const rest = text.slice(end, end + 40);
  if (currency !== undefined) {
    const isMillion = /^m\b/u.test(rest);
    return {
      dimension: currency.dimension,
      factor: isMillion ? 1e6 : 1,
      length: isMillion ? 1 : 0,
      free: false,
      before: currency.length,
    };
  }
  const gap = BEFORE_UNIT.exec(rest)?.[0].length ?? 0;
  const after = rest.slice(gap);
  const unit = /^[가-힣]/u.test(after) ? koreanUnit(after) : englishUnit(after);
  if (unit === undefined) return { ...WITHOUT, before: 0 };
  const isSpeed = unit.dimension === 'metre' && /시속\s?$/u.test(text.slice(Math.max(0, start - 3), start));
  const speed = isSpeed ? { dimension: 'metre per second', factor: unit.factor / 3600 } : {};
  return { ...unit, length: unit.length + gap, ...speed, before: 0 };
}
