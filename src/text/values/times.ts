import { ENGLISH_NUMBERS, KOREAN_ONES } from './numerals.js';
import { ClockTime, Found, TakenSpans } from './value.js';

type Half = 'am' | 'pm' | undefined;

const ENGLISH_HOURS = ENGLISH_NUMBERS.slice(1, 13).join('|');
/** From 한 (1) to 열두 (12). */
const KOREAN_HOURS = [...KOREAN_ONES, '열', '열한', '열두'];
const HALF = String.raw`(?<half>\s?(?:[AaPp]\.\s?[Mm]\.?|[AaPp][Mm])(?![A-Za-z])|\s(?:in the (?:morning|afternoon|evening)|at night|o['’]clock(?: (?:in the (?:morning|afternoon|evening)|at night))?)\b)`;
const KOREAN_HALF = '(?<before>오전|오후|새벽|아침|점심|낮|저녁|밤)';
const HOUR_WORDS = [...KOREAN_HOURS].reverse().join('|');
const MINUTE = String.raw`(?:five|ten|twenty|twenty-five|\d{1,2})(?:\sminutes)?`;
const NAMED_HOUR = String.raw`(?:(?:${ENGLISH_HOURS})\b|\d{1,2}(?![\d:.,%]))`;

/** Each pattern names its parts: h, m, s, the half of the day, `before` (Korean half), or `past` and its direction. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:${KOREAN_HALF}\s?)?(?<![\d:.,])(?<h>\d{1,2}):(?<m>[0-5]\d)(?::(?<s>[0-5]\d))?(?![\d:])(?:${HALF}|\s?(?:h|hrs|hours)\b)?`,
    'gu',
  ),
  new RegExp(
    String.raw`(?:${KOREAN_HALF}\s?)?(?<![\d가-힣.]|\d[,:])(?<h>\d{1,2}|(?:${HOUR_WORDS})(?=\s시|시(?![는면다던겠고길기거지죠려도게])))\s?시(?!간|군|도|행|험|작|설|내|민|청|장|립|대|즌|트|스)(?:\s?(?<m>\d{1,2})\s?분(?!간|의)|\s?(?<semi>반)(?=[^가-힣]|$|[가-힣](?![가-힣])|까지|부터|이[고며나에후전라]|입니|으로|에[는도서]|쯤|경|정도))?`,
    'gu',
  ),
  new RegExp(String.raw`(?<![\d:.,$€£]|\d\s)(?<h>\d{1,2})(?:\.(?<m>[0-5]\d))?${HALF}`, 'gu'),
  // `9 to 11 a.m.`: the half of the day of the first time is not said
  /(?<![\d:.,$€£])(?<h>\d{1,2})(?=\s?(?:to|and|until|[-–~])\s?\d{1,2}(?:[:.]\d\d)?\s?[AaPp]\.?[Mm]\b)/gu,
  /(?<![\d:.,A-Za-z])(?<h>[01]?\d|2[0-4])[hH](?<m>[0-5]\d)(?![\dA-Za-z])/gu,
  /(?<![\d:.,])(?<h>[01]\d|2[0-4])(?<m>[0-5]\d)\s(?:hours|hrs)\b/gu,
  new RegExp(
    String.raw`\b(?<past>half|(?:a\s)?quarter)\s(?<way>past|to|after|before)\s(?<h>${NAMED_HOUR})${HALF}?`,
    'giu',
  ),
  new RegExp(String.raw`\b(?<past>${MINUTE})\s(?<way>past)\s(?<h>${NAMED_HOUR})${HALF}?`, 'giu'),
  // `five to ten` is a range
  new RegExp(String.raw`\b(?<past>${MINUTE})\s(?<way>to|after|before)\s(?<h>${NAMED_HOUR})${HALF}`, 'giu'),
  new RegExp(String.raw`\b(?<h>${ENGLISH_HOURS})(?:\s(?<m>thirty|fifteen|forty-five))?${HALF}`, 'giu'),
  /\b(?:12\s)?(?<word>noon|midday|midnight)\b|(?<korean>정오|자정)/giu,
];
const TRIGGER = /\d|시|noon|midday|midnight|정오|자정|past|to|o['’]clock|morning|afternoon|evening|night/iu;
const WORDS: Readonly<Record<string, number>> = { noon: 12, midday: 12, 정오: 12, midnight: 0, 자정: 0 };
const MINUTES: Readonly<Record<string, number>> = {
  half: 30,
  quarter: 15,
  five: 5,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  'twenty-five': 25,
  thirty: 30,
  'forty-five': 45,
};
const DAY = 86_400;

function numberOf(word: string): number {
  if (/^\d/u.test(word)) return Number(word);
  return (ENGLISH_NUMBERS.indexOf(word.toLowerCase()) + 1 || KOREAN_HOURS.indexOf(word) + 2) - 1;
}

function halfOf(english = '', korean = '', hour: number): Half {
  if (/^\s?a|morning/iu.test(english)) return english.includes('at night') ? nightOf(hour) : 'am';
  if (/^\s?p|afternoon|evening/iu.test(english)) return 'pm';
  if (english.includes('night') || korean === '밤') return nightOf(hour);
  if (korean === '') return undefined;
  return /오전|새벽|아침/u.test(korean) ? 'am' : korean === '낮' && hour === 11 ? 'am' : 'pm';
}

/** `밤 12시` and `밤 1시` are of the coming day. */
function nightOf(hour: number): Half {
  return hour === 12 || hour < 5 ? 'am' : 'pm';
}

