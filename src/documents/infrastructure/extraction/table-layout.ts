import type { DocumentBlock } from '../../domain/document-block.js';
import { dataTable, type GridCell } from './table-grid.js';

type Rows = readonly (readonly GridCell[])[];

/** A stretch of a table under a heading that is a row of its own. */
interface Section {
  readonly heading: readonly DocumentBlock[];
  readonly rows: Rows;
}

/** Cells with more lines than this are parts of a page's layout, not values in a table, where they hold half of all lines. */
const LAYOUT_CELL_LINES = 12;
/** A heading with more lines in its cell, or in the cell next to it, is the heading of a section and not the name of a value. */
const VALUE_LINES = 3;
/** A longer heading does not name a column or row. */
const MAX_NAME = 60;

/**
 * A table of a file as blocks: a table, or, where it only arranges the parts of a page, the blocks of its cells in reading order.
 * A heading that is a row of its own stays a heading, and the rows under it are a table of their own.
 * @param rows cells in the order of the file; places covered by a cell to the left or above are left out, as in HTML
 */
export function tableBlocks(rows: Rows): DocumentBlock[] {
  const columns = Math.max(0, ...rows.map((row) => row.reduce((sum, cell) => sum + cell.across, 0)));
  const marked = rows.slice(
    0,
    Math.max(
      0,
      rows.findIndex((row) => !isNamed(row)),
    ),
  );
  const names = marked.filter((row) => !isHeadingRow(row, columns));
  return sectionsOf(rows, columns).flatMap(({ heading, rows: own }) => {
    const hasOnlyNames = own.every(isNamed) && own.length < rows.length;
    if (hasOnlyNames || laysOutPage(own)) return [...heading, ...textOf(own)];
    return [...heading, ...dataTable(names.every((row) => own.includes(row)) ? own : [...names, ...own])];
  });
}

function textOf(rows: Rows): DocumentBlock[] {
  return rows.flatMap((row) => row.flatMap(({ blocks }) => blocks));
}

/** Whether the format marks a row as names of columns. */
function isNamed(row: readonly GridCell[]): boolean {
  return row.length > 0 && row.every(({ isHeader }) => isHeader);
}

function sectionsOf(rows: Rows, columns: number): Section[] {
  const sections: { heading: readonly DocumentBlock[]; rows: (readonly GridCell[])[] }[] = [{ heading: [], rows: [] }];
  for (const row of rows) {
    if (columns > 1 && isHeadingRow(row, columns)) sections.push({ heading: textOf([row]), rows: [] });
    else sections.at(-1)?.rows.push(row);
  }
  return sections;
}

/** Whether a row consists of a heading over all columns. */
function isHeadingRow(row: readonly GridCell[], columns: number): boolean {
  const [first, ...others] = row;
  const isWhole = row.reduce((sum, { across }) => sum + across, 0) >= columns && row.every(({ down }) => down === 1);
  return isWhole && first !== undefined && hasOnlyHeadings(first) && others.every(({ blocks }) => blocks.length === 0);
}

function hasOnlyHeadings({ blocks }: GridCell): boolean {
  return blocks.length > 0 && blocks.every(({ kind }) => kind === 'heading');
}

function hasLongHeading({ blocks }: GridCell): boolean {
  return blocks.some((block) => block.kind === 'heading' && block.text.length > MAX_NAME);
}

function hasHeading({ blocks }: GridCell): boolean {
  return blocks.some(({ kind }) => kind === 'heading');
}

/** Whether the cells are parts of a page: one under the other, sections with headings, tables, or long texts that are not the exception. */
function laysOutPage(rows: Rows): boolean {
  const cells = rows.flat();
  if (rows.every((row) => row.length <= 1)) return !isNamed(rows[0] ?? []) || rows.every(isNamed);
  if (hasSections(rows)) return true;
  const all = sum(cells.map(linesOf));
  const long = cells.map(linesOf).filter((count) => count > LAYOUT_CELL_LINES);
  if (long.length > 0 && sum(long) * 2 >= all) return true;
  const nested = cells.flatMap(({ blocks }) => blocks.filter(isTable));
  // Rows with values of their own make it a table.
  const isData = rows.filter((row) => row.filter(isPlain).length > 1).length > 1;
  return nested.length > 0 && !isData && sum(nested.map(lineCount)) * 2 >= all;
}

function hasSections(rows: Rows): boolean {
  const filled = rows.flat().filter(({ blocks }) => blocks.length > 0);
  const headed = filled.filter(hasHeading);
  if (headed.length === 0) return false;
  if (rows.length === 1 || headed.some((cell) => linesOf(cell) > VALUE_LINES || hasLongHeading(cell))) return true;
  if (headed.filter((cell) => !hasOnlyHeadings(cell)).length * 2 >= filled.length) return true;
  return rows.slice(1).some((row) => row.some(hasHeading) && row.some((cell) => linesOf(cell) > VALUE_LINES));
}

function isTable({ kind }: DocumentBlock): boolean {
  return kind === 'table';
}

function isPlain({ blocks }: GridCell): boolean {
  return blocks.length > 0 && !blocks.some(isTable);
}

function linesOf({ blocks }: GridCell): number {
  return sum(blocks.map(lineCount));
}

function lineCount(block: DocumentBlock): number {
  return block.kind === 'table' ? block.rows.length : block.text.split('\n').filter((line) => line.trim()).length;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
