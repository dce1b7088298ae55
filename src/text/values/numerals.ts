import { TextSpan } from '../text-span.js';
import { hasSyllable } from '../korean/hangul-syllable.js';
import { TakenSpans } from './value.js';

/** Korean numbers of one digit before a counter: `한 번`, `두 명`. */
export const KOREAN_ONES: readonly string[] = '한 두 세 네 다섯 여섯 일곱 여덟 아홉'.split(' ');
/** 10, 20, ... 90. */
export const KOREAN_TENS: readonly string[] = '열 스물 서른 마흔 쉰 예순 일흔 여든 아흔'.split(' ');
/** Sino-Korean digits from 0. */
export const SINO_DIGITS = '영일이삼사오육칠팔구';
/** English numbers from 0 to 19. */
export const ENGLISH_NUMBERS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
/** 20, 30, ... 90. */
export const ENGLISH_TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * Maps each word to its value by its position.
 * @param step value of one position
 * @example numbered(KOREAN_TENS, 10)['스물'] // 20
 */
export function numbered(words: readonly string[], step = 1): Readonly<Record<string, number>> {
  return Object.fromEntries(words.map((word, i) => [word, (i + 1) * step]));
}

/** A number in a text, in digits or words. */
export interface Numeral extends TextSpan {
  readonly value: number;
  /** Part of an idiom (`한 번`, `one of`): agreement counts, a difference alone does not. */
  readonly soft: boolean;
  readonly ordinal: boolean;
}

const SCALES: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1000, 만: 1e4, 억: 1e8, 조: 1e12 };
const NATIVE: Readonly<Record<string, number>> = {
  ...numbered(KOREAN_ONES),
  하나: 1, 둘: 2, 셋: 3, 석: 3, 넷: 4, 넉: 4,
  스무: 20, ...numbered(KOREAN_TENS, 10),
  ...Object.fromEntries(
    KOREAN_TENS.flatMap((ten, i) => KOREAN_ONES.map((one, k) => [`${ten}${one}`, (i + 1) * 10 + k + 1])),
  ),
}; // prettier-ignore
const MULTIPLES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

const ENGLISH_DIGIT_SCALE = String.raw`(?:\s?(?:thousand|million|billion|trillion)\b|(?:bn|[kKM])(?![\p{L}\d]))?`;
/** `조` of an article counts nothing: a trillion is followed by its currency, or by a smaller part. */
const KOREAN_DIGIT_SCALE = String.raw`(?:[십백천만억]|조(?=\s?(?:[\d,]{1,9}\s?[천백]?[억만]|원|달러|유로|엔)))*`;
const DIGIT_NUMBER = new RegExp(
  String.raw`(?<![\d.])\d{1,3}(?:[, ]\d{3})+(?![\d])(?:\.\d+)?${KOREAN_DIGIT_SCALE}${ENGLISH_DIGIT_SCALE}|(?<![\d.])\d+(?:\.\d+)?${KOREAN_DIGIT_SCALE}${ENGLISH_DIGIT_SCALE}`,
  'gu',
);
const PART = /(\d[\d, ]*(?:\.\d+)?)?([십백천만억조]*)/u;
/** `9조 7000억`: a later part of the same number, with a smaller scale. */
const SCALED = /[만억조]$/u;
const SINO =
  /(?<![가-힣\d])(?:[일이삼사오육칠팔구]?[십백천만])+[일이삼사오육칠팔구]?[만억조]?(?=\s?(?:명|인|일|주|개|년|월|회|번|점|학점|시간|분|초|원|달러|유로|엔|퍼센트|프로|%|세|건|가지|과목|학기|차|킬로|그램|미터|리터|톤|평|층|쪽|권|대|장|배))|(?<![가-힣\d])(?:[이삼사오육칠팔구](?=(?:년|개월|분의|학기|주일)(?![가-힣]?생))|[삼사오육칠팔구](?=\s(?:일|년|주|개월|학기|시간|명|회)(?![가-힣]{2}))|일(?=주일))/gu;
const COUNTERS =
  '명|사람|번째|번|개월|개|가지|달|시간|차례|과목|학기|해|살|곳|마리|권|대|주|건|분기|분|배|종류|팀|쪽|장|편|군데|자리|글자|단계';
const NATIVE_NUMBER = new RegExp(
  String.raw`(?<![가-힣\d])(${Object.keys(NATIVE)
    .sort((a, b) => b.length - a.length)
    .join('|')})\s?(?=${COUNTERS})(?!한편|한때|한번쯤|한시|한계|한도|한자|세대|네번)`,
  'gu',
);
const WORDS = [...ENGLISH_NUMBERS, ...ENGLISH_TENS, ...Object.keys(MULTIPLES), 'dozen'].join('|');
const ENGLISH_NUMBER = new RegExp(
  String.raw`\b(?:a\s+)?(?:${WORDS})(?:(?:[\s-]+and[\s-]+|[\s-]+)(?:${WORDS}))*\b`,
  'giu',
);
const ENGLISH_ORDINAL = new RegExp(String.raw`\b(?:${ORDINALS.join('|')})\b|\b\d+(?:st|nd|rd|th)\b`, 'giu');
const OTHER_COUNTS = /\b(once|twice|thrice)\b/giu;

