import { isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { type DocumentBlock, TITLE_LEVEL } from '../../../domain/document-block.js';
import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { damagedFile } from '../damaged-file.js';
import { sensibleTitle } from '../document-title.js';
import type { ExtractionReply } from '../extraction-task.js';
import { mathMlText } from '../math-ml.js';
import { renderBlocks } from '../render-blocks.js';
import { sheetBlocks } from '../sheets/sheet-grid.js';
import { cellText } from '../table-grid.js';
import { childOf, childrenNamed, parseXml, type XmlNode } from '../xml-node.js';
import { refuseEntities, xmlPieces } from '../xml-stream.js';
import { decodeXml, firstElementText } from '../xml-text.js';
import type { ZipArchive } from '../zip-archive.js';
import { OdfBody } from './odf-body.js';
import { isSheetRow, OdfSheets, shownTables } from './odf-sheet.js';
import { OdfStyles } from './odf-styles.js';

const CONTENT = 'content.xml';
const STYLES = 'styles.xml';
const META = 'meta.xml';
const MANIFEST = 'META-INF/manifest.xml';
const MIMETYPE = /^application\/vnd\.oasis\.opendocument\./u;
const WHAT = 'OpenDocument file';
const UNNAMED = /^(?:sheet|시트|table|tabelle|feuille)[\s_]?\d{1,3}$/iu;
/** Objects of a slide that repeat, or are for the program only. */
const REPEATED: ReadonlySet<string> = new Set(['date-time', 'footer', 'header', 'page-number']);

/** Whether an archive is an OpenDocument text, spreadsheet or presentation (ISO/IEC 26300). */
export function isOdf(archive: ZipArchive): boolean {
  if (!archive.names.includes(CONTENT)) return false;
  const mimetype = archive.read((name) => name === 'mimetype').get('mimetype');
  if (mimetype !== undefined) return MIMETYPE.test(Buffer.from(mimetype).toString('latin1').trim());
  return archive.names.includes(MANIFEST);
}

/** Text of an ODT, ODS or ODP file with its headings. */
export function odfText(archive: ZipArchive): ExtractionReply {
  const parts = archive.read((name) => [CONTENT, STYLES, META, MANIFEST].includes(name));
  const manifest = parts.get(MANIFEST);
  if (manifest !== undefined && Buffer.from(manifest).includes('encryption-data'))
    throw new UnreadableFileError('it is password-protected; save it without a password');
  const common = parsed(parts.get(STYLES));
  let sheets: OdfSheets | undefined;
  const content = parsed(parts.get(CONTENT), (node, around) => {
    if (!isSheetRow(node, around)) return false;
    if (sheets === undefined) {
      // The styles of a file come before its sheets; the values of a chart in a spreadsheet are in its sheets.
      const styles = new OdfStyles([common, around[0]]);
      const formula = (reference: string): string => formulaText(archive, reference);
      sheets = new OdfSheets(new OdfBody(styles, { formula, chart: () => undefined }), styles);
    }
    sheets.take(node);
    return true;
  });
  const [body] = childOf(content, 'body')?.children.filter(({ tag }) => tag !== '#text') ?? [];
  if (body === undefined) throw damagedFile(WHAT, 'it has no body');
  const styles = new OdfStyles([common, content]);
  const meta = parts.get(META);
  const about = meta === undefined ? '' : decodeXml(meta, WHAT);
  const blocks =
    body.tag === 'spreadsheet'
      ? sheetsOf(body, styles, sheets)
      : pagesOf(
          body,
          new OdfBody(
            styles,
            {
              formula: (reference) => formulaText(archive, reference),
              chart: (reference) => chartOf(archive, reference),
            },
            firstElementText(about, 'generator'),
          ),
        );
  const shown = blocks.find(
    (block) => block.kind === 'heading' && (block.level === TITLE_LEVEL || body.tag === 'presentation'),
  );
  return {
    status: 'done',
    ...renderBlocks(blocks),
    title:
      sensibleTitle(firstElementText(about, 'title')) ??
      (shown?.kind === 'heading' ? sensibleTitle(shown.text) : undefined),
  };
}

function parsed(bytes: Uint8Array | undefined, isUsed?: Parameters<typeof parseXml>[2]): XmlNode | undefined {
  if (bytes === undefined) return undefined;
  refuseEntities(bytes, WHAT);
  try {
    return parseXml(xmlPieces(bytes), undefined, isUsed);
  } catch (error) {
    throw damagedFile(WHAT, error);
  }
}

/** Content of an embedded object. */
function objectOf(archive: ZipArchive, reference: string): Uint8Array | undefined {
  const name = `${reference.replace(/^\.\//u, '')}/${CONTENT}`;
  return archive.read((each) => each === name).get(name);
}

function chartOf(archive: ZipArchive, reference: string): XmlNode | undefined {
  const bytes = objectOf(archive, reference);
  if (bytes === undefined || !Buffer.from(bytes).includes('<office:chart')) return undefined;
  return childOf(childOf(childOf(parsed(bytes), 'body'), 'chart'), 'chart');
}

/** Text of an embedded formula (MathML). */
function formulaText(archive: ZipArchive, reference: string): string {
  const bytes = objectOf(archive, reference);
  if (bytes === undefined) return '';
  // Older programs declare a document type, which is not read.
  const root = parseDocument(new TextDecoder().decode(bytes).replaceAll(/(<\/?)math:/gu, '$1'), { xmlMode: true });
  return root.children
    .filter((node) => isTag(node) && node.name === 'math')
    .map(mathMlText)
    .join('')
    .trim();
}

function sheetsOf(body: XmlNode, styles: OdfStyles, sheets: OdfSheets | undefined): DocumentBlock[] {
  // Without a row, no sheet has content.
  if (sheets === undefined) return [];
  const read = shownTables(body, styles).map((table) => {
    return { name: table.attributes['name'] ?? '', blocks: sheetBlocks(sheets.read(table)) };
  });
  const filled = read.filter(({ blocks }) => blocks.length > 0);
  return filled.flatMap(({ name, blocks }): DocumentBlock[] =>
    filled.length === 1 && UNNAMED.test(name) ? blocks : [{ kind: 'heading', level: 1, text: name }, ...blocks],
  );
}

function pagesOf(body: XmlNode, reader: OdfBody): DocumentBlock[] {
  if (body.tag !== 'presentation' && body.tag !== 'drawing') return reader.blocks(body);
  return childrenNamed(body, 'page').flatMap((page) => slide(page, reader));
}

/** The title of a slide as a heading, its other content in the order of the file, then its notes. */
function slide(page: XmlNode, reader: OdfBody): DocumentBlock[] {
  const shapes = page.children.filter(({ attributes }) => !REPEATED.has(attributes['class'] ?? ''));
  const titles = shapes.filter(({ attributes }) => attributes['class'] === 'title');
  const others = shapes.filter((shape) => !titles.includes(shape) && shape.tag !== 'notes');
  const headings = titles
    .map((title) => cellText(reader.blocks({ ...title, tag: 'g', children: [title] })).replace(/\s+/gu, ' '))
    .filter((text) => text !== '')
    .map((text): DocumentBlock => ({ kind: 'heading', level: 1, text }));
  const notes = childrenNamed(page, 'notes').flatMap(({ children }) =>
    children.filter(({ attributes }) => attributes['class'] === 'notes'),
  );
  const all = (children: readonly XmlNode[]): DocumentBlock[] => reader.blocks({ ...page, children });
  return [...headings, ...all(others), ...all(notes)];
}
