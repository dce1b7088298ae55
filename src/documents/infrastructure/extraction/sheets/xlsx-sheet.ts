import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from '../extraction-limits.js';
import { isTrue } from '../xml-node.js';
import { streamXml } from '../xml-stream.js';
import type { Sheet, SheetCell } from './sheet-grid.js';
import type { XlsxStyles } from './xlsx-styles.js';

/** State that all sheets of a workbook share. */
export interface WorkbookParts {
  readonly strings: readonly string[];
  readonly styles: XlsxStyles;
  readonly is1904: boolean;
  /** Number of cells read so far, of all sheets. */
  cells: number;
}

/** Columns `left` to `right` and rows `top` to `bottom`, from 0, ends included. */
export interface CellRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A table of a sheet. */
export interface SheetTable {
  readonly range: CellRange;
  readonly headerRows: number;
  /** Whether a filter of the table hides rows. */
  readonly isFiltered: boolean;
}

/** The current cell. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
}

const REFERENCE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/u;
const MAX_COLUMN = 16_384;
/** Maximum number of rows of a merged cell. */
const MAX_DOWN = 2_000;
const MAX_HEADER_ROWS = 10;
const WHAT = 'Excel workbook';

/** Reads one worksheet as displayed: values in the format of their cells, without hidden rows and columns. */
export class XlsxSheet {
  private readonly rows = new Map<number, Map<number, SheetCell>>();
  private readonly merged: CellRange[] = [];
  private readonly hiddenColumns: CellRange[] = [];
  private readonly hiddenRows = new Set<number>();
  private filter: CellRange | undefined;
  private isFiltered = false;
  /** Ranges in which a filter hides rows. */
  private filtered: readonly CellRange[] = [];
  private row = -1;
  private column = -1;
  private cell: OpenCell | undefined;
  private reads: 'value' | 'inline' | undefined;
  private phonetic = 0;

  constructor(
    private readonly parts: WorkbookParts,
    private readonly tables: readonly SheetTable[],
  ) {}

  /** @throws UnreadableFileError if the part is damaged or the workbook has too many cells */
  read(bytes: Uint8Array): Sheet {
    streamXml(bytes, WHAT, {
      onOpen: (tag, attributes) => this.open(tag, attributes),
      onText: (text) => {
        if (this.cell !== undefined && this.reads !== undefined && this.phonetic === 0) this.cell.value += text;
      },
      onClose: (tag) => this.close(tag),
    });
    this.filtered = [
      ...this.tables.filter((table) => table.isFiltered).map(({ range }) => range),
      ...(this.isFiltered && this.filter !== undefined ? [this.filter] : []),
    ];
    const hidden = new HiddenColumns(this.hiddenColumns);
    const gone = [...this.hiddenRows].filter((number) => this.isHiddenRow(number)).sort((a, b) => a - b);
    this.merge(hidden, gone);
    return { rows: this.shownRows(hidden, gone), headerRows: this.headerRows(gone) };
  }

