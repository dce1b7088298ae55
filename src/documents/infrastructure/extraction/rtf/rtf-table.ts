import type { DocumentBlock } from '../../../domain/document-block.js';
import type { GridCell } from '../table-grid.js';
import { tableBlocks } from '../table-layout.js';

/** The properties of one cell of a row, before or after the cell's text. */
interface CellDefinition {
  /** Its right border. */
  readonly right: number;
  readonly goesOnAcross: boolean;
  readonly goesOnDown: boolean;
  readonly isColoured: boolean;
}

interface CellText {
  readonly blocks: readonly DocumentBlock[];
  readonly isBold: boolean;
}

interface Row {
  readonly definitions: readonly CellDefinition[];
  readonly cells: readonly CellText[];
  readonly isHeader: boolean;
}

/** A table of an RTF file: a run of rows, each with the borders of its cells. */
export class RtfTable {
  private readonly rows: Row[] = [];
  private definitions: CellDefinition[] = [];
  private isHeader = false;
  private across = false;
  private down = false;
  private isColoured = false;
  private cells: CellText[] = [];

  /**
   * Handles a control word that describes rows and cells.
   * @returns false for any other
   */
  control(word: string, value: number | undefined): boolean {
    if (word === 'trowd') {
      this.definitions = [];
      this.isHeader = false;
      this.resetCell();
    } else if (word === 'trhdr') this.isHeader = true;
    else if (word === 'clmrg') this.across = true;
    else if (word === 'clvmrg') this.down = true;
    else if (word === 'clcbpat') this.isColoured = (value ?? 0) > 0;
    else if (word === 'cellx') {
      const { across, down, isColoured } = this;
      this.definitions.push({ right: value ?? 0, goesOnAcross: across, goesOnDown: down, isColoured });
      this.resetCell();
    } else return false;
    return true;
  }

  addCell(blocks: readonly DocumentBlock[], isBold: boolean): void {
    this.cells.push({ blocks, isBold });
  }

  endRow(): void {
    const { definitions, cells, isHeader } = this;
    if (cells.length > 0) this.rows.push({ definitions: [...definitions], cells, isHeader });
    this.cells = [];
  }

  /** The table, when its last row has ended. */
  blocks(): DocumentBlock[] {
    if (this.cells.length > 0) this.endRow();
    const borders = [...new Set(this.rows.flatMap((row) => row.definitions.map(({ right }) => right)))].sort(
      (a, b) => a - b,
    );
    const open = new Map<number, { cell: OpenCell; across: number }>();
    return tableBlocks(this.rows.map((row) => gridRow(row, borders, open)));
  }

  private resetCell(): void {
    this.across = false;
    this.down = false;
    this.isColoured = false;
  }
}

type OpenCell = { -readonly [K in keyof GridCell]: GridCell[K] };

/**
 * @param borders of all rows, ascending
 * @param open cells that may continue down, by their first column
 */
function gridRow(
  row: Row,
  borders: readonly number[],
  open: Map<number, { cell: OpenCell; across: number }>,
): GridCell[] {
  const cells: OpenCell[] = [];
  let column = 0;
  for (const [i, { blocks, isBold }] of row.cells.entries()) {
    const definition = row.definitions[i];
    const end = definition === undefined ? column + 1 : borders.indexOf(definition.right) + 1;
    const across = Math.max(1, end - column);
    const start = column;
    column += across;
    const last = cells.at(-1);
    if (definition?.goesOnAcross === true && last !== undefined) {
      last.across += across;
      continue;
    }
    const above = open.get(start);
    if (definition?.goesOnDown === true && above?.across === across) {
      above.cell.down += 1;
      continue;
    }
    const isEmphasised = isBold || definition?.isColoured === true;
    const cell: OpenCell = { blocks, across, down: 1, isHeader: row.isHeader, isEmphasised };
    cells.push(cell);
    open.set(start, { cell, across });
  }
  return cells;
}
