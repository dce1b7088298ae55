import type { DocumentBlock } from '../../domain/document-block.js';
import type { HwpxHeader } from './hwpx-header.js';
import type { GridCell } from './table-grid.js';
import { childOf, childrenNamed, nodesBelow, numberOf, textBelow, type XmlNode } from './xml-node.js';

const MAX_SPAN = 2_000;

/** The rows of a table of an HWPX document. @param read the blocks of a cell, called in reading order */
export function hwpxTableRows(
  table: XmlNode,
  header: HwpxHeader,
  read: (cell: XmlNode) => DocumentBlock[],
): readonly (readonly GridCell[])[] {
  return childrenNamed(table, 'tr').map((row) =>
    childrenNamed(row, 'tc').map((cell) => {
      const span = childOf(cell, 'cellSpan');
      const content = childOf(cell, 'subList');
      return {
        blocks: content === undefined ? [] : read(content),
        across: within(numberOf(span, 'colSpan')),
        down: within(numberOf(span, 'rowSpan')),
        isHeader: cell.attributes['header'] === '1',
        isEmphasised: header.isFilled(cell.attributes['borderFillIDRef']) || isBold(cell, header),
      };
    }),
  );
}

function within(span: number | undefined): number {
  return Math.min(MAX_SPAN, Math.max(1, span ?? 1));
}

function isBold(cell: XmlNode, header: HwpxHeader): boolean {
  const runs = nodesBelow(cell, 'run').filter((run) => textBelow(run).trim() !== '');
  return runs.length > 0 && runs.every((run) => header.isBold(run.attributes['charPrIDRef']));
}