function minutesOf({ m, semi, past, way }: Readonly<Record<string, string | undefined>>): number {
  if (semi !== undefined) return 30;
  const word = (past ?? m ?? '0').toLowerCase().replace(/^a\s|\sminutes$/gu, '');
  const minutes = MINUTES[word] ?? Number(word);
  return way === undefined || /past|after/iu.test(way) ? minutes : -minutes;
}

type Time = Pick<ClockTime, 'seconds' | 'isAmbiguous'> & { readonly is24Hours: boolean };

function timeOf(groups: Readonly<Record<string, string | undefined>>, isColon: boolean): Time | undefined {
  const { h, s, half, before, word, korean } = groups;
  const named = WORDS[(word ?? korean ?? '').toLowerCase()];
  if (named !== undefined) return { seconds: named * 3600, isAmbiguous: false, is24Hours: false };
  const hour = numberOf(h ?? '');
  const minutes = minutesOf(groups);
  if (!Number.isFinite(minutes) || hour < 0 || hour > 24 || minutes > 59 || (hour === 24 && minutes > 0))
    return undefined;
  const side = halfOf(half, before, hour);
  const is24Hours = side === undefined && (hour > 12 || /^0\d/u.test(h ?? ''));
  const shift = side === 'pm' && hour < 12 ? 12 : side === 'am' && hour === 12 ? -12 : 0;
  const seconds = (hour + shift) * 3600 + minutes * 60 + Number(s ?? 0);
  return {
    seconds: (seconds + DAY) % DAY,
    isAmbiguous: side === undefined && !is24Hours && hour > 0 && !(hour === 12 && isColon),
    is24Hours,
  };
}

/**
 * Reads the clock times of a text that no other value has taken. Where one time is written in the 24-hour style (`9:00–18:00`), all times
 * with a colon are.
 */
export function readTimes(text: string, taken: TakenSpans): Found<ClockTime>[] {
  if (!TRIGGER.test(text)) return [];
  const found: (Found<ClockTime> & { readonly isColon: boolean })[] = [];
  let has24Hours = false;
  for (const [i, pattern] of PATTERNS.entries()) {
    for (const match of text.matchAll(pattern)) {
      const time = timeOf(match.groups ?? {}, i === 0);
      const span = { start: match.index, end: match.index + match[0].length };
      if (time === undefined || !taken.take(span)) continue;
      has24Hours ||= time.is24Hours && i === 0;
      found.push({ kind: 'time', ...span, seconds: time.seconds, isAmbiguous: time.isAmbiguous, isColon: i === 0 });
    }
  }
  return found.map(({ isColon, ...time }) => ({ ...time, isAmbiguous: time.isAmbiguous && !(isColon && has24Hours) }));
}
