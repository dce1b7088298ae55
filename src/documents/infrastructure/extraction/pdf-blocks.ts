import { boxAround, type PageBox, type PagePlace } from '../../../shared/domain/page-place.js';
import type { DocumentBlock } from '../../domain/document-block.js';
import { columnsOf } from './pdf-columns.js';
import { withoutRunningHeads, type PdfPageText } from './pdf-running-heads.js';
import { median, type PdfRow, type PdfSegment, toRows } from './pdf-segments.js';
import { tableAt } from './pdf-tables.js';
import { type TextLine, WordBreaks } from './pdf-word-breaks.js';

/** A step of this many usual line steps is a new paragraph. */
const PARAGRAPH_STEP = 1.5;
/** With fewer steps than this on a page, no usual step is computed. */
const STEPS_FOR_PARAGRAPHS = 3;
/** A font this many times the height of the text font marks a heading. */
const HEADING_SIZE = 1.15;
const MAX_HEADING = 150;
const MAX_LEVEL = 6;
/** Lines of one heading are at most this far apart, in heights of the font. */
const HEADING_STEP = 1.7;
/** A line that ends this near to the edge of its column, in heights of the font, is full. */
const FULL = 1.5;
const HYPHEN = /(?<!\p{L})(\p{L}{2,40})[-\u2010]$/u;
const WORD = /[\p{L}-]{1,60}/gu;
const REST_OF_WORD = /^(\p{Ll}+)/u;

interface Line extends TextLine {
  readonly row: PdfRow;
  readonly across: number;
  readonly height: number;
  readonly level: number | undefined;
  readonly place: PagePlace;
}

/** Statistics of a document's fonts and words. */
interface Fonts {
  /** Height of the font of most of the text. */
  readonly body: number;
  /** Heights of headings, the largest first. */
  readonly headings: readonly number[];
  readonly words: ReadonlySet<string>;
  readonly breaks: WordBreaks;
}

/** The blocks of a PDF, page by page: columns one after the other, headings by their size, tables by alignment. */
export function pdfBlocks(pages: readonly PdfPageText[]): DocumentBlock[] {
  const shown = withoutRunningHeads(pages);
  const columns = shown.map((page) => columnsOf(page.segments).map((column) => linesOf(toRows(column), page)));
  const segments = shown.flatMap((page) => page.segments);
  const fonts = fontsOf(segments, new WordBreaks(columns.flat()));
  return shown.flatMap((page, i) => pageBlocks(page, columns[i] ?? [], fonts));
}

function pageBlocks(page: PdfPageText, columns: readonly (readonly Line[])[], fonts: Fonts): DocumentBlock[] {
  const usual = usualStep(columns.map((lines) => lines.map(({ across }) => across)));
  return columns.flatMap((lines) => {
    const rows = lines.map(({ row }) => row);
    const blocks: DocumentBlock[] = [];
    let from = 0;
    for (let i = 0; i <= rows.length; i++) {
      const table = tableAt(rows, i);
      if (table === undefined && i < rows.length) continue;
      blocks.push(...paragraphs(lines.slice(from, i), usual, fonts));
      if (table === undefined) break;
      const place = placeOf(rows.slice(i, table.end).flat(), page);
      blocks.push(...table.blocks.map((block) => ({ ...block, place })));
      from = table.end;
      i = from - 1;
    }
    return blocks;
  });
}

/** Share of the font height below the baseline. */
const DESCENT = 0.25;

/** The smallest rectangle around segments, in tenths of points. */
function placeOf(segments: readonly PdfSegment[], { page, isUpright }: PdfPageText): PagePlace {
  const box = isUpright ? boxAround(segments.map(boxOf)) : undefined;
  return box === undefined ? { page } : { page, box };
}

function boxOf({ left, right, across, height }: PdfSegment): PageBox {
  const tenths = (x: number) => Math.round(x * 10) / 10;
  return [tenths(left), tenths(across - DESCENT * height), tenths(right), tenths(across + height)];
}

/** The place of two parts of one block, which are on one page. */
function around(a: PagePlace | undefined, b: PagePlace): PagePlace {
  const box = a?.box === undefined || b.box === undefined ? undefined : boxAround([a.box, b.box]);
  return box === undefined ? { page: b.page } : { page: b.page, box };
}

