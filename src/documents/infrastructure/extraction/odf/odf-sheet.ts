import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from '../extraction-limits.js';
import type { Sheet, SheetCell } from '../sheets/sheet-grid.js';
import { cellText } from '../table-grid.js';
import { childrenNamed, numberOf, type XmlNode } from '../xml-node.js';
import type { OdfBody } from './odf-body.js';
import type { OdfStyles } from './odf-styles.js';

/** Repeat counts above this fill the rest of a sheet and are ignored; no table repeats a row of values as often. */
const MAX_REPEATED = 1_000;

/** A cell of a row that is read, and how often it repeats; cells without text have no content. */
interface ReadCell {
  readonly content: SheetCell | undefined;
  readonly repeated: number;
}

/** Whether an element is a row of a sheet, by the elements around it; a cell may contain a table of its own. */
export function isSheetRow({ tag }: XmlNode, around: readonly XmlNode[]): boolean {
  return tag === 'table-row' && around[2]?.tag === 'spreadsheet' && !around.some((outer) => outer.tag === 'table-cell');
}

/** Reads sheets of an OpenDocument spreadsheet, whose cells contain their displayed texts. */
export class OdfSheets {
  private cells = 0;
  /** Rows whose elements are discarded: as a tree, 200,000 cells need more than the memory of a process. */
  private readonly taken = new Map<XmlNode, readonly ReadCell[]>();

  constructor(
    private readonly body: OdfBody,
    private readonly styles: OdfStyles,
  ) {}

  /** Reads a row at its end; its children are not needed afterwards. */
  take(row: XmlNode): void {
    if (row.attributes['visibility'] !== 'collapse') this.taken.set(row, this.cellsOf(row));
  }

  /** @throws UnreadableFileError where all sheets together have too many cells */
  read(table: XmlNode): Sheet {
    const rows = new Map<number, Map<number, SheetCell>>();
    const headerRows = new Set<number>();
    const hidden = hiddenColumns(table);
    let number = 0;
    const walk = (node: XmlNode, isHeader: boolean): void => {
      for (const child of node.children) {
        if (child.tag === 'table-header-rows') walk(child, true);
        else if (child.tag === 'table-rows' || child.tag === 'table-row-group') walk(child, isHeader);
        if (child.tag !== 'table-row') continue;
        const repeated = numberOf(child, 'number-rows-repeated') ?? 1;
        // Rows below a hidden row move up.
        if (child.attributes['visibility'] === 'collapse') continue;
        const row = this.row(child, hidden);
        if (row.size > 0) {
          for (let i = 0; i < Math.min(repeated, MAX_REPEATED); i += 1) {
            this.count(row.size);
            rows.set(number + i, row);
            if (isHeader) headerRows.add(number + i);
          }
        }
        number += repeated;
      }
    };
    walk(table, false);
    return { rows, headerRows };
  }

  private row(node: XmlNode, hidden: ReadonlySet<number>): Map<number, SheetCell> {
    const row = new Map<number, SheetCell>();
    let column = 0;
    let shown = 0;
    for (const { content, repeated } of this.taken.get(node) ?? this.cellsOf(node)) {
      for (let i = 0; i < Math.min(repeated, MAX_REPEATED); i += 1) {
        if (hidden.has(column + i)) continue;
        if (content !== undefined) row.set(shown, content);
        shown += 1;
      }
      column += repeated;
    }
    this.taken.delete(node);
    return row;
  }

  private cellsOf(row: XmlNode): ReadCell[] {
    return row.children
      .filter(({ tag }) => tag === 'table-cell' || tag === 'covered-table-cell')
      .map((cell) => {
        const text = cell.tag === 'table-cell' ? cellText(this.body.blocks(cell)) : '';
        return {
          content: text === '' ? undefined : this.shownCell(cell, text),
          repeated: numberOf(cell, 'number-columns-repeated') ?? 1,
        };
      });
  }

  private shownCell(cell: XmlNode, text: string): SheetCell {
    return {
      text,
      isEmphasised: this.styles.isEmphasised('table-cell', cell.attributes['style-name']),
      across: numberOf(cell, 'number-columns-spanned') ?? 1,
      down: numberOf(cell, 'number-rows-spanned') ?? 1,
    };
  }

  private count(cells: number): void {
    this.cells += cells;
    if (this.cells > EXTRACTION_LIMITS.sheetCells)
      throw new UnreadableFileError(`it has more than ${EXTRACTION_LIMITS.sheetCells} cells; split it`);
  }
}

function hiddenColumns(table: XmlNode): ReadonlySet<number> {
  const hidden = new Set<number>();
  let column = 0;
  const walk = (node: XmlNode): void => {
    for (const child of node.children) {
      if (['table-columns', 'table-column-group', 'table-header-columns'].includes(child.tag)) walk(child);
      if (child.tag !== 'table-column') continue;
      const repeated = numberOf(child, 'number-columns-repeated') ?? 1;
      const isHidden = ['collapse', 'filter'].includes(child.attributes['visibility'] ?? '');
      for (let i = 0; isHidden && i < Math.min(repeated, MAX_REPEATED); i += 1) hidden.add(column + i);
      column += repeated;
    }
  };
  walk(table);
  return hidden;
}

/** The visible sheets of a spreadsheet. */
export function shownTables(spreadsheet: XmlNode, styles: OdfStyles): XmlNode[] {
  return childrenNamed(spreadsheet, 'table').filter(
    ({ attributes }) => !styles.isHiddenTable(attributes['style-name']),
  );
}
