import { readPart } from './part-reference.js';
import { canonicalNumber, Provision, ProvisionPart, Unit, unitOf } from './provision.js';
import { overlap } from '../../../text/text-span.js';

/** A provision that a question names, with its offsets in the question. */
export interface Reference extends ProvisionPart {
  readonly provision: Provision;
  /** Text of the bracket after the number, `제8조(휴학의 신청)`. */
  readonly title: string | undefined;
  readonly start: number;
  /** Offset of the number after its English unit; the unit may be the end of a name, `Club Rules 4.2`. */
  readonly numberStart: number;
  readonly end: number;
  /**
   * False for a number that may also be something else, `3조`, `4.2`: it is a reference only next to the name of a rule
   * book.
   */
  readonly isSure: boolean;
}

/** Longest range that is expanded number by number. */
const MAX_RANGE = 20;
const MAX_REFERENCES = 12;
/** Maximum number of characters read after a number. */
const PART_LENGTH = 80;

const ARTICLE =
  /(제\s*)?(?<![\d.])(\d{1,4})\s*조(?!\s*(?:원|억|달러|위안|엔|짜리|각))(?:\s*의\s*(\d{1,3})(?!\d|\s*[항호조목])|-(\d{1,2})(?!\d))?/gu;
/** `제3·5조`, `제3조부터 제5조까지`: a first number whose unit comes later, and the end of a range. */
const SHARED = /제\s{0,9}(\d{1,4})\s{0,9}(?:조\s{0,9})?([·,~-]|내지|부터|에서)\s{0,9}(?=제?\s{0,9}\d{1,4}\s{0,9}조)/gu;
const DIVISION = /제\s*(\d{1,3}|[IVX]{1,5})\s*([편장절관])(?:의\s*(\d{1,2}))?(?![가-힣]*장학)/gu;
const ADDENDUM = /부\s?칙(?![가-힣]{0,2}규[칙정])/gu;
const SUPPLEMENT =
  /(별\s?표|별지|별첨|붙임|부표|서식|양식)(?:\s*(?:제\s*)?(\d{1,3})(?:-(\d{1,2}))?(?:\s*호)?(?:\s*의\s*(\d{1,2}))?(?:\s*호)?)?(?:\s*(?:서식|양식))?/gu;
/** `3호 서식`: the number before its name. */
const FORM_BEFORE = /(?:제\s*)?(\d{1,3})\s*호(?:의\s*(\d{1,2}))?\s*(?:서식|양식)/gu;
const NUMBER = String.raw`(?:\d{1,5}[a-z]?(?:[.–-]\d{1,4}[a-z]?){0,9}|[IVXLC]{1,7}\b)`;
const ENGLISH = new RegExp(
  String.raw`(?<![\p{L}\p{N}])((?:articles?|art\.?|sections?|sec\.|rules?|chapters?|ch\.|parts?|clauses?|title|appendix|appendices|annex|annexes|schedules?|exhibits?|forms?)\s{0,9}(?:no\.?\s{0,9}|number\s{0,9})?|§{1,3}\s{0,9})(${NUMBER}|(?<=(?:appendix|annex|exhibit|schedule|form|part)\s)[A-Z]\b)((?:\s{0,9}(?:,|and|or|&|,\s{0,9}and|to|through)\s{0,9}${NUMBER}(?![\p{L}\p{N}])){0,30})`,
  'giu',
);
const NEXT_NUMBER = new RegExp(String.raw`(,|and|or|&|to|through)\s*(${NUMBER})`, 'giu');
/** `4.2` next to the name of a handbook. */
const BARE = /(?<![\d.\p{L}§-])(\d{1,3}(?:\.\d{1,3}){1,4})(?![\d.]{0,30}\d|\s{0,9}[%년월일점만억원])(?:\s*[절항])?/gu;
/** Not `(2)` or `(a)`, which are paragraphs. */
const TITLE = /^\s?[(（[【](?!\s*(?:\d+|[a-z])\s*[)）\]】])([^)）\]】\n]{1,60})[)）\]】]/iu;

/** Provisions that a question names, in the order of their offsets. @param text a result of `plainText` */
export function readReferences(text: string): Reference[] {
  const taken: { start: number; end: number }[] = [];
  const found: Reference[] = [];
  for (const reference of candidates(text)) {
    const isTaken = taken.some((span) => overlap(reference, span));
    const isSame = found.at(-1)?.start === reference.start && found.at(-1)?.end === reference.end;
    if (isTaken && !isSame) continue;
    taken.push(reference);
    found.push(reference);
  }
  return found.sort((a, b) => a.start - b.start).slice(0, MAX_REFERENCES);
}

