import { TITLE_LEVEL } from '../../domain/document-block.js';
import { damagedFile } from './damaged-file.js';
import { sensibleTitle } from './document-title.js';
import { DocxBody } from './docx-body.js';
import type { ExtractionReply } from './extraction-task.js';
import { renderBlocks } from './render-blocks.js';
import { childOf, parseXml, type XmlNode } from './xml-node.js';
import { decodeXml, firstElementText } from './xml-text.js';
import type { ZipArchive } from './zip-archive.js';

/** Word on the web names the main part `document2.xml`. */
const MAIN_PART = /^word\/document\d*\.xml$/u;
const CORE_PROPERTIES = 'docProps/core.xml';
const WHAT = 'Word document';
/** Elements for formatting, for the text before a change, and for content that repeats on every page. */
const IGNORED: ReadonlySet<string> = new Set(
  'rFonts sz szCs lang color spacing ind jc kern tabs pBdr contextualSpacing tblBorders tcBorders tblCellMar tcMar tblW tcW tblGrid proofErr bookmarkStart bookmarkEnd lastRenderedPageBreak sectPr pPrChange rPrChange tblPrChange trPrChange tcPrChange tblGridChange numberingChange rubyPr ctrlPr blipFill spPr latentStyles'.split(
    ' ',
  ),
);

/** Whether an archive is a Word document. */
export function isDocx(names: readonly string[]): boolean {
  return names.includes('[Content_Types].xml') && names.some((name) => MAIN_PART.test(name));
}

/** Text of a DOCX file as Word shows it with all changes accepted and without comments, with its headings. */
export function docxText(archive: ZipArchive): ExtractionReply {
  const main = archive.names.find((name) => MAIN_PART.test(name)) ?? '';
  const file = main.slice(main.lastIndexOf('/') + 1);
  const relations = partsOf(archive, [`word/_rels/${file}.rels`])[0];
  const nameOf = (kind: string): string => relatedPart(relations, kind) ?? `word/${kind}.xml`;
  const names = [main, ...['styles', 'numbering', 'footnotes', 'endnotes'].map(nameOf)];
  const [document, styles, numbering, footnotes, endnotes] = partsOf(archive, names);
  const body = childOf(document, 'body');
  if (body === undefined) throw damagedFile(WHAT, 'it has no body');
  const blocks = new DocxBody({ styles, numbering, footnotes, endnotes }).blocks(body);
  const core = archive.read((name) => name === CORE_PROPERTIES).get(CORE_PROPERTIES);
  const named = core === undefined ? undefined : firstElementText(decodeXml(core, WHAT), 'title');
  const shown = blocks.find((block) => block.kind === 'heading' && block.level === TITLE_LEVEL);
  return {
    status: 'done',
    ...renderBlocks(blocks),
    title: sensibleTitle(named) ?? (shown?.kind === 'heading' ? sensibleTitle(shown.text) : undefined),
  };
}

/** The parts of these names, undefined for those that the archive does not contain. */
function partsOf(archive: ZipArchive, names: readonly string[]): (XmlNode | undefined)[] {
  const contents = archive.read((name) => names.includes(name));
  return names.map((name) => {
    const bytes = contents.get(name);
    if (bytes === undefined) return undefined;
    const xml = decodeXml(bytes, WHAT);
    try {
      return parseXml(xml, IGNORED);
    } catch (error) {
      throw damagedFile(WHAT, error);
    }
  });
}

/** The target of a relation such as `…/relationships/footnotes`. */
function relatedPart(relations: XmlNode | undefined, kind: string): string | undefined {
  const found = relations?.children.find((each) => each.attributes['Type']?.endsWith(`/${kind}`));
  const target = found?.attributes['Target'];
  if (target === undefined) return undefined;
  return target.startsWith('/') ? target.slice(1) : `word/${target.replace(/^\.\//u, '')}`;
}
