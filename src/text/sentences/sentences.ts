import { isDateCut, isInnerPoint } from './abbreviation-rules.js';
import { isHeadingLine, tellsOfChange } from './heading-line.js';
import { TextSpan, isBlank, skipBlanks, trimmedSpan } from '../text-span.js';
import { PlacedSentence, placedSentences } from './governing-sentences.js';
import { withAnswers } from './answered-questions.js';
import { memoize } from '../memoize.js';
import { halfWidth } from '../folded-text.js';

const NEWLINE = 10;
const PIPE = 124;
const POINT = 46;
const TERMINATORS = codesOf('.?!。？！．');
const CLOSERS = codesOf('"\'”’)]}」』》〉>）］】…*_');
const BULLETS = codesOf('•·∙‣○●◯◦□■◇◆▪▫▶▷►※☞→✓');

/** `<개정 2020. 7. 1.>` after a sentence: its amendment note, which belongs to it. One line break may separate them. */
const MARK =
  /[^\S\n]{0,40}(?:\n[^\S\n]{0,40})?[<〈＜[［【(（「]([^<>〈〉＜＞[\]［］【】()（）「」\n]{1,300})[>〉＞\]］】)）」]/uy;

/** Start of a list item, a paragraph or item of an article, or a heading. */
const ITEM =
  /^(?:[①-⑳㉑-㉟㊱-㊿]|\d{1,3}(?:\.\d{1,3})*[.)]\s|\(\d{1,3}\)|[가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호][.)]\s|\([가나다라마바사아자차카타파하]\)|[a-z][.)]\s|[-*+]\s|#{1,6}\s|\||```|~~~)/u;
const STRUCTURE =
  /^(?:(?:\*\*)?제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?\s*(?:[(（【[][^)）】\]\n]{0,80}[)）】\]](?!에|의\s|을\s|를\s|과\s|와\s|은\s|는\s)|<|삭제)|제\s*\d{1,3}\s*[편장절관]\s+\S|부\s*칙\s*(?:[<(\n]|$)|[<[【]\s*별\s*[표지][^\]>】\n]{0,40}[\]>】](?![과와을를은는에의로]))/u;
/** A line with only the title of an article; the next sentence is the first of the article. */
const TITLE_LINE =
  /^(?:#{1,6}\s+)?(?:\*\*)?제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?(?:\s*[(（【[][^\n]{0,100}[)）】\]])?(?:\*\*)?$/u;
/** Last syllables before a final `다`. */
const VERB_STEM = /[한된는있없였았었했됐인하되이]/u;
const RULE = /^(?:={3,}|-{3,}|\*{3,}|_{3,})$/u;
/** Maximum length of a line for the rules about whole lines. */
const TITLE_LENGTH = 140;

/**
 * Splits English and Korean text into sentences, in order, without overlap, trimmed. Together they cover every character that is not white
 * space. A sentence ends at `.`, `?`, `!` or `。` before white space (not in abbreviations, dates, list numbers, initials), at an empty
 * line, at a line break before a list item, a table row, a heading or a provision, and after a heading line. Other line breaks count as
 * wrapping of a printed page. Amendment notes belong to the sentence before them.
 * @returns offsets in UTF-16 units
 */
export function sentenceSpans(written: string): TextSpan[] {
  const text = halfWidth(written);
  const spans: TextSpan[] = [];
  let start = 0;
  let itemStart = 0;
  let lineStart = 0;
  let rowEnd = lastBorder(text, 0);
  const close = (end: number): void => {
    const span = trimmedSpan(text, start, end);
    if (span !== undefined) spans.push(span);
    start = itemStart = end;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE) {
      const isBegin = skipBlanks(text, start, i) >= lineStart;
      const kind = lineBreak(text, { start: lineStart, end: i }, isBegin);
      if (kind === 'end') close(i);
      else if (kind === 'title') itemStart = i + 1;
      lineStart = i + 1;
      rowEnd = lastBorder(text, lineStart);
    } else if (i > rowEnd && TERMINATORS.has(code)) {
      const stop = afterRun(text, i);
      if (isStop(text, i, stop, itemStart)) close(afterMarks(text, stop));
      i = Math.max(stop, start) - 1;
      // Amendment notes may include a line break.
      const newline = start > stop ? text.slice(stop, start).lastIndexOf('\n') : -1;
      if (newline !== -1) lineStart = stop + newline + 1;
    }
  }
  close(text.length);
  return spans;
}

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/** Returns the offset after the terminator at `at` and after any further terminators, quotes and brackets. */
function afterRun(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length && (TERMINATORS.has(text.charCodeAt(i)) || CLOSERS.has(text.charCodeAt(i)))) i++;
  return i;
}

/** @param stop offset after the run of terminators at `at`, @param from start of the sentence or of its line */
function isStop(text: string, at: number, stop: number, from: number): boolean {
  if (stop < text.length && !isBlank(text.charCodeAt(stop))) return markEnd(text, stop) !== undefined;
  const isSinglePoint = text.charCodeAt(at) === POINT && (stop === at + 1 || CLOSERS.has(text.charCodeAt(at + 1)));
  if (isSinglePoint && isInnerPoint(text, at, from)) return false;
  // `"Stop." he said`, `wait... what`: a lower-case letter after a quotation or an ellipsis continues the sentence.
  return stop === at + 1 || !/^[a-z]/u.test(text.charAt(skipBlanks(text, stop, Math.min(text.length, stop + 4))));
}

