import { isTag, type ChildNode, type Element } from 'domhandler';
import type { DocumentBlock } from '../../domain/document-block.js';
import { countOf, hasContent, isBold, isHidden } from './html-dom.js';
import type { GridCell } from './table-grid.js';
import { tableBlocks } from './table-layout.js';

type Read = (nodes: readonly ChildNode[]) => DocumentBlock[];

/** Parts of a table that only group rows. */
const ROW_GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'form', 'center']);
const MAX_COLUMNS = 200;
const MAX_ROWS = 2_000;

/** The blocks of a table. Its caption comes before it; content outside rows becomes a row or cell. */
export function htmlTable(table: Element, read: Read): DocumentBlock[] {
  const captions = table.children.filter((node) => isTag(node) && node.name === 'caption' && !isHidden(node));
  const parts = table.children.filter((node) => !captions.includes(node));
  // The HTML may have the foot before the body; the foot is shown after it.
  const isFoot = (node: ChildNode): boolean => isTag(node) && node.name === 'tfoot';
  const ordered = [...parts.filter((node) => !isFoot(node)), ...parts.filter(isFoot)];
  const rows = rowsOf(ordered, false, read);
  return [...read(captions), ...tableBlocks(rows)];
}

function rowsOf(nodes: readonly ChildNode[], isHead: boolean, read: Read): GridCell[][] {
  return nodes.filter(hasContent).flatMap((node) => {
    if (!isTag(node)) return [[cellOf([node], undefined, { isHead, read })]];
    if (ROW_GROUPS.has(node.name)) return rowsOf(node.children, isHead || node.name === 'thead', read);
    if (node.name === 'colgroup' || node.name === 'col') return [];
    return [node.name === 'tr' ? cellsOf(node, isHead, read) : cellsOf({ children: [node] }, isHead, read)];
  });
}

function cellsOf(row: Pick<Element, 'children'>, isHead: boolean, read: Read): GridCell[] {
  return row.children.filter(hasContent).map((node) => {
    const isCell = isTag(node) && (node.name === 'td' || node.name === 'th');
    return isCell ? cellOf(node.children, node, { isHead, read }) : cellOf([node], undefined, { isHead, read });
  });
}

function cellOf(
  nodes: readonly ChildNode[],
  element: Element | undefined,
  { isHead, read }: { readonly isHead: boolean; readonly read: Read },
): GridCell {
  return {
    blocks: read(nodes),
    across: element === undefined ? 1 : countOf(element, 'colspan', 1, MAX_COLUMNS),
    down: element === undefined ? 1 : downOf(element),
    isHeader: isHead || element?.name === 'th',
    isEmphasised: element?.attribs['bgcolor'] !== undefined || isBold(nodes) === true,
  };
}

/** A cell over `0` rows reaches to the end. */
function downOf(element: Element): number {
  return element.attribs['rowspan']?.trim() === '0' ? MAX_ROWS : countOf(element, 'rowspan', 1, MAX_ROWS);
}
