import { ArticleLine, articleLine } from './article-line.js';
import { onOneLine } from '../../text/folded-text.js';

/** A heading of a part, chapter, section or subsection: `제2장 휴학`. */
export interface DivisionLine {
  readonly type: 'division';
  /** 0 편, 1 장, 2 절, 3 관. */
  readonly rank: number;
  /** Whether it is the first of its kind, which can begin another regulation. */
  readonly isFirst: boolean;
  readonly label: string;
}

/** A heading after the articles: `부칙 <2020. 7. 1.>`, `[별표 1] 등록금 반환 기준`, `[별지 제1호 서식] 휴학원`. */
export interface SupplementLine {
  readonly type: 'addendum' | 'annex' | 'form';
  readonly label: string;
  /** Whether it has a title in addition to its number. */
  readonly isTitled: boolean;
  /** An article on the same line, `부칙 제1조(시행일) …`. */
  readonly article: ArticleLine | undefined;
  readonly length: number;
}

/** The structural meaning of a line of a Korean regulation. */
export type Provision = ArticleLine | DivisionLine | SupplementLine;

export interface RegulationLine {
  /** Number of `#` of a Markdown heading, 0 for a plain line. */
  readonly level: number;
  /** Length of the marks in front of the provision. */
  readonly offset: number;
  readonly read: Provision;
}

