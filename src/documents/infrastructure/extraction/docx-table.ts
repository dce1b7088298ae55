import type { DocumentBlock } from '../../domain/document-block.js';
import { type DocxStyles, toggleOf } from './docx-styles.js';
import type { GridCell } from './table-grid.js';
import { childOf, numberOf, textBelow, type XmlNode } from './xml-node.js';

type OpenCell = { -readonly [K in keyof GridCell]: GridCell[K] };

const WRAPPERS: ReadonlySet<string> = new Set(['sdt', 'sdtContent', 'customXml', 'ins', 'moveTo']);
const NO_FILL: ReadonlySet<string> = new Set(['auto', 'ffffff']);

/**
 * The rows of a table of a Word document, without deleted ones. @param read the blocks of a cell, called in reading order
 * @returns cells, where those that a cell above reaches into are left out
 */
export function tableRows(
  table: XmlNode,
  styles: DocxStyles,
  read: (cell: XmlNode) => DocumentBlock[],
): readonly (readonly GridCell[])[] {
  /** The merged cell that is open in a column, by its first column. */
  const open = new Map<number, OpenCell>();
  return unwrapped(table, 'tr').flatMap((row) => {
    const properties = childOf(row, 'trPr');
    if (childOf(properties, 'del') !== undefined) return [];
    const isHeader = toggleOf(properties, 'tblHeader') === true;
    const cells: OpenCell[] = Array.from({ length: spanOf(properties, 'gridBefore', 0) }, () => emptyCell());
    let column = cells.length;
    for (const node of unwrapped(row, 'tc')) {
      const own = childOf(node, 'tcPr');
      if (childOf(own, 'cellDel') !== undefined) continue;
      const across = spanOf(own, 'gridSpan', 1);
      const start = column;
      column += across;
      const above = open.get(start);
      const down = mergeOf(own, 'vMerge');
      const last = cells.at(-1);
      if (down === 'continue' && above?.across === across) {
        above.down += 1;
        continue;
      }
      if (mergeOf(own, 'hMerge') === 'continue' && last !== undefined) {
        last.across += across;
        continue;
      }
      const cell = { blocks: read(node), across, down: 1, isHeader, isEmphasised: isEmphasised(node, own, styles) };
      cells.push(cell);
      if (down === 'restart') open.set(start, cell);
      else open.delete(start);
    }
    return [cells];
  });
}

function emptyCell(): OpenCell {
  return { blocks: [], across: 1, down: 1, isHeader: false, isEmphasised: true };
}

function spanOf(properties: XmlNode | undefined, tag: string, least: number): number {
  return Math.min(200, Math.max(least, numberOf(childOf(properties, tag), 'val') ?? least));
}

function mergeOf(properties: XmlNode | undefined, tag: string): 'restart' | 'continue' | undefined {
  const node = childOf(properties, tag);
  if (node === undefined) return undefined;
  return node.attributes['val'] === 'restart' ? 'restart' : 'continue';
}

function unwrapped(node: XmlNode, tag: string): XmlNode[] {
  return node.children.flatMap((child) => {
    if (child.tag === tag) return [child];
    return WRAPPERS.has(child.tag) ? unwrapped(child, tag) : [];
  });
}

function isEmphasised(cell: XmlNode, properties: XmlNode | undefined, styles: DocxStyles): boolean {
  const fill = childOf(properties, 'shd')?.attributes['fill']?.toLowerCase();
  return (fill !== undefined && !NO_FILL.has(fill)) || isBold(cell, undefined, styles) === true;
}

/** Whether all text below is bold; undefined without text. */
function isBold(node: XmlNode, style: string | undefined, styles: DocxStyles): boolean | undefined {
  if (node.tag === 'r') {
    const properties = childOf(node, 'rPr');
    if (!node.children.some((piece) => piece.tag === 't' && textBelow(piece).trim() !== '')) return undefined;
    const character = childOf(properties, 'rStyle')?.attributes['val'];
    return toggleOf(properties, 'b') ?? ((character !== undefined && styles.isBold(character)) || styles.isBold(style));
  }
  const own = node.tag === 'p' ? childOf(childOf(node, 'pPr'), 'pStyle')?.attributes['val'] : style;
  let all: boolean | undefined;
  for (const child of node.children) {
    const one = isBold(child, own, styles);
    if (one === false) return false;
    all ??= one;
  }
  return all;
}
