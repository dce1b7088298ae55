import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from '../extraction-limits.js';
import type { Sheet, SheetCell } from '../sheets/sheet-grid.js';
import { cellText } from '../table-grid.js';
import { childrenNamed, numberOf, type XmlNode } from '../xml-node.js';
import type { OdfBody } from './odf-body.js';
import type { OdfStyles } from './odf-styles.js';

/** Repeat counts above this fill the rest of a sheet and are ignored; no table repeats a row of values as often. */
const MAX_REPEATED = 1_000;

/** Reads sheets of an OpenDocument spreadsheet, whose cells contain their displayed texts. */
export class OdfSheets {
  private cells = 0;

  constructor(
    private readonly body: OdfBody,
    private readonly styles: OdfStyles,
  ) {}

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
    for (const cell of node.children) {
      if (cell.tag !== 'table-cell' && cell.tag !== 'covered-table-cell') continue;
      const repeated = numberOf(cell, 'number-columns-repeated') ?? 1;
      const text = cell.tag === 'table-cell' ? cellText(this.body.blocks(cell)) : '';
      for (let i = 0; i < Math.min(repeated, MAX_REPEATED); i += 1) {
        if (hidden.has(column + i)) continue;
        if (text !== '') row.set(shown, this.shownCell(cell, text));
        shown += 1;
      }
      column += repeated;
    }
    this.count(row.size);
    return row;
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
