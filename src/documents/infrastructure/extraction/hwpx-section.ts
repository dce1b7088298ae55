import { XMLParser } from 'fast-xml-parser';
import { tableRowLines } from './table-rows.js';
import { childrenOf, tagOf, textOf, type XmlNode } from './xml-node.js';
import { decodeXmlEntities } from './xml-text.js';

/** Entities are decoded by `decodeXmlEntities`, so the parser expands none. Tables in tables nest six elements a level. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  removeNSPrefix: true,
  trimValues: false,
  parseTagValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 1000,
});

/** The parser takes a cut file for a whole one, so the end is looked for. */
const END_OF_SECTION = /<\/(?:[\w.-]{1,50}:)?sec\s*>\s*$/u;
const TAIL_LENGTH = 1000;
/** Settings of a section, and what repeats on every page or is not shown. */
const SKIPPED: ReadonlySet<string> = new Set(['secPr', 'header', 'footer', 'hiddenComment', 'linesegarray']);
/** Characters that OWPML writes as elements inside of a text. */
const CHARACTERS: Readonly<Record<string, string>> = {
  lineBreak: '\n',
  tab: ' ',
  nbSpace: ' ',
  fwSpace: ' ',
  hyphen: '-',
};

/**
 * Lines of one section: a line a paragraph, table rows as `a | b`, footnotes and text boxes after their paragraph.
 * @throws Error where the XML is cut off or not well formed
 */
export function sectionLines(xml: string): string[] {
  if (!END_OF_SECTION.test(xml.slice(-TAIL_LENGTH))) throw new Error('a section is cut off');
  const root: unknown = parser.parse(xml);
  return blockLines(Array.isArray(root) ? root : []);
}

/** Lines of whatever holds paragraphs: a section, a table cell, a footnote, a text box. */
function blockLines(nodes: readonly XmlNode[]): string[] {
  return nodes.flatMap((node) => {
    const tag = tagOf(node);
    if (SKIPPED.has(tag)) return [];
    return tag === 'p' ? paragraphLines(node) : blockLines(childrenOf(node));
  });
}

function paragraphLines(paragraph: XmlNode): string[] {
  const before: string[][] = [];
  const after: string[][] = [];
  let line = '';
  const visit = (node: XmlNode): void => {
    const tag = tagOf(node);
    if (SKIPPED.has(tag)) return;
    if (tag === 't' || tag === 'mainText') line += inlineText(childrenOf(node));
    else if (tag === 'subList') after.push(blockLines(childrenOf(node)));
    else if (tag === 'tbl') {
      before.push([line], tableLines(node));
      line = '';
    } else childrenOf(node).forEach(visit);
  };
  childrenOf(paragraph).forEach(visit);
  return [...before, [line], ...after].flat();
}

function inlineText(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => decodeXmlEntities(textOf(node)) + (CHARACTERS[tagOf(node)] ?? inlineText(childrenOf(node))))
    .join('');
}

/** Rows of a table; its caption stands before them. A cell's nested paragraphs and tables are read here and nowhere else. */
function tableLines(table: XmlNode): string[] {
  return childrenOf(table).flatMap((child) => {
    if (tagOf(child) !== 'tr') return blockLines([child]);
    const cells = childrenOf(child).filter((node) => tagOf(node) === 'tc');
    return tableRowLines(cells.map((cell) => blockLines(childrenOf(cell)).join('\n')));
  });
}
