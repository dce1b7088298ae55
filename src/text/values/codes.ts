import { Code, Found, TakenSpans, Version } from './value.js';
import { isUnit, unitOf } from './units.js';

/** What a code names, in both languages; the first spelling is the label. */
const LABELS: readonly (readonly string[])[] = [
  ['form', '서식', '양식', '별지'],
  ['room', '강의실', '회의실', '호실'],
  ['platform', '승강장', '플랫폼'],
  ['gate', '게이트', '탑승구'],
  ['exit', '출구'],
  ['building', 'block', '건물', '동'],
  ['annex', 'appendix', '별표', '부록'],
  ['schedule', '일정표'],
  ['section', '절'],
  ['article', '조'],
  ['chapter', '장'],
  ['clause', 'paragraph', '항'],
  ['item', 'option', '항목', '옵션', '선택지'],
  ['table', '표'],
  ['figure', 'fig', '그림'],
  ['model', '모델', '기종'],
  ['line', 'route', '노선', '선'],
  ['zone', 'area', '구역'],
  ['type', 'class', '유형', '등급'],
  ['level', '레벨'],
  ['step', 'stage', 'phase'],
  ['number', 'no', 'nr'],
  ['code', '코드'],
  [
    'unit',
    'suite',
    'bay',
    'hall',
    'stall',
    'seat',
    'desk',
    'counter',
    'locker',
    'track',
    'terminal',
    'door',
    'dock',
    'shelf',
    'lot',
  ],
  ['flight', 'bus', 'train', '버스'],
  [
    'rule',
    'regulation',
    'policy',
    'part',
    'exhibit',
    'attachment',
    'group',
    'category',
    'tier',
    'invoice',
    'ticket',
    'permit',
  ],
];
const LABEL_OF = new Map(
  LABELS.flatMap(([first = '', ...others]) => [first, ...others].map((name) => [name, first] as const)),
);

const named = (script: RegExp): string =>
  [...LABEL_OF.keys()]
    .filter((name) => script.test(name))
    .sort((a, b) => b.length - a.length)
    .join('|');