/** Returns the value of digits with Korean scales: `3천만`, `15`, `천만` (no digits: 1). */
function scaled(digits: string | undefined, scales: string): number {
  let value = digits === undefined ? 1 : Number(digits.replace(/[, ]/gu, ''));
  for (const scale of scales) value *= SCALES[scale] ?? 1;
  return value;
}

/** `삼십오`, `천이백`, `이만오천`. */
function sinoValue(text: string): number {
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const character of text) {
    const value = SINO_DIGITS.indexOf(character);
    const scale = SCALES[character] ?? 1;
    if (value >= 0) digit = value;
    else if (scale >= 1e4) {
      total += (section + digit || 1) * scale;
      section = digit = 0;
    } else {
      section += (digit || 1) * scale;
      digit = 0;
    }
  }
  return total + section + digit;
}

/** `twenty-one`, `two hundred and fifty`, `a dozen`. */
function englishValue(text: string): number {
  let total = 0;
  let section = 0;
  for (const word of text.toLowerCase().split(/[\s-]+/u)) {
    const tens = ENGLISH_TENS.indexOf(word);
    const multiple = MULTIPLES[word] ?? (word === 'dozen' ? 12 : undefined);
    if (ENGLISH_NUMBERS.includes(word)) section += ENGLISH_NUMBERS.indexOf(word);
    else if (tens >= 0) section += (tens + 2) * 10;
    else if (multiple !== undefined && multiple >= 1000) {
      total += (section || 1) * multiple;
      section = 0;
    } else if (multiple !== undefined) section = (section || 1) * multiple;
  }
  return total + section;
}

function digitNumerals(text: string): Numeral[] {
  const found: Numeral[] = [];
  for (const match of text.matchAll(DIGIT_NUMBER)) {
    const [raw] = match;
    const end = match.index + raw.length;
    const [, digits, scales = ''] = PART.exec(raw) ?? [];
    const word = /(thousand|million|billion|trillion|bn|[kKmM])$/u.exec(raw)?.[1]?.toLowerCase();
    const factor = word === undefined ? 1 : (MULTIPLES[word] ?? { bn: 1e9, k: 1e3, m: 1e6 }[word] ?? 1);
    const value = scaled(digits, scales) * factor;
    const last = found.at(-1);
    const isFurther =
      last !== undefined &&
      SCALED.test(text.slice(last.start, last.end)) &&
      /^\s?$/u.test(text.slice(last.end, match.index)) &&
      value < last.value;
    if (isFurther) found[found.length - 1] = { ...last, end, value: last.value + value };
    else found.push({ start: match.index, end, value, soft: false, ordinal: false });
  }
  return found;
}

function matches(
  text: string,
  pattern: RegExp,
  value: (raw: string) => number,
  extra: Partial<Numeral> = {},
): Numeral[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].trimEnd().length,
    value: value(match[0].trim()),
    soft: false,
    ordinal: false,
    ...extra,
  }));
}

function ordinalValue(raw: string): number {
  return /^\d/u.test(raw) ? parseInt(raw, 10) : ORDINALS.indexOf(raw.toLowerCase()) + 1;
}

/** Returns the numbers of a text in order, without overlap. */
export function numerals(text: string): Numeral[] {
  const taken = new TakenSpans(text.length);
  const isKorean = hasSyllable(text);
  const hasLatin = /[a-z]/iu.test(text);
  const found = [
    ...(hasLatin ? matches(text, ENGLISH_ORDINAL, ordinalValue, { ordinal: true }) : []),
    ...digitNumerals(text),
    ...(isKorean ? matches(text, SINO, sinoValue) : []),
    ...(isKorean
      ? matches(text, NATIVE_NUMBER, (raw) => NATIVE[raw] ?? 1).map((n) => ({ ...n, soft: n.value === 1 }))
      : []),
    ...(hasLatin ? matches(text, ENGLISH_NUMBER, englishValue).map((n) => ({ ...n, soft: n.value <= 1 })) : []),
    ...(hasLatin
      ? matches(text, OTHER_COUNTS, (raw) => ['once', 'twice', 'thrice'].indexOf(raw.toLowerCase()) + 1, { soft: true })
      : []),
  ];
  return found.filter((numeral) => taken.take(numeral)).sort((a, b) => a.start - b.start);
}
