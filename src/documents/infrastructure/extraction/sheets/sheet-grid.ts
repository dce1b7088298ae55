import type { DocumentBlock } from '../../../domain/document-block.js';
import { dataTable, type GridCell, plainTable } from '../table-grid.js';

/** A non-empty cell of a sheet. */
export interface SheetCell {
  readonly text: string;
  /** Bold, or with a coloured background. */
  readonly isEmphasised: boolean;
  /** Columns and rows that it covers, at least 1. */
  readonly across: number;
  readonly down: number;
}

/** The cells of one row by their columns, from 0; empty ones are left out. */
export type SheetRow = ReadonlyMap<number, SheetCell>;

/** The displayed content of a sheet. */
export interface Sheet {
  /** By their rows, from 0, ascending; empty ones are left out. */
  readonly rows: ReadonlyMap<number, SheetRow>;
  /** Rows that the format says are headers of columns. */
  readonly headerRows: ReadonlySet<number>;
}

/** Rows that are next to each other: a table with the lines above it, or lines of text. */
interface Region {
  readonly numbers: number[];
  left: number;
  right: number;
}

const YEAR = /^(?:19|20)\d\d(?:년|년도)?$/u;
/** Number of rows that decide whether the first one names the columns, and the minimum share of columns that it then fills. */
const LOOKED_AT = 20;
const FILLED_SHARE = 0.75;

/**
 * A sheet as blocks. Empty rows separate it into regions; a region whose rows have one cell each is text, the others are tables. A single
 * cell above a table is a line of text. A table continues after an empty row if the next rows have its columns and no header of their own.
 */
export function sheetBlocks(sheet: Sheet): DocumentBlock[] {
  return regions(sheet).flatMap((region) => regionBlocks(sheet, region));
}

function regions(sheet: Sheet): Region[] {
  const all: Region[] = [];
  let covered = -1;
  let previous = -2;
  for (const [number, row] of sheet.rows) {
    if (row.size === 0) continue;
    const left = Math.min(...row.keys());
    const right = Math.max(...[...row].map(([column, cell]) => column + cell.across - 1));
    const last = all.at(-1);
    const goesOn =
      number <= Math.max(previous + 1, covered) || (last !== undefined && isContinued(sheet, last, number));
    if (last !== undefined && goesOn) {
      last.numbers.push(number);
      last.left = Math.min(last.left, left);
      last.right = Math.max(last.right, right);
    } else all.push({ numbers: [number], left, right });
    previous = number;
    for (const cell of row.values()) covered = Math.max(covered, number + cell.down - 1);
  }
  return all;
}

/** Whether a row after an empty one is a further row of the table before it. */
function isContinued(sheet: Sheet, table: Region, number: number): boolean {
  const row = sheet.rows.get(number);
  if (row === undefined || row.size < 2 || table.numbers.length < 2 || sheet.headerRows.has(number)) return false;
  const isInside = [...row.keys()].every((column) => column >= table.left && column <= table.right);
  const cells = [...row.values()];
  return isInside && !cells.every((cell) => cell.isEmphasised) && cells.some((cell) => /\d/u.test(cell.text));
}

function regionBlocks(sheet: Sheet, { numbers, left, right }: Region): DocumentBlock[] {
  const widest = Math.max(...numbers.map((number) => sheet.rows.get(number)?.size ?? 0));
  const isText = (number: number): boolean => {
    const row = sheet.rows.get(number);
    return row?.size === 1 && [...row.values()].every((cell) => cell.down === 1);
  };
  const first = widest < 2 ? numbers.length : numbers.findIndex((number) => !isText(number));
  const lines = numbers.slice(0, first).flatMap((number) => textsOf(sheet, number));
  const rest = numbers.slice(first);
  const lastTable = rest.findLastIndex((number) => !isText(number));
  // A single cell in the first column under a table may be the label of an empty row; in a run at the end it is a remark.
  const after = rest.slice(lastTable + 1);
  const table = rest.slice(0, lastTable + 1);
  return [...lines, ...tableOf(sheet, table, left, right), ...after.flatMap((number) => textsOf(sheet, number))];
}

function textsOf(sheet: Sheet, number: number): DocumentBlock[] {
  return [...(sheet.rows.get(number)?.values() ?? [])].map(({ text }) => ({ kind: 'paragraph', text }));
}

