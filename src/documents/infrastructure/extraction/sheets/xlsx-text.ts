import type { DocumentBlock } from '../../../domain/document-block.js';
import { damagedFile } from '../damaged-file.js';
import type { ExtractionReply } from '../extraction-task.js';
import { OfficePackage, type Relation } from '../office-package.js';
import { renderBlocks } from '../render-blocks.js';
import { childOf, childrenNamed, isTrue, numberOf, textBelow, type XmlNode } from '../xml-node.js';
import { streamXml } from '../xml-stream.js';
import type { ZipArchive } from '../zip-archive.js';
import { sheetBlocks } from './sheet-grid.js';
import { rangeOf, type WorkbookParts, XlsxSheet } from './xlsx-sheet.js';
import { XlsxStyles } from './xlsx-styles.js';

const WORKBOOK = /^xl\/workbook\d*\.xml$/u;
const WHAT = 'Excel workbook';
/** Default names of sheets: they add nothing in a workbook with one sheet. */
const UNNAMED = /^(?:sheet|시트|워크시트|table|tabelle|feuil)[\s_]?\d{1,3}$/iu;

/** Whether an archive is an XLSX workbook. */
export function isXlsx(names: readonly string[]): boolean {
  return names.includes('[Content_Types].xml') && names.some((name) => WORKBOOK.test(name));
}

/** Text of an XLSX file: the name of each sheet as a heading, then its tables and lines as displayed. */
export function xlsxText(archive: ZipArchive): ExtractionReply {
  const main = archive.names.find((name) => WORKBOOK.test(name)) ?? '';
  const office = new OfficePackage(archive, WHAT);
  const workbook = office.part(main);
  const relations = office.relations(main);
  const sheets = childrenNamed(childOf(workbook, 'sheets'), 'sheet').filter(
    ({ attributes }) => (attributes['state'] ?? 'visible') === 'visible',
  );
  if (workbook === undefined || childOf(workbook, 'sheets') === undefined) throw damagedFile(WHAT, 'it has no sheets');
  const partOf = (kind: string): string | undefined => relations.find((relation) => relation.kind === kind)?.target;
  const parts: WorkbookParts = {
    strings: sharedStrings(office, partOf('sharedStrings')),
    styles: new XlsxStyles(office.part(partOf('styles'))),
    is1904: isTrue(childOf(workbook, 'workbookPr')?.attributes['date1904']),
    cells: 0,
  };
  const read = sheets.map((sheet) => {
    const blocks = worksheet(office, targetOf(sheet, relations), parts);
    return { name: sheet.attributes['name'] ?? '', blocks };
  });
  const filled = read.filter(({ blocks }) => blocks.length > 0);
  const blocks = filled.flatMap((sheet): DocumentBlock[] =>
    filled.length === 1 && UNNAMED.test(sheet.name)
      ? sheet.blocks
      : [{ kind: 'heading', level: 1, text: sheet.name }, ...sheet.blocks],
  );
  return { status: 'done', ...renderBlocks(blocks), title: office.title() };
}

function targetOf(sheet: XmlNode, relations: readonly Relation[]): string | undefined {
  return relations.find(({ id, kind }) => id === sheet.attributes['id'] && kind === 'worksheet')?.target;
}

function worksheet(office: OfficePackage, name: string | undefined, parts: WorkbookParts): DocumentBlock[] {
  const bytes = name === undefined ? undefined : office.bytes(name);
  if (name === undefined || bytes === undefined) return [];
  const relations = office.relations(name);
  const tables = relations
    .filter(({ kind }) => kind === 'table')
    .flatMap(({ target }) => {
      const table = office.part(target);
      const range = rangeOf(table?.attributes['ref']);
      if (range === undefined) return [];
      const isFiltered = childOf(childOf(table, 'autoFilter'), 'filterColumn') !== undefined;
      return [{ range, headerRows: numberOf(table, 'headerRowCount') ?? 1, isFiltered }];
    });
  const blocks = sheetBlocks(new XlsxSheet(parts, tables).read(bytes));
  return [
    ...blocks,
    ...relations.filter(({ kind }) => kind === 'drawing').flatMap(({ target }) => boxes(office, target)),
  ];
}

/** Text boxes, and the alternative texts of pictures. */
function boxes(office: OfficePackage, name: string): DocumentBlock[] {
  const found: DocumentBlock[] = [];
  const walk = (node: XmlNode): void => {
    const text = node.tag === 'txBody' ? childrenNamed(node, 'p').map(textBelow).join('\n').trim() : '';
    if (text !== '') found.push({ kind: 'paragraph', text });
    if (node.tag !== 'txBody') node.children.forEach(walk);
  };
  const drawing = office.part(name);
  if (drawing !== undefined) walk(drawing);
  return found;
}

/** The shared strings of cells, without their ruby readings. */
function sharedStrings(office: OfficePackage, name: string | undefined): string[] {
  const bytes = name === undefined ? undefined : office.bytes(name);
  const strings: string[] = [];
  if (bytes === undefined) return strings;
  let text = '';
  let isText = false;
  let phonetic = 0;
  streamXml(bytes, WHAT, {
    onOpen: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 't') isText = true;
      else if (tag === 'rPh') phonetic += 1;
    },
    onText: (words) => {
      if (isText && phonetic === 0) text += words;
    },
    onClose: (tag) => {
      if (tag === 'si') strings.push(text);
      else if (tag === 't') isText = false;
      else if (tag === 'rPh') phonetic -= 1;
    },
  });
  return strings;
}
