import { type DocumentBlock, TITLE_LEVEL } from '../../domain/document-block.js';
import { damagedFile } from './damaged-file.js';
import { sensibleTitle } from './document-title.js';
import { DocxBody } from './docx-body.js';
import type { ExtractionReply } from './extraction-task.js';
import { OfficePackage, type Relation } from './office-package.js';
import { renderBlocks } from './render-blocks.js';
import { chartBlocks } from './slides/chart-table.js';
import { diagramBlocks } from './slides/slide-text.js';
import { childOf, type XmlNode } from './xml-node.js';
import type { ZipArchive } from './zip-archive.js';

/** Word on the web names the main part `document2.xml`. */
const MAIN_PART = /^word\/document\d*\.xml$/u;
const WHAT = 'Word document';
/** Elements for formatting, for the text before a change, and for content that repeats on every page. */
const IGNORED: ReadonlySet<string> = new Set(
  'rFonts sz szCs lang color spacing ind jc kern tabs pBdr contextualSpacing tblBorders tcBorders tblCellMar tcMar tblW tcW tblGrid proofErr bookmarkStart bookmarkEnd lastRenderedPageBreak pPrChange rPrChange tblPrChange trPrChange tcPrChange tblGridChange numberingChange rubyPr ctrlPr blipFill spPr latentStyles'.split(
    ' ',
  ),
);

/** Whether an archive is a Word document. */
export function isDocx(names: readonly string[]): boolean {
  return names.includes('[Content_Types].xml') && names.some((name) => MAIN_PART.test(name));
}

/** Text of a DOCX file as Word shows it with all changes accepted and without comments, with its headings. */
export function docxText(archive: ZipArchive): ExtractionReply {
  const office = new OfficePackage(archive, WHAT);
  const main = archive.names.find((name) => MAIN_PART.test(name)) ?? '';
  const relations = office.relations(main);
  const partOf = (kind: string): XmlNode | undefined =>
    office.part(relations.find((relation) => relation.kind === kind)?.target ?? `word/${kind}.xml`, IGNORED);
  const body = childOf(office.part(main, IGNORED), 'body');
  if (body === undefined) throw damagedFile(WHAT, 'it has no body');
  const blocks = new DocxBody({
    styles: partOf('styles'),
    numbering: partOf('numbering'),
    footnotes: partOf('footnotes'),
    endnotes: partOf('endnotes'),
    drawnPart: (id) =>
      drawnBlocks(
        office,
        relations.find((relation) => relation.id === id),
      ),
  }).blocks(body);
  const shown = blocks.find((block) => block.kind === 'heading' && block.level === TITLE_LEVEL);
  return {
    status: 'done',
    ...renderBlocks(blocks),
    title: office.title() ?? (shown?.kind === 'heading' ? sensibleTitle(shown.text) : undefined),
  };
}

function drawnBlocks(office: OfficePackage, relation: Relation | undefined): DocumentBlock[] {
  if (relation?.kind === 'chart') return chartBlocks(office.part(relation.target));
  return relation?.kind === 'diagramData' ? diagramBlocks(office.part(relation.target)) : [];
}
