import type { DomNode, FormatCallback, RecursiveCallback } from 'html-to-text';
import { tableRowLines } from './table-rows.js';

type Builder = Parameters<FormatCallback>[2];

/** Parts of a table that only group rows. */
const ROW_GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'form', 'center']);

/**
 * A table as one line a row. The library's own formatter pads columns with blanks, which are noise for search and quotes,
 * and drops captions and whatever stands outside of cells; here a stray piece becomes a row or cell of its own.
 */
export const formatTable: FormatCallback = (element, walk, builder) => {
  builder.openTable();
  addRows(element.children, walk, builder);
  builder.closeTable({
    tableToString: (rows) => rows.flatMap((row) => tableRowLines(row.map((cell) => cell.text))).join('\n'),
    leadingLineBreaks: 2,
    trailingLineBreaks: 2,
  });
};

function addRows(nodes: readonly DomNode[], walk: RecursiveCallback, builder: Builder): void {
  for (const node of nodes) {
    if (!hasContent(node)) continue;
    if (isTag(node) && ROW_GROUPS.has(node.name ?? '')) {
      addRows(node.children, walk, builder);
      continue;
    }
    builder.openTableRow();
    if (isTag(node) && node.name === 'tr') addCells(node.children, walk, builder);
    else addCells([node], walk, builder);
    builder.closeTableRow();
  }
}

function addCells(nodes: readonly DomNode[], walk: RecursiveCallback, builder: Builder): void {
  for (const node of nodes) {
    if (!hasContent(node)) continue;
    builder.openTableCell();
    walk(isTag(node) && (node.name === 'td' || node.name === 'th') ? node.children : [node], builder);
    builder.closeTableCell();
  }
}

/** `- item` lines; items of an inner list are indented by two blanks. */
export const formatUnorderedList: FormatCallback = (element, walk, builder) => {
  addList(element, walk, { builder, prefix: () => '- ' });
};

/** `1. item` lines from the list's own first number on. */
export const formatOrderedList: FormatCallback = (element, walk, builder) => {
  const start = Number(attribute(element, 'start') ?? 1);
  let number = Number.isSafeInteger(start) ? start : 1;
  addList(element, walk, { builder, prefix: () => `${number++}. ` });
};

function addList(
  element: DomNode,
  walk: RecursiveCallback,
  { builder, prefix }: { builder: Builder; prefix: () => string },
): void {
  const lineBreaks = element.parent?.name === 'li' ? 1 : 2;
  builder.openList({ interRowLineBreaks: 1, leadingLineBreaks: lineBreaks });
  for (const node of element.children.filter(hasContent)) {
    const isItem = isTag(node) && node.name === 'li';
    builder.openListItem({ prefix: isItem ? prefix() : '' });
    walk(isItem ? node.children : [node], builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: lineBreaks });
}

function isTag(node: DomNode): boolean {
  return node.type === 'tag';
}

function hasContent(node: DomNode): boolean {
  return isTag(node) || (node.type === 'text' && (node.data ?? '').trim() !== '');
}

function attribute(element: DomNode, name: string): string | undefined {
  const attributes: unknown = element.attribs;
  if (typeof attributes !== 'object' || attributes === null) return undefined;
  const value: unknown = Reflect.get(attributes, name);
  return typeof value === 'string' ? value : undefined;
}
