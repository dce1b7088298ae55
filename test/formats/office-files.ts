import * as office from '../support/office-files.js';
import { headingText, places, SAMPLE, type SampleBlock, TITLE, withNote } from './sample.js';

/** The sample in formats of office programs: OpenDocument, spreadsheets, slides. */

const x = office.escapeXml;
type Table = Extract<SampleBlock, { kind: 'table' }>;

const ODF =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** An OpenDocument file. @param kind `text`, `spreadsheet`, `presentation` @param automatic styles of its contents */
export function odf(kind: string, body: string, { styles = '', automatic = '' } = {}): Uint8Array {
  return office.zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${ODF}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<?xml version="1.0"?><office:document-styles ${ODF}><office:styles>${styles}</office:styles></office:document-styles>`,
    'meta.xml': `<?xml version="1.0"?><office:document-meta ${ODF}><office:meta><dc:title>${TITLE}</dc:title></office:meta></office:document-meta>`,
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
  });
}

const p = (text: string): string => `<text:p>${x(text)}</text:p>`;

function odfTable({ rows }: Table): string {
  const lines = places(rows).map((row, y) => {
    const cells = row.map((cell) =>
      cell === undefined
        ? '<table:covered-table-cell/>'
        : `<table:table-cell table:number-columns-spanned="${cell.across ?? 1}" table:number-rows-spanned="${cell.down ?? 1}">${p(cell.text)}</table:table-cell>`,
    );
    const line = `<table:table-row>${cells.join('')}</table:table-row>`;
    return y === 0 ? `<table:table-header-rows>${line}</table:table-header-rows>` : line;
  });
  return lines.join('');
}

const odfList = (items: readonly string[]): string =>
  `<text:list text:style-name="L1">${items.map((item) => `<text:list-item>${p(item)}</text:list-item>`).join('')}</text:list>`;
const NUMBERS =
  '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>';

export function odt(): Uint8Array {
  const body = SAMPLE.map((block) => {
    if (block.kind === 'heading') {
      // The numbers of articles do not begin again in the next chapter.
      const restart = block.mark === '제3조' ? ' text:restart-numbering="true" text:start-value="3"' : '';
      return `<text:h text:outline-level="${block.level}"${restart}>${x(block.text)}</text:h>`;
    }
    if (block.kind === 'items') return odfList(block.items);
    if (block.kind === 'table') return `<table:table table:name="T">${odfTable(block)}</table:table>`;
    const note =
      block.note === undefined
        ? ''
        : `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p(block.note)}</text:note-body></text:note>`;
    return `<text:p>${x(block.text)}${note}</text:p>`;
  });
  const outline =
    '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-prefix="제" style:num-suffix="장" style:num-format="1"/><text:outline-level-style text:level="2" style:num-prefix="제" style:num-suffix="조" style:num-format="1"/></text:outline-style>';
  return odf('text', `<text:p text:style-name="Title">${TITLE}</text:p>${body.join('')}`, {
    styles: `<style:style style:name="Title" style:family="paragraph"/>${outline}`,
    automatic: NUMBERS,
  });
}

/** Chapters of the sample, each with its blocks. */
function chapters(): { readonly name: string; readonly blocks: readonly SampleBlock[] }[] {
  const all: { name: string; blocks: SampleBlock[] }[] = [];
  for (const block of SAMPLE) {
    if (block.kind === 'heading' && block.level === 1) all.push({ name: headingText(block), blocks: [] });
    else all.at(-1)?.blocks.push(block);
  }
  return all;
}

/** Contents of a sheet, row by row: lines of text with an empty row between blocks, and tables. */
function sheetRows(blocks: readonly SampleBlock[]): (string | Table)[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'table') return ['', block];
    if (block.kind === 'items') return block.items.map((item, i) => `${i + 1}. ${item}`);
    return block.kind === 'heading' ? ['', headingText(block)] : ['', withNote(block)];
  });
}

export function ods(): Uint8Array {
  const sheets = chapters().map(({ name, blocks }) => {
    const rows = sheetRows(blocks).map((row) =>
      typeof row === 'string'
        ? `<table:table-row><table:table-cell>${row === '' ? '' : p(row)}</table:table-cell><table:table-cell table:number-columns-repeated="16383"/></table:table-row>`
        : odfTable(row),
    );
    return `<table:table table:name="${x(name)}">${rows.join('')}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;
  });
  return odf('spreadsheet', sheets.join(''));
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Parts that every Office Open XML file has. */
export function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const all = targets.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${REL}/${kind}" Target="${target}"/>`,
  );
  return `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

export interface SheetPart {
  readonly name: string;
  /** Contents of `worksheet`. */
  readonly content: string;
  readonly state?: string;
}

/** A workbook. @param more further parts, such as `xl/styles.xml` */
export function xlsx(sheets: readonly SheetPart[], more: Readonly<Record<string, string>> = {}): Uint8Array {
  const list = sheets.map(
    ({ name, state = 'visible' }, i) =>
      `<sheet name="${x(name)}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`,
  );
  const parts = sheets.map(({ content }, i) => [
    `xl/worksheets/sheet${i + 1}.xml`,
    `<worksheet xmlns="${MAIN}">${content}</worksheet>`,
  ]);
  return office.zip({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    ...Object.fromEntries(parts),
    ...more,
  });
}

