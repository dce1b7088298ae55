import { SlotClass } from './core-question.js';
import { overlap } from '../../../text/text-span.js';

export interface Slot {
  readonly start: number;
  readonly end: number;
  /** The replacement of the value in a question. */
  readonly asked: string;
  /** The value as an answer has to give it: `30일 전`, `2년 이상`, `총장의 승인`. */
  readonly fact: string;
  /** Slots of one unit can be confused. */
  readonly unit: string;
  readonly slot: SlotClass;
}

const NUMBER = String.raw`(?<![제\d,.]|[만억] ?)(\d[\d,.]{0,30}(?:천|만|억)?(?: ?\d{1,9}천)?|(?<![가-힣])[한두세](?= 차례))`;
const UNITS: readonly (readonly [unit: string, asked: string, slot: SlotClass])[] = [
  ['근무일', '몇 근무일', 'deadline'],
  ['개월', '몇 개월', 'duration'],
  ['시간', '몇 시간', 'duration'],
  ['퍼센트', '몇 퍼센트', 'share'],
  ['학점', '몇 학점', 'count'],
  ['학기', '몇 학기', 'duration'],
  ['차례', '몇 차례', 'count'],
  ['배수', '몇 배수', 'count'],
  ['만원', '얼마', 'amount'],
  ['억원', '얼마', 'amount'],
  ['천원', '얼마', 'amount'],
  ['과목', '몇 과목', 'count'],
  ['원', '얼마', 'amount'],
  ['일', '며칠', 'deadline'],
  ['주', '몇 주', 'duration'],
  ['년', '몇 년', 'duration'],
  ['회', '몇 번', 'count'],
  ['명', '몇 명', 'people'],
  ['책', '몇 권', 'count'],
  ['권', '몇 권', 'count'],
  ['편', '몇 편', 'count'],
  ['점', '몇 점', 'score'],
  ['배', '몇 배', 'count'],
  ['분', '몇 분', 'duration'],
  ['세', '몇 세', 'value'],
  ['급', '몇 급', 'value'],
  ['%', '몇 %', 'share'],
];
/** What may follow a unit; with anything else it is another word (`일반`, `주간`, `명단`). */
const AFTER = String.raw`(?=\s|[,.)]|$|을|를|으로|로|이|가|은|는|의|에|까지|마다|부터|간|과|와|씩|만)`;
const COMPARATOR = String.raw`(간)?(\s?(?:전|이내|이상|이하|미만|초과|안|후))?`;
const VALUE = new RegExp(
  `${NUMBER}\\s?(${UNITS.map(([unit]) => unit).join('|')})(?!월|분의)${COMPARATOR}${AFTER}`,
  'gu',
);
const DATE = /(?<![\d.])(?:매년 |해마다 )?\d{1,2}월 (?:\d{1,2}일|말일)까지/gu;
/** `총장의 승인을 받아`: the owner. */
const CONSENT =
  /(?<=^|\s)([가-힣]{1,12}(?:장|위원회|처|팀|교수|이사회))의 (승인|허가|심의|의결|동의|추천|제청|확인)(?=을|를|으로|이 )/gu;

const WHICH_ONE = /(?:^|\s)(?:소속|해당|관할|담당|관련|복무|그|각) $/u;
/** `다음 달 10일까지`: the day of a month. */
const OF_MONTH = /(?:달|매월) ?$/u;

/** The values of a clause, in order, none nested in another. */
export function koreanSlots(clause: string): Slot[] {
  const dates = [...clause.matchAll(DATE)].map((m): Slot => {
    const said = m[0].replace(/^(?:매년|해마다) /u, '').replace(/까지$/u, '');
    return { ...placeOf(m), asked: '언제까지', fact: said, unit: 'date', slot: 'deadline' };
  });
  // `소속 부서장의 승인`: the preceding word names the owner, and `소속 누구의` is not a natural question.
  const consenting = [...clause.matchAll(CONSENT)].filter((m) => !WHICH_ONE.test(clause.slice(0, m.index)));
  const consents = consenting.map((m): Slot => {
    const body = m[1] ?? '';
    const whose = /(?:처|팀|위원회|이사회)$/u.test(body) ? '어디' : '누구';
    return { ...placeOf(m), asked: `${whose}의 ${m[2] ?? ''}`, fact: m[0], unit: 'who', slot: 'who' };
  });
  const taken = [...dates, ...consents];
  const values = [...clause.matchAll(VALUE)].flatMap((m): Slot[] => {
    const place = placeOf(m);
    if (taken.some((t) => overlap(place, t))) return [];
    // `100분의 40` and `4월 3일` do not count minutes and days.
    if (/월 ?$/u.test(clause.slice(0, place.start)) || /^의 \d/u.test(clause.slice(place.end))) return [];
    // `10시 30분`: a time of day, whose minutes alone are not a natural question.
    if (/분$/u.test(m[0]) && /시 ?$/u.test(clause.slice(0, place.start))) return [];
    // `1시간에`, `1회의`, `2년의 연구년`: a measure for counting something else. `1일 8시간까지`: an amount for each day.
    if (/^1(?![\d,.만천억])/u.test(m[0]) && /^(?:에|마다|의| \d)/u.test(clause.slice(place.end))) return [];
    if (/년$/u.test(m[0]) && clause.startsWith('의 ', place.end)) return [];
    const value = valueSlot(m, place);
    const isDay = value.unit === '일' && OF_MONTH.test(clause.slice(0, place.start));
    return [isDay ? { ...value, slot: 'deadline' } : value];
  });
  return [...taken, ...values].sort((a, b) => a.start - b.start);
}

function placeOf(match: RegExpMatchArray): { start: number; end: number } {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}

function valueSlot(match: RegExpMatchArray, place: { start: number; end: number }): Slot {
  const [, , unit = '', span = '', comparator = ''] = match;
  const [, asked, slot] = UNITS.find(([name]) => name === unit) ?? ['', unit, 'value' as const];
  const spanned = unit === '일' && span === '간' ? '며칠간' : `${asked}${span}`;
  return {
    ...place,
    asked: `${spanned}${comparator}`,
    fact: match[0].trim(),
    unit: /원$/u.test(unit) ? '원' : unit,
    slot: slot === 'deadline' && !/전|이내|안|후/u.test(comparator) ? 'duration' : slot,
  };
}
