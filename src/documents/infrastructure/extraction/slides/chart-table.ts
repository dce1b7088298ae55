import type { DocumentBlock } from '../../../domain/document-block.js';
import { dataTable, textCell } from '../table-grid.js';
import { childOf, childrenNamed, textBelow, type XmlNode } from '../xml-node.js';

const MAX_POINTS = 1_000;

/** A chart (ECMA-376 part 1, 21.2) as its title and a table: a column for each series, a row for each category. */
export function chartBlocks(chart: XmlNode | undefined): DocumentBlock[] {
  const plan = childOf(chart, 'chart');
  const title = childrenNamed(childOf(childOf(childOf(plan, 'title'), 'tx'), 'rich'), 'p')
    .map(textBelow)
    .join(' ')
    .trim();
  const series = (childOf(plan, 'plotArea')?.children ?? []).flatMap((kind) => childrenNamed(kind, 'ser'));
  const names = series.map((each) => points(childOf(each, 'tx'))[0] ?? '');
  const labels =
    series.map((each) => points(childOf(each, 'cat') ?? childOf(each, 'xVal'))).find((all) => all.length > 0) ?? [];
  const values = series.map((each) => points(childOf(each, 'val') ?? childOf(each, 'yVal')));
  const length = Math.max(0, labels.length, ...values.map((all) => all.length));
  const rows = Array.from({ length }, (_, i) => [labels[i] ?? '', ...values.map((all) => all[i] ?? '')]);
  const cells = [['', ...names], ...rows].map((row, y) => row.map((text) => textCell(text, y === 0)));
  const table = length === 0 ? [] : dataTable(cells);
  return [...(title === '' ? [] : [{ kind: 'paragraph', text: title } as const]), ...table];
}

/** The cached values of a range of cells, by index. */
function points(node: XmlNode | undefined): string[] {
  const all: (string | undefined)[] = [];
  const walk = (each: XmlNode): void => {
    if (each.tag === 'pt') {
      const at = Number(each.attributes['idx'] ?? all.length);
      if (at >= 0 && at < MAX_POINTS) all[at] = textBelow(childOf(each, 'v') ?? each).trim();
    } else if (each.tag === 'v') all.push(textBelow(each).trim());
    else each.children.forEach(walk);
  };
  if (node !== undefined) walk(node);
  return Array.from(all, (value) => value ?? '');
}