/** In lower case, or with a capital; the code itself keeps its case. */
const ENGLISH_NAMES = named(/[a-z]/u).replace(/\b[a-z]/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
const ENGLISH_LABEL = String.raw`\b(?<label>${ENGLISH_NAMES})s?\.?\s(?:(?:no|nr|number|code)\.?\s?)?[#№]?\s?`;
const KOREAN_LABEL = String.raw`(?<label>별지|별표|서식|양식|${named(/[가-힣]{2}/u)})\s?`;
const LETTER = '가나다라마바사아자차카타파하';
/** After a single letter of the Korean order: no further syllable but a particle or a noun that is numbered. */
const LETTER_END =
  '(?![가-힣])|(?=(?:은|는|이|가|을|를|의|에|에서|와|과|로|으로|도|만|까지|부터|입니|이다|형|호|동|번|항|목|급|관|실|층|조|석|열|구역|서식|양식|게이트)(?!(?!입니|이[고며에])[가-힣]{3}))';
const KOREAN_LETTER = `[${LETTER}](?:${LETTER_END})`;
const CIRCLED = '[①-⑳]';
const PIECE = String.raw`(?:\d{1,8}|[A-Za-z]{1,3}(?![A-Za-z])|${KOREAN_LETTER}|${CIRCLED})`;
/** Parts after the first: `-B`, `/i`, `.2`, ` B` (a single capital), `의2`, `(3)`. */
const FURTHER = String.raw`(?:[-‐‑–/.]${PIECE}|\s?[(]${PIECE}[)]|\s[B-HJ-Z](?![A-Za-z'’]|\.\s?\S|\s?[A-Z\d])|[A-Za-z](?![A-Za-z])|\d{1,4}|${CIRCLED}){0,5}`;
const BODY = String.raw`(?<body>(?:\d{1,8}|[A-Z]{1,6}[-‐‑–\s]?\d{1,8}|[a-z]\d{1,8}|[A-Z](?![A-Za-z'’])|${CIRCLED}|[${LETTER}](?=[-‐‑–]\d))${FURTHER})`;

const VERSIONS: readonly RegExp[] = [
  /\b(?:versions?|ver|release|rev|revision|build|edition)\.?\s?v?(?<body>\d{1,6}(?:\.\d{1,6}){0,4})(?![\d%]|\.\d)/giu,
  /(?<![\p{L}\d])v(?:\.\s?)?(?<body>\d{1,6}(?:\.\d{1,6}){0,4})(?![\dA-Za-z%]|\.\d)/giu,
  /(?:버전|버젼|판본|릴리스)\s?v?(?<body>\d{1,6}(?:\.\d{1,6}){0,4})(?![\d%]|\.\d)/gu,
  /(?<![\d.])(?<body>\d{1,6}(?:\.\d{1,6}){0,4})\s?(?:버전|버젼)/gu,
  /(?<![\d.,])(?<body>\d{1,6}(?:\.\d{1,6}){2,4})(?![\d%]|\.\d)/gu,
];
const CODES: readonly RegExp[] = [
  // 별지 제3호의2서식, 제3호의2 서식, 3A호, 5-나호
  new RegExp(
    String.raw`(?:(?<label>별지|별표|서식|양식)\s?)?(?:제\s?)?(?<body>\d{1,6}${FURTHER})\s?호(?!텔|주|기|환|감|흡|출|칭|응|소|의적|수)(?:\s?의\s?(?<branch>\d{1,3}))?(?:\s?(?<after>서식|양식|실|선))?`,
    'gu',
  ),
  /제\s?(?<body>\d{1,4})\s?(?<after>조|항|장|절)(?:\s?의\s?(?<branch>\d{1,3}))?/gu,
  new RegExp(String.raw`(?<!\d)(?<body>\d{1,4})번\s?(?<after>${named(/[가-힣]{2}/u)})`, 'gu'),
  // telephone and account numbers
  /(?<![\p{L}\d.,-])(?<body>\d{1,6}(?:-\d{2,8}){2,4})(?![\p{L}\d-])/gu,
  new RegExp(String.raw`(?:${KOREAN_LABEL})(?:제\s?)?${BODY}(?:\s?의\s?(?<branch>\d{1,3}))?`, 'gu'),
  new RegExp(`${ENGLISH_LABEL}${BODY}`, 'gu'),
  // 7-B, 204A, 5-나, 3b
  new RegExp(
    String.raw`(?<![\p{L}\d.,:/$€£-])(?<body>\d{1,8}(?:[-‐‑–]?[A-Z]{1,2}(?![A-Za-z])|[a-z](?![A-Za-z])|[-‐‑–]${KOREAN_LETTER}|[가나다라마바](?=\s?(?:형|동|실|석|구역))|${CIRCLED})${FURTHER})`,
    'gu',
  ),
  // K-9, RX-200/i, A4, ISO 9001, 가-3
  new RegExp(
    String.raw`(?<![\p{L}\d])(?<body>(?:[A-Z]{1,6}[-‐‑–]?\d{1,8}|[A-Z]{2,5}\s(?!(?:19|20)\d\d(?!\d))\d{1,8}|[A-Z][a-z]{1,9}[-‐‑–]\d{1,8}|[a-z]\d{1,8}|[${LETTER}][-‐‑–]\d{1,8})${FURTHER})(?![%]|,\d|[.]\d)`,
    'gu',
  ),
];
/** `제3조제2항` and the like belong to citations; a label after a code. */
const LABEL_AFTER = new RegExp(String.raw`^\s?(${named(/[가-힣]/u)})(?![가-힣]{3})`, 'u');

const RUNS = /\d+|[A-Za-z]+|[가-힣]|[①-⑳]/gu;

/** Returns the runs of digits and letters of a code: `7-B` and `7b` are `['7', 'b']`. */
function partsOf(body: string): string[] {
  return [...body.matchAll(RUNS)].map(([run]) => {
    const circled = run.charCodeAt(0) - 0x2460;
    if (circled >= 0 && circled < 20) return String(circled + 1);
    return /^0\d$/u.test(run) ? run.slice(1) : run.toLowerCase();
  });
}

/** Whether `5m` or `USD 50` is a number with its unit and no code. */
function isMeasure(body: string): boolean {
  const [, number = '', unit = ''] = /^(\d+)-?([A-Za-z]+)$/u.exec(body) ?? [];
  if (number !== '') return isUnit(unit) || /^(?:st|nd|rd|th|k|x)$/iu.test(unit) || /^[KMmk]$/u.test(unit);
  return (
    /^(?:[A-Z]{3}|AM|PM|am|pm|BC|AD|Rs)[\s-]?\d/u.test(body) && (isUnit(body.slice(0, 3)) || !/^[A-Z]{3}/u.test(body))
  );
}

function readVersions(text: string, taken: TakenSpans): Found<Version>[] {
  return VERSIONS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): Found<Version>[] => {
      const span = { start: match.index, end: match.index + match[0].length };
      const parts = (match.groups?.['body'] ?? '').split('.').map((part) => String(Number(part)));
      return taken.take(span) ? [{ kind: 'version', ...span, parts }] : [];
    }),
  );
}

function codeOf(match: RegExpExecArray, text: string): Found<Code> | undefined {
  const { body = '', branch, label, after } = match.groups ?? {};
  const end = match.index + match[0].length;
  const following = after ?? LABEL_AFTER.exec(text.slice(end, end + 8))?.[1];
  const name = (label ?? following ?? '').toLowerCase();
  if (name === '' && (isMeasure(body) || (/\s/u.test(body) && !unitOf(text, end, end).free))) return undefined;
  const parts = [...partsOf(body), ...(branch === undefined ? [] : [branch])];
  return { kind: 'code', start: match.index, end, parts, label: LABEL_OF.get(name) ?? '' };
}

/** Reads the versions and codes of a text that no other value has taken. */
export function readCodes(text: string, taken: TakenSpans): (Found<Code> | Found<Version>)[] {
  if (!/[\d①-⑳]/u.test(text)) return [];
  const found: (Found<Code> | Found<Version>)[] = readVersions(text, taken);
  for (const pattern of CODES) {
    for (const match of text.matchAll(pattern)) {
      const code = codeOf(match, text);
      if (code !== undefined && taken.take(code)) found.push(code);
    }
  }
  return found;
}
