import { type DocumentBlock } from '../../../domain/document-block.js';
import { mathText } from '../docx-math.js';
import type { GridCell } from '../table-grid.js';
import { tableBlocks } from '../table-layout.js';
import { childOf, childrenNamed, isTrue, numberOf, textBelow, type XmlNode } from '../xml-node.js';
import { bulletOf, schemeNumber } from './slide-styles.js';

/**
 * Blocks of a text body: items if the paragraphs have bullets or numbers.
 * @param styles list styles that apply, nearest first
 */
export function bodyBlocks(body: XmlNode | undefined, styles: readonly (XmlNode | undefined)[]): DocumentBlock[] {
  const counts: ({ readonly scheme: string; next: number } | undefined)[] = [];
  return childrenNamed(body, 'p').flatMap((paragraph): DocumentBlock[] => {
    const text = paragraphText(paragraph).trim();
    if (text === '') return [];
    const properties = childOf(paragraph, 'pPr');
    const level = numberOf(properties, 'lvl') ?? 0;
    const bullet = bulletOf(properties, level, [childOf(body, 'lstStyle'), ...styles]);
    counts.length = Math.min(counts.length, bullet.kind === 'number' ? level + 1 : level);
    if (bullet.kind === 'none') return [{ kind: 'paragraph', text }];
    if (bullet.kind === 'sign') return [{ kind: 'item', text: `- ${text}`, depth: level }];
    const known = counts[level];
    const count = known?.scheme === bullet.format ? known : { scheme: bullet.format, next: bullet.start };
    counts[level] = count;
    return [{ kind: 'item', text: `${schemeNumber(count.next++, bullet.format)} ${text}`, depth: level }];
  });
}

/** Text of a paragraph; line breaks are kept. */
export function paragraphText(paragraph: XmlNode): string {
  return paragraph.children
    .map((child) => {
      if (child.tag === 'r' || child.tag === 'fld') return childrenNamed(child, 't').map(textBelow).join('');
      if (child.tag === 'br') return '\n';
      if (child.tag === 'm' || child.tag === 'AlternateContent') return formula(child);
      return '';
    })
    .join('');
}

function formula(node: XmlNode): string {
  const chosen = node.tag === 'AlternateContent' ? childOf(childOf(node, 'Choice'), 'm') : node;
  return (chosen?.children ?? []).map((math) => mathText(math)).join('');
}

/** The texts of a diagram (SmartArt) in the order of its model. */
export function diagramBlocks(model: XmlNode | undefined): DocumentBlock[] {
  return childrenNamed(childOf(model, 'ptLst'), 'pt').flatMap((point): DocumentBlock[] => {
    if ((point.attributes['type'] ?? 'node') !== 'node') return [];
    const text = childrenNamed(childOf(point, 't'), 'p').map(paragraphText).join('\n').trim();
    return text === '' ? [] : [{ kind: 'item', text: `- ${text}`, depth: 0 }];
  });
}

/** A table; cells that another one covers are left out. */
export function slideTable(table: XmlNode): DocumentBlock[] {
  const hasHeader = childOf(table, 'tblPr')?.attributes['firstRow'] === '1';
  const rows = childrenNamed(table, 'tr').map((row, y) =>
    childrenNamed(row, 'tc')
      .filter(({ attributes }) => !isTrue(attributes['hMerge']) && !isTrue(attributes['vMerge']))
      .map((cell): GridCell => {
        const blocks = bodyBlocks(childOf(cell, 'txBody'), []);
        return {
          blocks,
          across: Math.max(1, numberOf(cell, 'gridSpan') ?? 1),
          down: Math.max(1, numberOf(cell, 'rowSpan') ?? 1),
          isHeader: hasHeader && y === 0,
          isEmphasised: isBold(cell),
        };
      }),
  );
  return tableBlocks(rows);
}

function isBold(cell: XmlNode): boolean {
  const runs = childrenNamed(childOf(cell, 'txBody'), 'p').flatMap((paragraph) => childrenNamed(paragraph, 'r'));
  return runs.length > 0 && runs.every((run) => isTrue(childOf(run, 'rPr')?.attributes['b']));
}
