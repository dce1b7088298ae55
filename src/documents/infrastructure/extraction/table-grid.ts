import type { DocumentBlock, DocumentTable } from '../../domain/document-block.js';

/** A cell from the file, before it is placed on the grid. */
export interface GridCell {
  readonly blocks: readonly DocumentBlock[];
  /** Columns and rows that it covers, at least 1. */
  readonly across: number;
  readonly down: number;
  /** The format marks it as a column name (a header cell, or a cell of a repeated row). */
  readonly isHeader: boolean;
  /** All of its text is bold or its background is coloured, as in headers without a mark. */
  readonly isEmphasised: boolean;
}

/** A cell that only has text. */
export function textCell(text: string, isHeader = false): GridCell {
  const blocks: DocumentBlock[] = text === '' ? [] : [{ kind: 'paragraph', text }];
  return { blocks, across: 1, down: 1, isHeader, isEmphasised: false };
}

/** A cell of a table without merged cells. */
export type PlainCell = Pick<GridCell, 'isHeader' | 'isEmphasised'> & { readonly text: string };

/** A position of the grid: a cell, or a part of a merged one. */
interface Place {
  readonly cell: Pick<GridCell, 'isHeader' | 'isEmphasised' | 'across' | 'down'>;
  readonly text: string;
  readonly isOrigin: boolean;
  /** Whether the cell begins in this column, in this row or one above. */
  readonly isLeft: boolean;
}

/** No real table is wider or has cells over more rows; larger values in a file are ignored. */
const MAX_COLUMNS = 1_000;
const MAX_DOWN = 2_000;
const MAX_PLACES = 2_000_000;

/**
 * A table whose merged cells repeat their value. Its title is a line above it.
 * @param rows cells in the order of the file; places covered by a cell to the left or above are left out, as in HTML
 */
export function dataTable(rows: readonly (readonly GridCell[])[]): DocumentBlock[] {
  const grid = withoutRepeats(layOut(rows));
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const filled = grid.filter((row) => row.some((place) => place !== undefined && place.text !== ''));
  const title = titleOf(filled[0], columns);
  const body = title === undefined ? filled : filled.slice(1);
  const table: DocumentTable = {
    kind: 'table',
    rows: body.map((row) => Array.from({ length: columns }, (_, x) => row[x]?.text ?? '')),
    headerRows: headerRows({ length: body.length, at: (y) => body[y] ?? [] }, columns),
  };
  const before: DocumentBlock[] = title === undefined ? [] : [{ kind: 'paragraph', text: title }];
  return body.length === 0 ? before : [...before, table];
}

/**
 * A table without merged cells, for sheets whose cells are too many to have an object each.
 * @param length number of rows
 * @param at the cells of a row, as many in each row; called again for the rows that decide about the header
 */
export function plainTable(length: number, at: (y: number) => readonly PlainCell[]): DocumentTable {
  const rows = Array.from({ length }, (_, y) => at(y).map((cell) => cell.text));
  const places = (y: number): Row =>
    at(y).map(({ text, ...marks }) => ({ cell: { ...marks, across: 1, down: 1 }, text, isOrigin: true, isLeft: true }));
  return { kind: 'table', rows, headerRows: headerRows({ length, at: places }, rows[0]?.length ?? 0) };
}

/** Text of blocks in one cell; a table inside of it reads `name: value; name: value`. */
export function cellText(blocks: readonly DocumentBlock[]): string {
  return blocks
    .map((block) =>
      block.kind === 'table'
        ? block.rows.map((row) => row.filter((text) => text !== '').join(row.length === 2 ? ': ' : ', ')).join('; ')
        : block.text,
    )
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
}

type Row = readonly (Place | undefined)[];