function tableOf(sheet: Sheet, numbers: readonly number[], left: number, right: number): DocumentBlock[] {
  if (numbers.length === 0) return [];
  const marked = numbers.findLastIndex((number) => sheet.headerRows.has(number));
  const headers = marked === -1 ? guessedHeader(sheet, numbers) : marked + 1;
  if (left < right && !numbers.some((number) => hasMerged(sheet.rows.get(number)))) {
    const columns = Array.from({ length: right - left + 1 }, (_, i) => left + i);
    const table = plainTable(numbers.length, (y) => {
      const row = sheet.rows.get(numbers[y] ?? -1);
      return columns.map((column) => {
        const cell = row?.get(column);
        return { text: cell?.text ?? '', isHeader: y < headers, isEmphasised: cell?.isEmphasised ?? false };
      });
    });
    return [table];
  }
  const covered = new Map<number, number>();
  const rows = numbers.map((number, y) => {
    const cells: GridCell[] = [];
    const row = sheet.rows.get(number);
    for (let column = left; column <= right; column += 1) {
      if ((covered.get(column) ?? -1) >= number) continue;
      const cell = row?.get(column);
      cells.push({
        blocks: cell === undefined ? [] : [{ kind: 'paragraph', text: cell.text }],
        across: cell?.across ?? 1,
        // Rows without any cell are left out of the table.
        down: cell === undefined ? 1 : rowsUntil(numbers, y, number + cell.down),
        isHeader: y < headers,
        isEmphasised: cell?.isEmphasised ?? false,
      });
      if (cell === undefined) continue;
      for (let x = column; x < column + cell.across; x += 1) covered.set(x, number + cell.down - 1);
      column += cell.across - 1;
    }
    return cells;
  });
  return dataTable(rows);
}

function hasMerged(row: SheetRow | undefined): boolean {
  for (const cell of row?.values() ?? []) if (cell.across > 1 || cell.down > 1) return true;
  return false;
}

function rowsUntil(numbers: readonly number[], from: number, end: number): number {
  let count = 1;
  while ((numbers[from + count] ?? Number.POSITIVE_INFINITY) < end) count += 1;
  return count;
}

/**
 * Rows at the top that name the columns: bold ones, or texts of which none is a value like the one below it. Cells that span several
 * columns or rows make the next rows a part of the header. Two columns of texts without a mark are names with their values.
 */
function guessedHeader(sheet: Sheet, numbers: readonly number[]): number {
  const [first, second] = numbers;
  const row = first === undefined ? undefined : sheet.rows.get(first);
  const next = second === undefined ? undefined : sheet.rows.get(second);
  if (first === undefined || row === undefined || next === undefined) return 0;
  const cells = [...row.values()];
  const isBold = cells.every((cell) => cell.isEmphasised) && ![...next.values()].every((cell) => cell.isEmphasised);
  if (!isBold && !looksNaming(sheet, numbers, row)) return 0;
  const down = rowsUntil(numbers, 0, first + Math.max(...cells.map((cell) => cell.down)));
  if (down > 1) return down < numbers.length ? down : 1;
  const isSpanning = cells.some((cell) => cell.across > 1);
  return isSpanning && numbers.length > 2 && namesColumns(next, sheet.rows.get(numbers[2] ?? -1)) ? 2 : 1;
}

function looksNaming(sheet: Sheet, numbers: readonly number[], row: SheetRow): boolean {
  const others = numbers.slice(1, LOOKED_AT).map((number) => sheet.rows.get(number));
  const width = Math.max(...others.map((other) => other?.size ?? 0));
  if (row.size < width * FILLED_SHARE || !namesColumns(row, others[0])) return false;
  return width > 2 || others.some((other) => [...(other?.values() ?? [])].some((cell) => /\d/u.test(cell.text)));
}

/** Whether no cell of a row is a value like the one below it. */
export function namesColumns(row: SheetRow, below: SheetRow | undefined): boolean {
  return [...row].every(([column, { text }]) => {
    if (!/\d/u.test(text) || YEAR.test(text)) return true;
    return shapeOf(text) !== shapeOf(below?.get(column)?.text ?? '');
  });
}

/** `10,000원` and `8,500원` have one shape, `1분기` and `1,200` have not. */
function shapeOf(text: string): string {
  return text.replace(/\d[\d.,]*/gu, '9').replace(/[\s-]+/gu, '');
}
