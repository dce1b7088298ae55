import { tellsOfChange } from './history-mark.js';

/** A bracket that may tell when a provision was changed: `<개정 2020. 7. 1.>`, `[본조신설 2020. 7. 1.]`. */
const BRACKET = /[^\S\n]{0,40}[<〈＜[［【(（「]([^<>〈〉＜＞[\]［］【】()（）「」\n]{1,300})[>〉＞\]］】)）」]/gu;
/** `제12조(수료) `, `**제3조의2【기간】**`: the source names the article. */
const ARTICLE_LABEL =
  /^(?:\*\*)?제\s?\d{1,4}\s?조(?:\s?의\s?\d{1,3})?\s?[(（【[][^)）】\]\n]{0,80}[)）】\]](?:\*\*)?[^\S\n]{0,10}(?=\S)/u;
const HEADING = /^#{1,6}[^\S\n]{1,10}/u;
const QUOTE = /^>[^\S\n]{0,10}/u;
const LINK = /!?\[([^[\]\n]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s{1,5}"[^"\n]{0,200}")?\)/gu;
const TAG = /<\/?[a-z][a-z\d]{0,20}(?:\s[^<>]{0,300})?\/?>/giu;
const STRONG = /(\*\*|__)(?=\S)([^*_\n]{1,500})(?<=\S)\1/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]{1,500})(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
const CODE = /`([^`\n]{1,300})`/gu;

function withoutHistory(text: string): string {
  return text.replace(BRACKET, (whole, content: string) => (tellsOfChange(content) ? '' : whole));
}

/**
 * A sentence of a stored document as people read it: without the marks of its amendments, without the number and title of its article, and
 * without the syntax of Markdown or HTML. All of these stay in the citation and its source. A text that is nothing else stays as it is.
 */
export function shownText(sentence: string): string {
  const shown = withoutHistory(sentence.replace(ARTICLE_LABEL, ''))
    .replace(HEADING, '')
    .replace(QUOTE, '')
    .replace(LINK, '$1')
    .replace(TAG, '')
    .replace(STRONG, '$2')
    .replace(EMPHASIS, '$2')
    .replace(CODE, '$1')
    .trim();
  return /[\p{L}\p{N}]/u.test(shown) ? shown : sentence;
}
