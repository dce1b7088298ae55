import {
  type DocumentBlock,
  type DocumentTable,
  type OutlinedText,
  type OutlineHeading,
  type TextPlace,
  TITLE_LEVEL,
} from '../../domain/document-block.js';
import { tidyExtractedText } from './tidy-text.js';
import { onOneLine } from '../../../text/folded-text.js';

/** A longer heading, or a heading that is a whole sentence, is a paragraph in a heading style. */
const MAX_HEADING = 200;
const MAX_HEADING_SENTENCE = 60;
/** A question is a heading however long: lists of questions and answers have them. */
const SENTENCE = /[.!;:。]$|다$/u;
/**
 * A numbered clause, as `1.2.1 The Seller …`, is a heading also if it is a sentence: as text it would belong to the clause before it. Its
 * passage contains it, so that it is quoted.
 */
const MAX_CLAUSE = 300;
const NUMBERED = /^(?:\(?\p{N}{1,3}(?:[.)]|\.\p{N}{1,3})*\.?\)?|\([\p{Ll}\p{N}]{1,5}\))\s/u;
/** A longer table is cut into pieces, each under the header again, as on printed pages. */
const PIECE_LENGTH = 1_000;
/** Articles and chapters of Korean regulations are found by these marks, with or without a heading style. */
const ARTICLE = /^제\s?\p{N}/u;
const INDENT = '  ';
/** Marks that show the sentence reader that a line begins an item; other items need an empty line before them. */
const PLAIN_MARK = /^(?:[①-⑳㉑-㉟㊱-㊿]|\d{1,3}(?:\.\d{1,3}){0,4}[.)]\s|\(\d{1,3}\)|[가-하a-z][.)]\s|[-*+•·○●]\s)/u;

/**
 * Renders blocks as one tidy text: an empty line between blocks, one line per list item, tables as in Markdown (`| a | b |`, with a rule
 * under the header). Headings have no marks; they are returned with the text.
 */
export function renderBlocks(blocks: readonly DocumentBlock[]): OutlinedText {
  const hasTitle = blocks.some((block) => block.kind === 'heading' && block.level === TITLE_LEVEL);
  const headings: OutlineHeading[] = [];
  const places: TextPlace[] = [];
  const parts: string[] = [];
  let length = 0;
  let previous: DocumentBlock | undefined;
  for (const block of blocks) {
    const text = blockText(block);
    if (text === '') continue;
    const gap = previous === undefined ? '' : gapBetween(previous, block, text);
    const start = length + gap.length;
    parts.push(gap, text);
    length = start + text.length;
    if (block.kind === 'heading' && isLabel(text, block.isNumbered === true)) {
      headings.push({ start, end: length, level: block.level + (hasTitle ? 1 : 0) });
    }
    if (block.place !== undefined) places.push({ start, end: length, ...block.place });
    previous = block;
  }
  return { text: parts.join(''), headings, ...(places.length === 0 ? {} : { places }) };
}

function isLabel(text: string, isNumbered: boolean): boolean {
  const isClause = (isNumbered || NUMBERED.test(text)) && !ARTICLE.test(text);
  if (isClause) return text.length <= MAX_CLAUSE;
  return text.length <= (SENTENCE.test(text) ? MAX_HEADING_SENTENCE : MAX_HEADING);
}

function blockText(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading':
      return onOneLine(tidyExtractedText(block.text));
    case 'table':
      return tableText(block);
    case 'item':
      return itemText(block.text, block.depth);
    default:
      return tidyExtractedText(block.text);
  }
}

function gapBetween(previous: DocumentBlock, block: DocumentBlock, text: string): string {
  const isNextItem = previous.kind === 'item' && block.kind === 'item';
  return isNextItem && PLAIN_MARK.test(text.trimStart()) ? '\n' : '\n\n';
}

/** Lines after the first are indented under the item's text. */
function itemText(raw: string, depth: number): string {
  const text = tidyExtractedText(raw).trim();
  if (text === '') return '';
  const indent = INDENT.repeat(depth);
  return indent + text.replaceAll('\n', `\n${indent}${INDENT}`);
}

function tableText({ rows, headerRows }: DocumentTable): string {
  const lines = rows.map((row) => `| ${row.map(cellText).join(' | ')} |`);
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  const header = headerRows === 0 ? [] : [...lines.slice(0, headerRows), rule];
  const headerLength = header.join('\n').length;
  const pieces: string[][] = [];
  let size = 0;
  for (const line of lines.slice(headerRows)) {
    const piece = pieces.at(-1);
    if (piece === undefined || (size + line.length > PIECE_LENGTH && size > headerLength)) {
      pieces.push([...header, line]);
      size = headerLength + line.length;
    } else {
      piece.push(line);
      size += line.length + 1;
    }
  }
  return (pieces.length === 0 ? [header] : pieces).map((piece) => piece.join('\n')).join('\n\n');
}

function cellText(text: string): string {
  return onOneLine(tidyExtractedText(text)).replaceAll('|', '\\|');
}