/** `A1` for 0, 0. */
export const placeName = (column: number, row: number): string => `${String.fromCharCode(65 + column)}${row + 1}`;
export const textCell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${x(text)}</t></is></c>`;

export function xlsxSample(): Uint8Array {
  const sheets = chapters().map(({ name, blocks }) => {
    const rows: string[] = [];
    const merged: string[] = [];
    for (const row of sheetRows(blocks)) {
      if (typeof row === 'string') {
        rows.push(row === '' ? '' : textCell(placeName(0, rows.length), row));
        continue;
      }
      for (const line of places(row.rows)) {
        const y = rows.length;
        const cells = line.map((cell, column) => (cell === undefined ? '' : textCell(placeName(column, y), cell.text)));
        rows.push(cells.join(''));
        for (const [column, cell] of line.entries()) {
          if (cell?.across === undefined && cell?.down === undefined) continue;
          const end = placeName(column + (cell.across ?? 1) - 1, y + (cell.down ?? 1) - 1);
          merged.push(`<mergeCell ref="${placeName(column, y)}:${end}"/>`);
        }
      }
    }
    const data = rows.map((cells, y) => `<row r="${y + 1}">${cells}</row>`).join('');
    return { name, content: `<sheetData>${data}</sheetData><mergeCells>${merged.join('')}</mergeCells>` };
  });
  return xlsx(sheets, { 'docProps/core.xml': office.coreProperties(TITLE) });
}

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

/** A shape of a slide. @param place `x,y,width,height` */
export function shape(paragraphs: string, placeholder = '', place?: readonly [number, number, number, number]): string {
  const [left, top, width, height] = place ?? [];
  const form =
    place === undefined ? '' : `<a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="S"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${form}</p:spPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
}

export const line = (text: string, properties = ''): string =>
  `<a:p><a:pPr>${properties}</a:pPr><a:r><a:t>${x(text)}</a:t></a:r></a:p>`;
export const slideTitle = (text: string): string => shape(line(text), '<p:ph type="title"/>');

/** A presentation of slides (the contents of their shape trees), with the notes of each. */
export function pptx(
  slides: readonly { readonly shapes: string; readonly notes?: string }[],
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const tree = (shapes: string): string => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
  const parts = slides.flatMap(({ shapes, notes }, i) => {
    const n = i + 1;
    const own = [['slideLayout', '../slideLayouts/slideLayout1.xml'] as const];
    return [
      [`ppt/slides/slide${n}.xml`, `<p:sld ${A} ${P}>${tree(shapes)}</p:sld>`],
      [
        `ppt/slides/_rels/slide${n}.xml.rels`,
        relations(notes === undefined ? own : [...own, ['notesSlide', `../notesSlides/notesSlide${n}.xml`]]),
      ],
      ...(notes === undefined
        ? []
        : [
            [
              `ppt/notesSlides/notesSlide${n}.xml`,
              `<p:notes ${A} ${P}>${tree(shape(line(notes), '<p:ph type="body" idx="1"/>') + shape(line(String(n)), '<p:ph type="sldNum" idx="2"/>'))}</p:notes>`,
            ],
          ]),
    ];
  });
  const ids = slides.map((_, i) => `<p:sldId r:id="rId${i + 1}" id="${256 + i}"/>`);
  return office.zip({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    'ppt/presentation.xml': `<p:presentation ${P} xmlns:r="${REL}"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(slides.map((_, i) => ['slide', `slides/slide${i + 1}.xml`])),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${A} ${P}>${tree('')}</p:sldLayout>`,
    ...Object.fromEntries(parts),
    ...more,
  });
}

/** Articles of the sample, each to be a slide. */
function articles(): { readonly title: string; readonly blocks: SampleBlock[] }[] {
  const all: { title: string; blocks: SampleBlock[] }[] = [{ title: TITLE, blocks: [] }];
  for (const block of SAMPLE) {
    if (block.kind === 'heading') all.push({ title: headingText(block), blocks: [] });
    else all.at(-1)?.blocks.push(block);
  }
  return all;
}

export function pptxSample(): Uint8Array {
  return pptx(
    articles().map(({ title, blocks }) => {
      const shapes = blocks.map((block) => {
        if (block.kind === 'items')
          return shape(block.items.map((item) => line(item, '<a:buAutoNum type="arabicPeriod"/>')).join(''));
        if (block.kind === 'table') return slideTable(block);
        return block.kind === 'paragraph' ? shape(line(withNote(block))) : '';
      });
      return { shapes: slideTitle(title) + shapes.join('') };
    }),
    { 'docProps/core.xml': office.coreProperties(TITLE) },
  );
}

function slideTable({ rows }: Table): string {
  const lines = places(rows).map((row, y) => {
    const cells = row.map((cell, column) => {
      const above = places(rows)[y - 1]?.[column];
      const merged = above?.down === undefined ? 'hMerge="1"' : 'vMerge="1"';
      const spans = `${cell?.across === undefined ? '' : `gridSpan="${cell.across}" `}${cell?.down === undefined ? '' : `rowSpan="${cell.down}"`}`;
      return `<a:tc ${cell === undefined ? merged : spans}><a:txBody>${cell === undefined ? '<a:p/>' : line(cell.text)}</a:txBody></a:tc>`;
    });
    return `<a:tr>${cells.join('')}</a:tr>`;
  });
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="T"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>${lines.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}

export function odp(): Uint8Array {
  const pages = articles().map(({ title, blocks }) => {
    const boxes = blocks.map((block) => {
      if (block.kind === 'table') return `<draw:frame><table:table>${odfTable(block)}</table:table></draw:frame>`;
      const content =
        block.kind === 'items' ? odfList(block.items) : block.kind === 'paragraph' ? p(withNote(block)) : '';
      return `<draw:frame><draw:text-box>${content}</draw:text-box></draw:frame>`;
    });
    return `<draw:page draw:name="p"><draw:frame presentation:class="title"><draw:text-box>${p(title)}</draw:text-box></draw:frame>${boxes.join('')}</draw:page>`;
  });
  return odf('presentation', pages.join(''), { automatic: NUMBERS });
}