function linesOf(rows: readonly PdfRow[], page: PdfPageText): Line[] {
  const rightOf = (row: PdfRow) => row.at(-1)?.right ?? 0;
  const edge = rows.reduce((most, row) => Math.max(most, rightOf(row)), -Infinity);
  return rows.map((row) => {
    const height = row.reduce((most, segment) => Math.max(most, segment.height), 0);
    return {
      row,
      text: row.map((segment) => segment.text).join(' '),
      across: row[0]?.across ?? 0,
      height,
      level: row.find((segment) => segment.level !== undefined)?.level,
      place: placeOf(row, page),
      isFull: edge - rightOf(row) < FULL * height,
    };
  });
}

function paragraphs(lines: readonly Line[], usual: number | undefined, fonts: Fonts): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let last: Line | undefined;
  let lastLevel: number | undefined;
  for (const line of lines) {
    const level = headingLevel(line, fonts);
    const step = last === undefined ? 0 : last.across - line.across;
    const before = blocks.at(-1);
    const isSame = last !== undefined && lastLevel === level;
    if (before?.kind === 'heading' && isSame && level !== undefined && step <= HEADING_STEP * line.height) {
      const text = joined(before.text, line, last, fonts).replaceAll('\n', ' ');
      blocks[blocks.length - 1] = { ...before, text, place: around(before.place, line.place) };
    } else if (level !== undefined) blocks.push({ kind: 'heading', level, text: line.text, place: line.place });
    else if (before?.kind === 'paragraph' && isSame && !(usual !== undefined && step > PARAGRAPH_STEP * usual)) {
      const text = joined(before.text, line, last, fonts);
      blocks[blocks.length - 1] = { ...before, text, place: around(before.place, line.place) };
    } else blocks.push({ kind: 'paragraph', text: line.text, place: line.place });
    last = line;
    lastLevel = level;
  }
  return blocks;
}

/** Joins two lines of a paragraph; a word that is broken at the end of the first, with or without a hyphen, is joined. */
function joined(before: string, line: Line, last: Line | undefined, { words, breaks }: Fonts): string {
  const isBroken = last !== undefined && breaks.isBroken(last, line);
  const { text } = line;
  const start = HYPHEN.exec(before.slice(-60))?.[1];
  const rest = start === undefined ? undefined : REST_OF_WORD.exec(text)?.[1];
  if (!isBroken && (start === undefined || rest === undefined)) return `${before}\n${text}`;
  const isCompound = words.has(`${start}-${rest}`.toLowerCase()) && !words.has(`${start}${rest}`.toLowerCase());
  const [word = ''] = /^\S+/u.exec(text) ?? [];
  const remainder = text.slice(word.length).trimStart();
  const whole = (isBroken || isCompound ? before : before.slice(0, -1)) + word;
  return remainder === '' ? whole : `${whole}\n${remainder}`;
}

function headingLevel({ text, height, level }: Line, { body, headings }: Fonts): number | undefined {
  if (level !== undefined) return level;
  if (height < HEADING_SIZE * body || text.length > MAX_HEADING || !/\p{L}/u.test(text)) return undefined;
  const rank = headings.indexOf(sizeOf(height));
  return rank === -1 ? undefined : Math.min(MAX_LEVEL, rank + 1);
}

function fontsOf(segments: readonly PdfSegment[], breaks: WordBreaks): Fonts {
  const lengths = new Map<number, number>();
  const words = new Set<string>();
  for (const { height, text } of segments) {
    lengths.set(sizeOf(height), (lengths.get(sizeOf(height)) ?? 0) + text.length);
    for (const word of text.toLowerCase().match(WORD) ?? []) words.add(word);
  }
  const body = [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
  const headings = [...lengths.keys()].filter((size) => size >= HEADING_SIZE * body).sort((a, b) => b - a);
  return { body, headings, words, breaks };
}

/** Sizes that differ by rounding only are equal. */
function sizeOf(height: number): number {
  return Math.round(height * 2) / 2;
}

/** Median distance between neighbouring lines of a page; undefined for too few lines. */
function usualStep(columns: readonly (readonly number[])[]): number | undefined {
  const steps = columns.flatMap((places) => places.slice(1).map((place, i) => (places[i] ?? place) - place));
  return steps.length < STEPS_FOR_PARAGRAPHS ? undefined : median(steps);
}