/** No rule reads further into a line. */
export const LINE_HEAD = 300;
const PREFIX = /^(?:(#{1,6})\s+)?(?:\*\*|__)?(?:[■□◆●▣※]\s*)?/u;
const DIVISION = /^제\s*(\d{1,3}|[Ⅰ-Ⅻ])\s*([편장절관])(?:\s*의\s*(\d{1,2}))?(?=$|[\s<〈[(（*])/u;
const CITED_DIVISION =
  /^\s*(?:및|내지|부터|에\s*(?:따|의|관|대|정|규)|[의을를과와은는]\s|제\s*\d|[,.])|[.。,]$|제\s*\d+\s*조|[.·…‥⋯ㆍ_-]{2}\s{0,20}\d+$/u;
const RANKS = '편장절관';
const ADDENDUM =
  /^부\s{0,12}칙(?:\*\*|__)?\s{0,20}((?:[<〈＜([【「][^\n]{0,100}[>〉＞)\]】」]|\d{4}\s{0,9}[.년][\d.\s년월일]{0,60}(?:제정|[전일]부\s{0,9}개정|개정)?|제\s{0,9}\d{1,9}\s{0,9}차)?)\s{0,20}(?:\*\*|__)?$/u;
/** An addendum of one sentence on the line of its heading. */
const SHORT_ADDENDUM = /^부\s{0,12}칙\s+(?:(?:이|본)\s|[①(（]|1\.).{4,200}(?:시행|적용)(?:한다|함)\.?$/u;
const SUPPLEMENT = '별\\s*표|별\\s*지|별\\s*첨|붙\\s*임|부\\s*표|서\\s*식';
const BRACKETED = new RegExp(
  `^[<〈＜[【(（「〔]\\s*(?:${SUPPLEMENT})[^\\]>】〕〉＞\\n]{0,60}[\\]>】〕〉＞)）」]+`,
  'u',
);
/** In round brackets `(별표 1 참조)` is a reference; only a number makes it a heading. */
const ROUND = new RegExp(`^[(（]\\s*(?:${SUPPLEMENT})[제\\s\\d호의~-]{0,60}(?:서\\s{0,9}식)?[\\d\\s]{0,30}[)）]`, 'u');
const UNBRACKETED =
  /^(?:별\s{0,12}표(?:\s{0,12}제\s{0,12}\d+\s{0,12}호(?:의\s{0,12}\d+)?|\s{0,12}\d+(?:\s{0,12}의\s{0,12}\d+|-\d+)?|$)|별\s{0,12}지\s{0,12}(?:제\s{0,12}\d+(?:-\d+)?\s{0,12}호(?:의\s{0,12}\d+)?)?\s{0,12}서\s{0,12}식(?:\s{0,12}\d+)?)(?=$|\s|[<[(（:])/u;
const CITED_SUPPLEMENT =
  /^(?:[과와의을를은는이가로](?:\s|$)|으로|에|및|부터|까지|내지|또는|참조|중\s|[,.])|^\s+(?:및|내지|또는|에\s|에\s*따|[의과와]\s|참조|,)|다\.\s*$|(?:따라|의한|따른|하고|하며|하여|[을를])$/u;
const MARKS = /(?<!\s)\s*[<〈＜[［][^>〉＞\]］]{0,220}\d{4}\s{0,9}[.년][^>〉＞\]］]{0,200}[>〉＞\]］]?\s*/gu;
const MAX_LABEL = 100;
/** Single syllables separated by wide blanks, or at least three in a row. */
const WIDE_LETTERS = /(?<![가-힣])([가-힣])[^\S\n]{2,}(?=[가-힣](?![가-힣]))/gu;
const LETTERS = /(?<![가-힣])[가-힣](?: [가-힣](?![가-힣])){2,}/gu;

/**
 * Reads a structural line of a Korean regulation; undefined for all others, citations included.
 * @param line without blanks at either end, cut after `LINE_HEAD` characters
 */
export function regulationLine(line: string): RegulationLine | undefined {
  const prefix = PREFIX.exec(line);
  const level = prefix?.[1]?.length ?? 0;
  const offset = prefix?.[0].length ?? 0;
  const read = provision(line.slice(offset), level > 0);
  return read === undefined ? undefined : { level, offset, read };
}

/** Whether a line begins like `제N조`, be it an article or a citation. */
export function startsLikeArticle(line: string): boolean {
  return /^(?:#{1,6}\s+)?(?:\*\*|__)?제\s*\d{1,4}\s*조/u.test(line);
}

/** `제2장  휴  학` becomes `제2장 휴학`: letter-spaced words are closed, other runs of blanks become one. */
export function collapsed(text: string): string {
  if (!/\s/u.test(text)) return text;
  const plain = onOneLine(text.replace(WIDE_LETTERS, '$1'));
  return /^[가-힣] [가-힣]$/u.test(plain)
    ? plain.replace(' ', '')
    : plain.replace(LETTERS, (word) => word.replaceAll(' ', ''));
}

function provision(line: string, isHeading: boolean): Provision | undefined {
  switch (line[0]) {
    case '제':
      return articleLine(line, isHeading) ?? division(line);
    case '부':
      return addendum(line);
    case undefined:
      return undefined;
    default:
      return supplement(line);
  }
}

function division(line: string): DivisionLine | undefined {
  const match = DIVISION.exec(line);
  if (match === null) return undefined;
  const [whole, number = '', unit = '', branch] = match;
  const rest = line
    .slice(whole.length)
    .replace(MARKS, ' ')
    .replace(/\*\*|__/gu, '')
    .trimEnd();
  if (rest.length > MAX_LABEL || CITED_DIVISION.test(rest)) return undefined;
  const name = `제${number}${unit}${branch === undefined ? '' : `의${branch}`}`;
  const title = collapsed(rest);
  return {
    type: 'division',
    rank: RANKS.indexOf(unit),
    isFirst: branch === undefined && (number === '1' || number === 'Ⅰ'),
    label: title === '' || title.startsWith('(') ? name + title : `${name} ${title}`,
  };
}

function addendum(line: string): SupplementLine | undefined {
  const length = line.length;
  const match = ADDENDUM.exec(line);
  if (match !== null) {
    const label = `부칙 ${collapsed(match[1] ?? '')}`.trimEnd();
    return { type: 'addendum', label, isTitled: true, article: undefined, length };
  }
  const behind = /^부\s{0,12}칙\s+(?=제\s*1\s*조)/u.exec(line)?.[0];
  const article = behind === undefined ? undefined : articleLine(line.slice(behind.length), false);
  if (behind !== undefined && article?.evidence === 'titled') {
    return { type: 'addendum', label: '부칙', isTitled: true, article, length: behind.length };
  }
  if (SHORT_ADDENDUM.test(line))
    return { type: 'addendum', label: '부칙', isTitled: true, article: undefined, length: 2 };
  return supplement(line);
}

function supplement(line: string): SupplementLine | undefined {
  const head = (line[0] === '(' || line[0] === '（' ? ROUND : BRACKETED).exec(line) ?? UNBRACKETED.exec(line);
  if (head === null) return undefined;
  const rest = line.slice(head[0].length).replace(/\*\*|__/gu, '');
  if (rest.length > MAX_LABEL * 2 || CITED_SUPPLEMENT.test(rest)) return undefined;
  const title = collapsed(rest.replace(MARKS, ' '));
  if (title.length > MAX_LABEL) return undefined;
  return {
    type: /별\s*지|서\s*식/u.test(head[0]) ? 'form' : 'annex',
    label: `${collapsed(head[0])} ${title}`.trimEnd(),
    isTitled: title !== '',
    article: undefined,
    length: head[0].length,
  };
}
