/** The line that begins an article, `제15조의2(휴학의 신청) …`. */
export interface ArticleLine {
  readonly type: 'article';
  readonly number: number;
  /** `2` in `제15조의2`, otherwise 0. */
  readonly branch: number;
  /** Last article of a range, as in `제9조부터 제11조까지 삭제`; otherwise the number itself. */
  readonly lastNumber: number;
  readonly title: string | undefined;
  /** Length of the number and title at the start of the line. */
  readonly length: number;
  /**
   * How certain the article is. A bracketed title, a deletion and a Markdown heading are sufficient. A `bare` number may also be a citation
   * at the start of a wrapped line, and counts only when it continues the numbering.
   */
  readonly evidence: 'titled' | 'deleted' | 'heading' | 'bare';
  /** Nothing follows the title, or the line states the deletion of one article. */
  readonly isEmpty: boolean;
}

const NUMBER = /^제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3})(?!\d)|\s?(\d{1,2})(?=\s?[(（【[〔]))?(?:\*\*|__)?/u;
/** `제9조부터 제11조까지`, `제9조 ~ 제11조`: the end of a range of deleted articles. */
const RANGE =
  /^\s{0,20}(?:~|∼|～|-|부터|내지)\s{0,20}제?\s{0,20}(\d{1,4})\s{0,20}조(?:\s{0,20}의\s{0,20}\d{1,3})?\s{0,20}(?:까지)?\s{0,20}[은는:]?/u;
const DELETION =
  /^\s*(?:[<〈＜[【(（]\s{0,20}삭\s{0,20}제[\d.,\s년월일]{0,100}[>〉＞\]】)）]|[<〈＜[【]\s{0,20}삭\s{0,20}제|삭\s{0,20}제(?:\s*$|\s*[<〈＜[【(（\d.]))/u;
/** What follows a cited article, with and without a blank: `에 따라`, `의 규정`, ` 및 제6조`, `제2항`. */
const CITED =
  /^(?:에(?:\s|게|서|도|는|만|따|의|관|대|정|규|해당|$)|[의을를과와은는로](?:\s|$)|으로\s|및|내지|부터|까지|제\s*\d|[,、ㆍ·～~∼-]\s{0,20}제?\s{0,20}\d|[,.;]\s*$)/u;
const CITED_BEHIND_BLANK =
  /^\s+(?:및|내지|또는|혹은|부터|까지|에\s*(?:따|의|관|대|정|규|해당|도\s|서\s)|[의을를과와]\s|제\s*\d{1,3}\s*[항호목])/u;
/** After a bare number these are citations too. */
const CITED_BARE = /^\s+(?:단서|본문|전단|후단|각\s*[호항]|중\s|규정에|[은는,])/u;
/** A line of a table of contents: leaders or blanks, then a page. */
const CONTENTS = /^[\s.·…‥⋯ㆍ_-]+\d{1,4}$/u;
const LEADERS = /[.·…‥⋯ㆍ_-]{3}\s{0,9}\d{1,4}$/u;
/** What may follow the number of an article without a title. */
const UNTITLED = /^(?:\s|[①-⑮]|[.:]\s|[<[])/u;
const OPENER = /^\s{0,3}([(（【[〔])/u;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '（': '）', '【': '】', '[': ']', '〔': '〕' };
const MARK = /\d{4}\s*[.년]|^\s*(?:본조|전문|전부|제목|본항)\s*(?:신설|개정)/u;
const BROKEN_TITLE = /^(?:#{1,6}\s+)?(?:\*\*|__)?제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?\s?[(（【][^)）】]{1,80}$/u;
const MAX_TITLE = 120;
/** Titles under a Markdown heading need no brackets when they are this short. */
const MAX_HEADING_TITLE = 60;

/**
 * Reads the first line of an article; undefined for citations such as `제8조에 따라` and for lines of a table of contents.
 * @param line without leading blanks and heading marks, @param isHeading whether it had heading marks
 */
export function articleLine(line: string, isHeading: boolean): ArticleLine | undefined {
  const match = NUMBER.exec(line);
  if (match === null) return undefined;
  const number = Number(match[1]);
  const branch = Number(match[2] ?? match[3] ?? 0);
  const length = match[0].length;
  const rest = line.slice(length);
  const range = RANGE.exec(rest);
  const tail = range === null ? rest : rest.slice(range[0].length);
  if (DELETION.test(tail)) {
    if (LEADERS.test(tail)) return undefined;
    const read = { type: 'article', number, branch, title: undefined, evidence: 'deleted' } as const;
    if (range === null) return { ...read, lastNumber: number, length, isEmpty: true };
    return { ...read, lastNumber: Number(range[1]), length: length + range[0].length, isEmpty: false };
  }
  const form = titled(rest) ?? untitled(rest, isHeading);
  if (form === undefined || form === 'citation') return undefined;
  const { title, evidence, isEmpty } = form;
  return {
    type: 'article',
    number,
    branch,
    lastNumber: number,
    title,
    length: length + form.length,
    evidence,
    isEmpty,
  };
}

/** What follows the number; `length` is that of the title with its brackets. */
type Form = Pick<ArticleLine, 'title' | 'length' | 'evidence' | 'isEmpty'>;

function titled(rest: string): Form | 'citation' | undefined {
  const title = bracketedTitle(rest);
  if (title === undefined) return undefined;
  const behind = withoutBold(rest.slice(title.length));
  if (CITED.test(behind) || CITED_BEHIND_BLANK.test(behind) || CONTENTS.test(behind)) return 'citation';
  const evidence = DELETION.test(behind) ? 'deleted' : 'titled';
  return { title: title.text, length: title.length, evidence, isEmpty: behind === '' };
}

function untitled(rest: string, isHeading: boolean): Form | undefined {
  if (rest !== '' && !UNTITLED.test(rest)) return undefined;
  if (CITED_BEHIND_BLANK.test(rest) || CITED_BARE.test(rest) || CONTENTS.test(rest)) return undefined;
  const text = rest.replace(/^[.:]\s/u, '').trim();
  const isTitle = isHeading && text !== '' && text.length <= MAX_HEADING_TITLE && !/[.。①<]/u.test(text);
  if (isTitle) return { title: text, length: rest.length, evidence: 'heading', isEmpty: true };
  return { title: undefined, length: 0, evidence: isHeading ? 'heading' : 'bare', isEmpty: text === '' };
}

function withoutBold(text: string): string {
  return text.startsWith('**') || text.startsWith('__') ? text.slice(2) : text;
}

/** `제9조`, `제8조의2` after `제8조`; `제8조의3` or `제9조` after `제8조의2`. */
export function isSuccessor(read: ArticleLine, last: ArticleLine): boolean {
  if (read.branch === 0) return read.number === last.lastNumber + 1;
  if (read.number !== last.lastNumber) return false;
  return read.branch === last.branch + 1 || (last.branch === 0 && read.branch === 2);
}

/** Whether the title of an article is broken at the end of this line, as on printed pages. */
export function isTitleBroken(line: string): boolean {
  return BROKEN_TITLE.test(line);
}

/** The bracket after an article's number; brackets inside may nest. `length` counts the blanks before the bracket. */
function bracketedTitle(rest: string): { readonly text: string; readonly length: number } | undefined {
  const opener = OPENER.exec(rest);
  const open = opener?.[1];
  const close = open === undefined ? undefined : CLOSERS[open];
  if (opener === null || open === undefined || close === undefined) return undefined;
  const from = opener[0].length;
  const limit = Math.min(rest.length, from + MAX_TITLE);
  let depth = 1;
  let end = from;
  for (; end < limit && depth > 0; end++) {
    if (rest[end] === open) depth++;
    else if (rest[end] === close) depth--;
  }
  if (depth > 0) end = from + unbalanced(rest.slice(from, limit), close);
  const text = rest.slice(from, depth > 0 ? end : end - 1);
  return end <= from || MARK.test(text) ? undefined : { text, length: end };
}

/** `제3조 (정원 외 전공(학과) 각 대학은`: a bracket was left open; the first that closes before a blank ends the title. */
function unbalanced(rest: string, close: string): number {
  for (let i = rest.indexOf(close); i !== -1; i = rest.indexOf(close, i + 1)) {
    if (i + 1 === rest.length || /\s/u.test(rest.charAt(i + 1))) return i + 1;
  }
  return 0;
}
