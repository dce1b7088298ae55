import { TextSpan } from '../../text/text-span.js';
import { closesFence, openingFence } from './markdown-headings.js';
import { TextLine, lineHead, textLines } from './text-line.js';

/** A unit of text: tables, lists and code are kept whole where the size allows. */
export interface TextBlock extends TextSpan {
  readonly kind: 'text' | 'table' | 'list' | 'code' | 'clause';
  readonly lines: readonly TextLine[];
}

const ITEM =
  /^(?:[-*+•·○●▪◦※]\s|(?:\d{1,3}|[가나다라마바사아자차카타파하]|[a-z])[.)]\s|\((?:\d{1,3}|[가나다라마바사아자차카타파하])\))/u;
const DELIMITER_ROW = /^\|?\s{0,9}:?-{1,99}:?\s{0,9}(?:\|\s{0,9}:?-{1,99}:?\s{0,9})+\|?$/u;
/** Paragraphs of an article: `① …`. */
const CLAUSE = /^[①-⑳㉑-㉟㊱-㊿]/u;
/** Number of characters of a line that the rules read. */
const HEAD = 200;

/** Whether a line is the row of a table. */
export function isRow(text: string, line: TextSpan): boolean {
  return text.charCodeAt(line.start) === 124;
}

/** Whether a line begins an item of a list. */
export function isItem(text: string, line: TextSpan): boolean {
  return ITEM.test(lineHead(text, line, 8));
}

/** The paragraphs (`①`) of an article, each with its items; the text before the first one is a separate paragraph. */
export function clauses(text: string, span: TextSpan): TextBlock[] {
  const groups: TextLine[][] = [];
  for (const line of linesOf(text, span)) {
    const group = groups.at(-1);
    if (group === undefined || CLAUSE.test(text.charAt(line.start))) groups.push([line]);
    else group.push(line);
  }
  return groups.map((lines) => blockOf('clause', lines));
}

/** The blocks of a span, in order; together they contain every character that is not blank. */
export function textBlocks(text: string, span: TextSpan, isMarkdown: boolean): TextBlock[] {
  const lines = textLines(text, span.start, span.end);
  const blocks: TextBlock[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (line === undefined || line.start === line.end) {
      i++;
      continue;
    }
    const [kind, end] = extent(text, lines, i, isMarkdown);
    const part = lines.slice(i, end);
    blocks.push(blockOf(kind, kind === 'list' || kind === 'code' ? part.filter(isFilled) : part));
    i = end;
  }
  return blocks;
}

/** The lines of a span that are not empty. */
export function linesOf(text: string, span: TextSpan): TextLine[] {
  return textLines(text, span.start, span.end).filter(isFilled);
}

function isFilled(line: TextLine): boolean {
  return line.start < line.end;
}

function blockOf(kind: TextBlock['kind'], lines: readonly TextLine[]): TextBlock {
  return { kind, lines, start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0 };
}

/** Kind of the block that begins at line `i`, and the line after it. */
function extent(text: string, lines: readonly TextLine[], i: number, isMarkdown: boolean): [TextBlock['kind'], number] {
  const line = lines[i];
  if (line === undefined) return ['text', i + 1];
  const fence = isMarkdown ? openingFence(lineHead(text, line, HEAD)) : undefined;
  if (fence !== undefined) return ['code', behindFence(text, lines, i, fence)];
  if (startsTable(text, lines, i)) return ['table', behindTable(text, lines, i)];
  if (isItem(text, line)) return ['list', behindList(text, lines, i, isMarkdown)];
  let end = i + 1;
  while (end < lines.length && !startsBlock(text, lines, end, isMarkdown)) end++;
  return ['text', end];
}

function startsBlock(text: string, lines: readonly TextLine[], i: number, isMarkdown: boolean): boolean {
  const line = lines[i];
  if (line === undefined || !isFilled(line)) return true;
  if (CLAUSE.test(text.charAt(line.start)) || isItem(text, line) || startsTable(text, lines, i)) return true;
  return isMarkdown && openingFence(lineHead(text, line, HEAD)) !== undefined;
}

function behindFence(text: string, lines: readonly TextLine[], i: number, fence: string): number {
  for (let j = i + 1; j < lines.length; j++) {
    const line = lines[j];
    if (line !== undefined && closesFence(lineHead(text, line, HEAD), fence)) return j + 1;
  }
  return lines.length;
}

function startsTable(text: string, lines: readonly TextLine[], i: number): boolean {
  const line = lines[i];
  const next = lines[i + 1];
  if (line === undefined) return false;
  if (isRow(text, line)) return true;
  if (next === undefined || !lineHead(text, line, HEAD).includes('|')) return false;
  return DELIMITER_ROW.test(lineHead(text, next, HEAD));
}

function behindTable(text: string, lines: readonly TextLine[], i: number): number {
  const first = lines[i];
  const isPiped = first !== undefined && isRow(text, first);
  let end = i + 1;
  for (let line = lines[end]; line !== undefined && isFilled(line); line = lines[++end]) {
    if (isPiped ? !isRow(text, line) : !lineHead(text, line, HEAD).includes('|')) break;
  }
  return end;
}

/** Items with their continuation lines; empty lines between items or before indented text do not end a list. */
function behindList(text: string, lines: readonly TextLine[], i: number, isMarkdown: boolean): number {
  let end = i + 1;
  for (let j = i + 1; j < lines.length; j++) {
    const line = lines[j];
    if (line === undefined || !isFilled(line)) continue;
    const isIndented = line.indent >= 2;
    const fence = isMarkdown && isIndented ? openingFence(lineHead(text, line, HEAD)) : undefined;
    if (fence !== undefined) j = behindFence(text, lines, j, fence) - 1;
    else if (!isIndented && !isItem(text, line) && (j > end || startsBlock(text, lines, j, isMarkdown))) break;
    end = j + 1;
  }
  return end;
}
