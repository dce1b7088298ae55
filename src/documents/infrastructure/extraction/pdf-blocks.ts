import { boxAround, type PageBox, type PagePlace } from '../../../shared/domain/page-place.js';
import type { DocumentBlock } from '../../domain/document-block.js';
import { columnsOf } from './pdf-columns.js';
import { withoutRunningHeads, type PdfPageText } from './pdf-running-heads.js';
import { median, type PdfSegment, toRows } from './pdf-segments.js';
import { tableAt } from './pdf-tables.js';

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
const HYPHEN = /(?<!\p{L})(\p{L}{2,40})[-\u2010]$/u;
const WORD = /[\p{L}-]{1,60}/gu;
const REST_OF_WORD = /^(\p{Ll}+)/u;

interface Line {
  text: string;
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
}

/** The blocks of a PDF, page by page: columns one after the other, headings by their size, tables by alignment. */
export function pdfBlocks(pages: readonly PdfPageText[]): DocumentBlock[] {
  const shown = withoutRunningHeads(pages);
  const fonts = fontsOf(shown.flatMap((page) => page.segments));
  return shown.flatMap((page) => pageBlocks(page, fonts));
}

function pageBlocks(page: PdfPageText, fonts: Fonts): DocumentBlock[] {
  const { segments } = page;
  const parts = columnsOf(segments).map(toRows);
  const usual = usualStep(parts.map((rows) => rows.map((row) => row[0]?.across ?? 0)));
  return parts.flatMap((rows) => {
    const blocks: DocumentBlock[] = [];
    let lines: Line[] = [];
    const flush = (): void => {
      blocks.push(...paragraphs(lines, usual, fonts));
      lines = [];
    };
    for (let i = 0; i < rows.length;) {
      const table = tableAt(rows, i);
      if (table === undefined) {
        lines.push(lineOf(rows[i] ?? [], page));
        i += 1;
        continue;
      }
      flush();
      const place = placeOf(rows.slice(i, table.end).flat(), page);
      blocks.push(...table.blocks.map((block) => ({ ...block, place })));
      i = table.end;
    }
    flush();
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

function lineOf(row: readonly PdfSegment[], page: PdfPageText): Line {
  return {
    text: row.map((segment) => segment.text).join(' '),
    across: row[0]?.across ?? 0,
    height: row.reduce((most, segment) => Math.max(most, segment.height), 0),
    level: row.find((segment) => segment.level !== undefined)?.level,
    place: placeOf(row, page),
  };
}

function paragraphs(lines: readonly Line[], usual: number | undefined, fonts: Fonts): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let last: { readonly line: Line; readonly level: number | undefined } | undefined;
  for (const line of lines) {
    const level = headingLevel(line, fonts);
    const step = last === undefined ? 0 : last.line.across - line.across;
    const before = blocks.at(-1);
    const isSame = last !== undefined && last.level === level;
    if (before?.kind === 'heading' && isSame && level !== undefined && step <= HEADING_STEP * line.height) {
      const text = joined(before.text, line.text, fonts).replaceAll('\n', ' ');
      blocks[blocks.length - 1] = { ...before, text, place: around(before.place, line.place) };
    } else if (level !== undefined) blocks.push({ kind: 'heading', level, text: line.text, place: line.place });
    else if (before?.kind === 'paragraph' && isSame && !(usual !== undefined && step > PARAGRAPH_STEP * usual)) {
      const text = joined(before.text, line.text, fonts);
      blocks[blocks.length - 1] = { ...before, text, place: around(before.place, line.place) };
    } else blocks.push({ kind: 'paragraph', text: line.text, place: line.place });
    last = { line, level };
  }
  return blocks;
}

/** Joins two lines of a paragraph; a word that is hyphenated at the end of the first is joined. */
function joined(before: string, line: string, { words }: Fonts): string {
  const start = HYPHEN.exec(before.slice(-60))?.[1];
  const rest = start === undefined ? undefined : REST_OF_WORD.exec(line)?.[1];
  if (start === undefined || rest === undefined) return `${before}\n${line}`;
  const isCompound = words.has(`${start}-${rest}`.toLowerCase()) && !words.has((start + rest).toLowerCase());
  const [word = ''] = /^\S+/u.exec(line) ?? [];
  const remainder = line.slice(word.length).trimStart();
  const whole = (isCompound ? before : before.slice(0, -1)) + word;
  return remainder === '' ? whole : `${whole}\n${remainder}`;
}

function headingLevel({ text, height, level }: Line, { body, headings }: Fonts): number | undefined {
  if (level !== undefined) return level;
  if (height < HEADING_SIZE * body || text.length > MAX_HEADING || !/\p{L}/u.test(text)) return undefined;
  const rank = headings.indexOf(sizeOf(height));
  return rank === -1 ? undefined : Math.min(MAX_LEVEL, rank + 1);
}

function fontsOf(segments: readonly PdfSegment[]): Fonts {
  const lengths = new Map<number, number>();
  const words = new Set<string>();
  for (const { height, text } of segments) {
    lengths.set(sizeOf(height), (lengths.get(sizeOf(height)) ?? 0) + text.length);
    for (const word of text.toLowerCase().match(WORD) ?? []) words.add(word);
  }
  const body = [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
  const headings = [...lengths.keys()].filter((size) => size >= HEADING_SIZE * body).sort((a, b) => b - a);
  return { body, headings, words };
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