  private open(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'row') this.openRow(attributes);
    else if (tag === 'c') this.openCell(attributes);
    else if (tag === 'v') this.reads = 'value';
    else if (tag === 't') this.reads = 'inline';
    else if (tag === 'rPh') this.phonetic += 1;
    else if (tag === 'col' && isTrue(attributes['hidden'])) {
      const left = Number(attributes['min']) - 1;
      const right = Number(attributes['max']) - 1;
      if (left >= 0 && right >= left) this.hiddenColumns.push({ left, right, top: 0, bottom: 0 });
    } else if (tag === 'mergeCell') {
      const range = rangeOf(attributes['ref']);
      if (range !== undefined) this.merged.push(range);
    } else if (tag === 'autoFilter') this.filter = rangeOf(attributes['ref']);
    else if (tag === 'filterColumn') this.isFiltered = true;
  }

  private openRow(attributes: Readonly<Record<string, string>>): void {
    const number = Number(attributes['r']);
    this.row = Number.isInteger(number) && number > 0 ? number - 1 : this.row + 1;
    this.column = -1;
    if (isTrue(attributes['hidden'])) this.hiddenRows.add(this.row);
  }

  private openCell(attributes: Readonly<Record<string, string>>): void {
    const place = placeOf(attributes['r']);
    this.column = place?.column ?? this.column + 1;
    this.parts.cells += 1;
    if (this.parts.cells > EXTRACTION_LIMITS.sheetCells)
      throw new UnreadableFileError(`it has more than ${EXTRACTION_LIMITS.sheetCells} cells; split it`);
    const style = Number(attributes['s'] ?? 0);
    this.cell = { column: this.column, type: attributes['t'] ?? 'n', style, value: '' };
  }

  private close(tag: string): void {
    if (tag === 'v' || tag === 't') this.reads = undefined;
    else if (tag === 'rPh') this.phonetic -= 1;
    if (tag !== 'c' || this.cell === undefined) return;
    const { column, style } = this.cell;
    const text = this.shown(this.cell);
    this.cell = undefined;
    if (text === '') return;
    const row = this.rows.get(this.row) ?? new Map<number, SheetCell>();
    this.rows.set(this.row, row);
    row.set(column, { text, isEmphasised: this.parts.styles.isEmphasised(style), across: 1, down: 1 });
  }

  private shown({ type, value, style }: OpenCell): string {
    if (type === 's') return (this.parts.strings[Number(value)] ?? '').trim();
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'n' && value !== '') {
      const number = Number(value);
      return Number.isFinite(number) ? this.parts.styles.shown(number, style, this.parts.is1904) : value;
    }
    return value.trim();
  }

  private merge(hidden: HiddenColumns, gone: readonly number[]): void {
    for (const { left, top, right, bottom } of this.merged) {
      const cell = this.rows.get(top)?.get(left);
      if (cell === undefined) continue;
      const columns = right - left + 1 - (hidden.before(right + 1) - hidden.before(left));
      const last = Math.min(bottom, top + MAX_DOWN);
      const rows = last - top + 1 - (countBelow(gone, last + 1) - countBelow(gone, top));
      this.rows.get(top)?.set(left, { ...cell, across: Math.max(1, columns), down: Math.max(1, rows) });
    }
  }

  /**
   * Leaves out hidden rows and columns; cells below and to the right of them move.
   * @param gone hidden rows, ascending
   */
  private shownRows(hidden: HiddenColumns, gone: readonly number[]): Map<number, Map<number, SheetCell>> {
    const numbers = [...this.rows.keys()].filter((number) => !this.isHiddenRow(number)).sort((a, b) => a - b);
    return new Map(
      numbers.map((number) => {
        const row = [...(this.rows.get(number) ?? [])].filter(([column]) => !hidden.has(column));
        const moved = row.map(([column, cell]) => [column - hidden.before(column), cell] as const);
        return [number - countBelow(gone, number), new Map(moved.sort(([a], [b]) => a - b))];
      }),
    );
  }

  /** Rows that a filter hides are included. */
  private isHiddenRow(number: number): boolean {
    if (!this.hiddenRows.has(number)) return false;
    return !this.filtered.some(({ top, bottom }) => number > top && number <= bottom);
  }

  private headerRows(gone: readonly number[]): ReadonlySet<number> {
    const rows = new Set<number>();
    for (const { range, headerRows } of this.tables)
      for (let y = 0; y < Math.min(headerRows, MAX_HEADER_ROWS); y += 1) rows.add(range.top + y);
    if (this.filter !== undefined) rows.add(this.filter.top);
    return new Set([...rows].map((number) => number - countBelow(gone, number)));
  }
}

/** How many of ascending numbers are below a value. */
function countBelow(numbers: readonly number[], value: number): number {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? value) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Which columns are hidden, and how many to the left of each. */
class HiddenColumns {
  private readonly counts = new Uint16Array(MAX_COLUMN + 1);

  constructor(ranges: readonly CellRange[]) {
    const isHidden = new Uint8Array(MAX_COLUMN);
    for (const { left, right } of ranges.slice(0, MAX_COLUMN)) isHidden.fill(1, left, right + 1);
    for (const [column, hidden] of isHidden.entries()) this.counts[column + 1] = (this.counts[column] ?? 0) + hidden;
  }

  /** Hidden columns to the left of a column. */
  before(column: number): number {
    return this.counts[Math.min(column, MAX_COLUMN)] ?? 0;
  }

  has(column: number): boolean {
    return this.before(column + 1) > this.before(column);
  }
}

function placeOf(reference: string | undefined): { readonly column: number; readonly row: number } | undefined {
  const match = REFERENCE.exec(reference ?? '');
  if (match === null) return undefined;
  let column = 0;
  for (const letter of match[1] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column > MAX_COLUMN ? undefined : { column: column - 1, row: Number(match[2]) - 1 };
}

/** The range `A1:C3`, or one cell. */
export function rangeOf(reference: string | undefined): CellRange | undefined {
  const [from, to] = (reference ?? '').split(':');
  const first = placeOf(from);
  const last = placeOf(to) ?? first;
  if (first === undefined || last === undefined) return undefined;
  return {
    left: Math.min(first.column, last.column),
    right: Math.max(first.column, last.column),
    top: Math.min(first.row, last.row),
    bottom: Math.max(first.row, last.row),
  };
}
