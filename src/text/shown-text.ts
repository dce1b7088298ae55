import { columnsOf, tellsOfChange } from './sentences/heading-line.js';

/** A bracket that may be an amendment note: `<개정 2020. 7. 1.>`, `[본조신설 2020. 7. 1.]`. */
const BRACKET = /[^\S\n]{0,40}[<〈＜[［【(（「]([^<>〈〉＜＞[\]［］【】()（）「」\n]{1,300})[>〉＞\]］】)）」]/gu;
/** `제12조(수료) `, `**제3조의2【기간】**`: the source names the article. */
const ARTICLE_LABEL =
  /^(?:\*\*)?제\s?\d{1,4}\s?조(?:\s?의\s?\d{1,3})?\s?[(（【[][^)）】\]\n]{0,80}[)）】\]](?:\*\*)?[^\S\n]{0,10}(?=\S)/u;
const HEADING = /^#{1,6}[^\S\n]{1,10}/u;
/** A heading before its text in the next line: the source names the section. */
const HEADING_BEFORE_TEXT = /^#{1,6}[^\S\n]{1,10}[^\n]{0,300}\n(?=\s{0,20}[^\s#])/u;
const QUOTE = /^>[^\S\n]{0,10}/u;
/** A label may continue on the next line, since editors wrap long lines of Markdown. */
const LINK = /(?:!|\\)?\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s{1,5}"[^"\n]{0,200}")?\)/gu;
const TAG = /<\/?[a-z][a-z\d]{0,20}(?:\s[^<>]{0,300})?\/?>/giu;
const STRONG = /(\*\*|__)(?=\S)((?:\\.|[^*_\\\n]|\n(?!\s)){1,500})(?<=\S)\1/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_\\])([*_])(?=\S)((?:\\.|[^*_\\\n]|\n(?!\s)){1,500})(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
/** An escaped character of Markdown: `\*`, and `\.` at the end of a word. */
const ESCAPED = /\\([*_[\]#|]|\.(?=\s|$))/gu;
/** Starts of lines that are not joined to the line before: an item, a row, a quotation, a heading, a paragraph's number. */
const LINE_START =
  /^\s{0,20}(?:[-*+•·○●▪※>|#]|\d{1,3}[.)]|[a-z][.)]\s|[가-힣][.)]\s|[①-⑳]|[([]\d{1,3}[)\]]|제\s?\d{1,4}\s?[조장절]|`{3})/u;
/** A line of at least this width was wrapped by an editor. Hangul takes two columns. */
const BROKEN_WIDTH = 48;
/** Whether a line is a table row or a fence, which is never joined. */
const LINE_START_ROW = /^\s{0,20}(?:\||`{3})/u;
const CODE = /`([^`\n]{1,300})`/gu;

function withoutHistory(text: string): string {
  return text.replace(BRACKET, (whole, content: string) => (tellsOfChange(content) ? '' : whole));
}

function isBroken(line: string): boolean {
  return !/[.!?:;。…|]["'”’)\]]{0,3}$/u.test(line) && columnsOf(line) >= BROKEN_WIDTH;
}

/** Joins the wrapped lines of a sentence: the line before is long, or the next line starts with a lower-case letter. */
function withoutLineBreaks(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  let shown = first;
  let before = first;
  for (const line of rest) {
    const goesOn = before.trim() !== '' && line.trim() !== '' && !LINE_START.test(line);
    const joined = goesOn && !LINE_START_ROW.test(before) && (isBroken(before.trimEnd()) || /^\s*\p{Ll}/u.test(line));
    shown = joined ? `${shown.trimEnd()} ${line.trimStart()}` : `${shown}\n${line}`;
    before = line;
  }
  return shown;
}

/**
 * Returns the display form of a sentence of a stored document: without amendment notes, the number and title of its article, the syntax of
 * Markdown or HTML, and the line breaks of an editor. The citation and its source keep all of these. A text that consists only of them is
 * returned unchanged.
 */
export function shownText(sentence: string): string {
  const shown = withoutLineBreaks(withoutHistory(sentence.replace(ARTICLE_LABEL, '')))
    .replace(HEADING_BEFORE_TEXT, '')
    .replace(HEADING, '')
    .replace(QUOTE, '')
    .replace(LINK, '$1')
    .replace(TAG, '')
    .replace(STRONG, '$2')
    .replace(EMPHASIS, '$2')
    .replace(CODE, '$1')
    .replace(ESCAPED, '$1')
    .trim();
  return /[\p{L}\p{N}]/u.test(shown) ? shown : sentence;
}