function layOut(rows: readonly (readonly GridCell[])[]): Row[] {
  const grid: (Place | undefined)[][] = rows.map(() => []);
  let places = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row) {
      while (grid[y]?.[x] !== undefined) x++;
      const across = Math.min(cell.across, MAX_COLUMNS - x);
      const down = Math.min(cell.down, MAX_DOWN, rows.length - y);
      places += across * down;
      if (across < 1 || places > MAX_PLACES) continue;
      const text = cellText(cell.blocks);
      for (let dy = 0; dy < down; dy++) {
        for (let dx = 0; dx < across; dx++) {
          const line = grid[y + dy];
          if (line !== undefined) line[x + dx] ??= { cell, text, isOrigin: dy === 0 && dx === 0, isLeft: dx === 0 };
        }
      }
      x += across;
    }
  }
  return grid.map((row) => Array.from(row));
}

/** Leaves out the columns in which no cell begins: lines that programs draw a page on, where every row has merged cells. */
function withoutRepeats(grid: readonly Row[]): readonly Row[] {
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const kept = Array.from({ length: columns }, (_, x) => grid.some((row) => row[x]?.isLeft === true));
  return kept.every(Boolean) ? grid : grid.map((row) => row.filter((_, x) => kept[x]));
}

/** A first row of one cell over all columns is the title of the table. */
function titleOf(row: Row | undefined, columns: number): string | undefined {
  const first = row?.[0];
  if (row === undefined || first === undefined || first.text === '' || first.cell.down > 1) return undefined;
  if (row.length < columns || row.some((place, x) => x > 0 && place?.isLeft !== false)) return undefined;
  // The only column may have a name.
  if (columns === 1 && first.cell.isHeader) return undefined;
  return first.text;
}

/** Rows by their index, from 0. */
interface Rows {
  readonly length: number;
  readonly at: (y: number) => Row;
}

/** How many rows at the top name the columns: by the format's marks, otherwise by their look. */
function headerRows(rows: Rows, columns: number): number {
  let marked = 0;
  while (marked < rows.length && isMarked(rows.at(marked))) marked += 1;
  if (marked === rows.length) return 0;
  if (marked > 0) return withSpans(rows, marked);
  return rows.length > 1 && looksLikeHeader(rows, columns) ? withSpans(rows, 1) : 0;
}

/** Whether all cells of a row are marked; a marked first column alone holds the labels of rows. */
function isMarked(row: Row): boolean {
  const filled = row.filter((place) => place !== undefined && place.text !== '');
  return filled.length > 0 && filled.every((place) => place?.cell.isHeader === true);
}

/** Header cells that span several rows or columns make the rows under them a part of the header. */
function withSpans(rows: Rows, count: number): number {
  let end = count;
  for (let y = 0; y < end && end < rows.length; y++) {
    const down = Math.max(1, ...rows.at(y).map((place) => (place?.isOrigin === true ? place.cell.down : 1)));
    end = Math.max(end, y + down);
  }
  return end >= rows.length ? count : end;
}

function looksLikeHeader(rows: Rows, columns: number): boolean {
  const first = rows.at(0);
  const filled = first.filter((place) => place !== undefined && place.text !== '');
  if (filled.length > 0 && isEmphasised(first) && countBelow(rows, isEmphasised) < rows.length - 1) return true;
  if (filled.length < columns || filled.some((place) => (place?.text ?? '').length > 40)) return false;
  if (numbers(first) > 0) return false;
  return columns > 2 || countBelow(rows, (row) => numbers(row) > 0) * 2 > rows.length - 1;
}

/** How many of the rows below the first one satisfy a condition. */
function countBelow(rows: Rows, condition: (row: Row) => boolean): number {
  let count = 0;
  for (let y = 1; y < rows.length; y++) if (condition(rows.at(y))) count += 1;
  return count;
}

function isEmphasised(row: Row): boolean {
  return row.every((place) => place === undefined || place.text === '' || place.cell.isEmphasised);
}

function numbers(row: Row): number {
  return row.filter((place) => place !== undefined && /\d/u.test(place.text)).length;
}