function afterMarks(text: string, from: number): number {
  let end = from;
  for (let next = markEnd(text, end); next !== undefined; next = markEnd(text, end)) end = next;
  return end;
}

function markEnd(text: string, from: number): number | undefined {
  MARK.lastIndex = from;
  const content = MARK.exec(text)?.[1];
  if (content === undefined || !tellsOfChange(content)) return undefined;
  return MARK.lastIndex;
}

/**
 * Returns the kind of a line break: it ends a sentence, follows the title of an article, or only wraps.
 * @param isBegin whether the line starts its sentence
 */
function lineBreak(
  text: string,
  { start: lineStart, end: lineEnd }: TextSpan,
  isBegin: boolean,
): 'end' | 'title' | 'wrap' {
  let next = lineEnd + 1;
  while (next < text.length && text.charCodeAt(next) !== NEWLINE && isBlank(text.charCodeAt(next))) next++;
  if (next >= text.length || text.charCodeAt(next) === NEWLINE) return 'end';
  const first = skipBlanks(text, lineStart, lineEnd);
  if (text.charCodeAt(first) === PIPE) return 'end';
  if (holdsCells(text, lineStart, lineEnd) || holdsCells(text, next, lineEndFrom(text, next))) return 'end';
  const line = lineEnd - first <= TITLE_LENGTH ? text.slice(first, lineEnd).trimEnd() : '';
  const coming = text.slice(next, next + TITLE_LENGTH);
  if (STRUCTURE.test(coming)) return 'end';
  if (line !== '' && TITLE_LINE.test(line)) return 'title';
  if (isDateCut(text, lineEnd) || isWordCut(text, lineEnd, coming)) return 'wrap';
  if (isBegin && line !== '' && isHeadingLine(line, lineOf(coming))) return 'end';
  return RULE.test(line) || BULLETS.has(coming.charCodeAt(0)) || ITEM.test(coming) ? 'end' : 'wrap';
}

/** Returns the first line of the remaining text. */
function lineOf(coming: string): string {
  const end = coming.indexOf('\n');
  return (end === -1 ? coming : coming.slice(0, end)).trim();
}

/** Separator of the cells of a row without outer pipes: `천막 | 6개`. */
const CELL_BORDER = ' | ';

function holdsCells(text: string, start: number, end: number): boolean {
  return end - start > CELL_BORDER.length && text.slice(start, end).includes(CELL_BORDER);
}

/** Offset of the last border of the row that starts at `lineStart`, whose cells are read together; -1 for other lines. */
function lastBorder(text: string, lineStart: number): number {
  return text.charCodeAt(lineStart) === PIPE ? text.lastIndexOf('|', lineEndFrom(text, lineStart)) : -1;
}

function lineEndFrom(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** Printed pages break Korean words anywhere: in `…하여야 한` + `다.` the second line is not a list item `다.`. */
function isWordCut(text: string, lineEnd: number, coming: string): boolean {
  return coming.startsWith('다.') && VERB_STEM.test(text.charAt(lineEnd - 1));
}

/**
 * The end of a sentence, or an introduction to one, up to the next word; `Dr. Kim` and `U. Kim` do not end a sentence.
 */
const BEFORE_SENTENCE = /(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Art|Sec|vs|\p{Lu}))[.!?:…]["'”’)\]]*\s+["'“‘(\[]*/gu;

/** Offsets at which the sentences of a text start; its first word starts one. */
export function sentenceStarts(text: string): ReadonlySet<number> {
  const later = [...text.matchAll(BEFORE_SENTENCE)].map((end) => end.index + end[0].length);
  return new Set([text.search(/[\p{L}\p{N}]/u), ...later]);
}

/** Cached passages: some megabytes at the usual length. */
const REMEMBERED = 4_000;

/** Returns the sentences of a passage, each question with its answer; cached for the passages read last. */
export const sentencesOfPassage = memoize(REMEMBERED, (text: string): readonly PlacedSentence[] =>
  placedSentences(text, withAnswers(text, sentenceSpans(text))),
);

/** A table cell with letter-spaced syllables: `| 부 교 수 |`, `구       분`. */
const SPACED = /(^|\|)(\s{0,20})([가-힣](?:\s{1,10}[가-힣]){1,7})(?=\s{0,20}(?:\||$))/gu;

/**
 * Joins the letter-spaced words in the cells of a table row, so that queries match them. The length is unchanged, so that offsets are
 * valid.
 * @param row with cells between pipes; other text is returned unchanged
 */
export function joinedCells(row: string): string {
  if (!row.includes('|')) return row;
  return row.replace(SPACED, (whole: string, border: string, blanks: string, cell: string) =>
    `${border}${blanks}${cell.replace(/\s+/gu, '')}`.padEnd(whole.length),
  );
}