function* candidates(text: string): Generator<Reference> {
  for (const match of text.matchAll(ARTICLE)) yield* articles(text, match);
  for (const match of text.matchAll(SHARED)) yield* sharedNumbers(text, match);
  for (const match of text.matchAll(DIVISION)) {
    const number = withBranch(match[1] ?? '', match[3]);
    yield* references(text, match, { unit: unitOf(match[2] ?? '') ?? 'chapter', number }, true);
  }
  for (const match of text.matchAll(FORM_BEFORE))
    yield* references(text, match, { unit: 'form', number: withBranch(match[1] ?? '', match[2]) }, true);
  for (const match of text.matchAll(SUPPLEMENT)) {
    const number = match[2] === undefined ? '' : withBranch(match[2], match[3] ?? match[4]);
    yield* references(text, match, { unit: unitOf(match[0].replace(/[\d\s호제의-]/gu, '')) ?? 'annex', number }, true);
  }
  for (const match of text.matchAll(ADDENDUM)) yield* references(text, match, { unit: 'addendum', number: '' }, true);
  for (const match of text.matchAll(ENGLISH)) yield* englishNumbers(text, match);
  for (const match of text.matchAll(BARE))
    yield* references(text, match, { unit: 'number', number: canonicalNumber(match[1] ?? '') }, false);
}

function withBranch(number: string, branch: string | undefined): string {
  const main = canonicalNumber(number);
  return branch === undefined ? main : `${main}-${Number(branch)}`;
}

/** A reference with its title, paragraph and item after it; one for each paragraph if several are requested. */
function* references(
  text: string,
  match: { readonly 0: string; readonly index?: number },
  provision: Provision,
  isSure: boolean,
): Generator<Reference> {
  const start = match.index ?? 0;
  let end = start + match[0].length;
  const title = provision.unit === 'article' ? TITLE.exec(text.slice(end, end + 70)) : null;
  if (title !== null) end += title[0].length;
  const { parts, length } = readPart(text.slice(end, end + PART_LENGTH));
  end += length;
  for (const part of parts) {
    const sure = isSure || part.paragraph !== undefined;
    yield { ...part, provision, title: title?.[1], start, numberStart: start, end, isSure: sure };
  }
}

function* articles(text: string, match: RegExpExecArray): Generator<Reference> {
  const number = withBranch(match[2] ?? '', match[3] ?? match[4]);
  yield* references(text, match, { unit: 'article', number }, match[1] !== undefined);
}

function* sharedNumbers(text: string, match: RegExpExecArray): Generator<Reference> {
  const first = Number(match[1]);
  const last = Number(/^제?\s*(\d{1,4})/u.exec(text.slice(match.index + match[0].length))?.[1] ?? first);
  const isRange = !/[·,]/u.test(match[2] ?? '');
  const upTo = isRange && last > first && last - first <= MAX_RANGE ? last - 1 : first;
  const isArticleItself = match[0].includes('조');
  for (let number = isArticleItself ? first + 1 : first; number <= upTo; number++) {
    // They have no offsets of their own: the ends of the range may be references too.
    const provision = { unit: 'article', number: String(number) } as const satisfies Provision;
    const at = match.index;
    yield { provision, title: undefined, start: at, numberStart: at, end: at, isSure: true };
  }
}

function* englishNumbers(text: string, match: RegExpExecArray): Generator<Reference> {
  const unit: Unit = unitOf((match[1] ?? '').replace(/\s{0,9}(?:no\.?|number)\s{0,9}$/iu, '')) ?? 'section';
  const numbers = [canonicalNumber(match[2] ?? '')];
  for (const next of (match[3] ?? '').matchAll(NEXT_NUMBER)) {
    const number = canonicalNumber(next[2] ?? '');
    const from = Number(numbers.at(-1));
    const isRange = /to|through/iu.test(next[1] ?? '') && Number(number) - from <= MAX_RANGE;
    for (let between = from + 1; isRange && between < Number(number); between++) numbers.push(String(between));
    numbers.push(number);
  }
  const numberStart = match.index + (match[1] ?? '').length;
  for (const number of numbers) {
    for (const found of references(text, match, { unit, number }, true)) yield { ...found, numberStart };
  }
}
