import type { DocumentBlock } from '../../domain/document-block.js';
import type { PdfRow, PdfSegment } from './pdf-segments.js';
import { type GridCell, textCell } from './table-grid.js';
import { tableBlocks } from './table-layout.js';

interface Column {
  left: number;
  right: number;
}

/** Minimum number of rows with gaps at the same positions for a table; with three columns two rows are enough. */
const LEAST_ROWS = 3;
/** A line nearer than this, in heights of the font, continues the cell above it. */
const SAME_CELL_STEP = 1.35;
/** A wider step ends a table. */
const LAST_STEP = 4;
const SAME_SIZE = 0.2;
/** The number or bullet of a list is separated from its text as a cell is. */
const ITEM_MARK = /^(?:[-–—•·∙●○◦■□▪*※○]|\(?[\dA-Za-z가-하]{1,3}[.)]|[①-⑳]|\d{1,2}(?:\.\d{1,2}){1,4}\.?)$/u;

/** The number of rows from an index that form a table, and its blocks; undefined if no table begins there. */
export function tableAt(rows: readonly PdfRow[], from: number): { end: number; blocks: DocumentBlock[] } | undefined {
  const first = rows[from];
  if (first === undefined || !hasCells(first)) return undefined;
  const columns: Column[] = first.map(({ left, right }) => ({ left, right }));
  let end = from + 1;
  let wide = 1;
  for (let row = rows[end]; row !== undefined && isNext(rows[end - 1], row) && fits(row, columns); row = rows[++end]) {
    if (hasCells(row)) wide += 1;
    for (const segment of row) widen(columns, segment);
  }
  // A single segment after the last row of cells is text.
  while (end > from + 1 && !hasCells(rows[end - 1] ?? []) && !isNear(rows[end - 2], rows[end - 1])) end -= 1;
  if (wide < (columns.length > 2 ? LEAST_ROWS - 1 : LEAST_ROWS)) return undefined;
  columns.sort((a, b) => a.left - b.left);
  return { end, blocks: tableBlocks(cellsOf(rows.slice(from, end), columns)) };
}

function hasCells(row: PdfRow): boolean {
  return row.length > (ITEM_MARK.test(row[0]?.text ?? '') ? 2 : 1);
}

function isNext(before: PdfRow | undefined, row: PdfRow): boolean {
  const [above, below] = [before?.[0], row[0]];
  if (above === undefined || below === undefined) return false;
  if (Math.abs(above.height - below.height) > SAME_SIZE * above.height) return false;
  return above.across - below.across <= LAST_STEP * above.height;
}

function isNear(before: PdfRow | undefined, row: PdfRow | undefined): boolean {
  const [above, below] = [before?.[0], row?.[0]];
  return above !== undefined && below !== undefined && above.across - below.across <= SAME_CELL_STEP * above.height;
}

/** Whether each segment is in one column, or between two. */
function fits(row: PdfRow, columns: readonly Column[]): boolean {
  const taken = new Set<Column>();
  for (const segment of row) {
    const under = columns.filter((column) => overlap(segment, column) > 0);
    const [only] = under;
    if (under.length > 1 || (only !== undefined && taken.has(only))) return false;
    if (only !== undefined) taken.add(only);
  }
  return taken.size > 0;
}

function overlap(segment: PdfSegment, column: Column): number {
  return Math.min(segment.right, column.right) - Math.max(segment.left, column.left);
}

function widen(columns: Column[], segment: PdfSegment): void {
  const column = columns.find((each) => overlap(segment, each) > 0);
  if (column === undefined) columns.push({ left: segment.left, right: segment.right });
  else {
    column.left = Math.min(column.left, segment.left);
    column.right = Math.max(column.right, segment.right);
  }
}

function cellsOf(rows: readonly PdfRow[], columns: readonly Column[]): GridCell[][] {
  const texts: string[][] = [];
  for (const [i, row] of rows.entries()) {
    const cells = columns.map((column) => row.find((segment) => overlap(segment, column) > 0)?.text ?? '');
    const above = texts.at(-1);
    const goesOn = above !== undefined && cells.includes('') && isNear(rows[i - 1], row);
    if (!goesOn) texts.push(cells);
    else texts[texts.length - 1] = above.map((text, x) => `${text} ${cells[x] ?? ''}`.trim());
  }
  return texts.map((cells) => cells.map((text) => textCell(text)));
}
