import { strToU8, zipSync } from 'fflate';

/** Builders of small office files, so that specs need no binary fixtures and show the contents of a file. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A zip archive of text entries. `level` 0 stores, 9 packs most. */
export function zip(entries: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 | 9 = 6): Uint8Array {
  const contents = Object.entries(entries).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(contents) as Record<string, Uint8Array>, { level });
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function docxParagraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
}

export function docxTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `<w:tc>${docxParagraph(cell)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

/** Parts of a DOCX file with this body (elements such as `docxParagraph` makes); `more` adds or replaces parts. */
export function docxParts(body: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ...more,
  };
}

export function docx(body: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  return zip(docxParts(body, more));
}

/** `docProps/core.xml` with a title. */
export function coreProperties(title: string): string {
  return `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`;
}

export function hwpxParagraph(text: string): string {
  return `<hp:p><hp:run charPrIDRef="0"><hp:t>${escapeXml(text)}</hp:t></hp:run></hp:p>`;
}

/** A paragraph that holds a table; cells are elements such as `hwpxParagraph` makes. */
export function hwpxTable(rows: readonly (readonly string[])[]): string {
  const cell = (content: string): string =>
    `<hp:tc><hp:subList>${content}</hp:subList><hp:cellAddr colAddr="0" rowAddr="0"/></hp:tc>`;
  const table = rows.map((row) => `<hp:tr>${row.map(cell).join('')}</hp:tr>`).join('');
  return `<hp:p><hp:run><hp:tbl>${table}</hp:tbl><hp:t/></hp:run></hp:p>`;
}

export function hwpxSection(body: string): string {
  return `${HEAD}<hs:sec xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph">${body}</hs:sec>`;
}

/** An HWPX file with these section bodies; `more` adds or replaces parts. */
export function hwpx(sections: readonly string[], more: Readonly<Record<string, string>> = {}): Uint8Array {
  const parts = sections.map((body, index) => [`Contents/section${index}.xml`, hwpxSection(body)]);
  return zip({
    mimetype: 'application/hwp+zip',
    'Contents/content.hpf': `${HEAD}<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:metadata><opf:title/></opf:metadata></opf:package>`,
    ...Object.fromEntries(parts),
    ...more,
  });
}

/** Text at a place of a PDF page; an `angle` of 90 writes upwards. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly angle?: 0 | 90;
}

export interface PdfSettings {
  /** Entries of the information dictionary, such as `/Title (A title)`. */
  readonly info?: string;
  /** An /Encrypt dictionary; strings and streams are written in the clear all the same. */
  readonly encrypt?: string;
  /** Write text in Korean, in a font that is not embedded. */
  readonly korean?: boolean;
}

/** Lines of a page under each other. */
export function pdfLines(lines: readonly string[], step = 14): PdfText[] {
  return lines.map((text, index) => ({ text, x: 72, y: 720 - index * step }));
}

const LATIN_FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const KOREAN_FONT =
  '<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UTF16-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /HYSMyeongJo-Medium /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 90 >> >>] >>';

/** A PDF with one page for each list of texts. */
export function pdf(pages: readonly (readonly PdfText[])[], settings: PdfSettings = {}): Uint8Array {
  const contents = pages.map((texts) => texts.map((text) => showText(text, settings.korean === true)).join('\n'));
  return pdfOfStreams(
    contents.map((content) => ({ dictionary: '', bytes: Buffer.from(content, 'latin1') })),
    settings,
  );
}

/** A PDF with one page for each content stream, which may be packed (`dictionary` then names its filter). */
export function pdfOfStreams(
  streams: readonly { dictionary: string; bytes: Uint8Array }[],
  settings: PdfSettings = {},
): Uint8Array {
  const font = settings.korean === true ? KOREAN_FONT : LATIN_FONT;
  const kids = streams.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`,
    font,
  ];
  for (const [index, { dictionary, bytes }] of streams.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`,
    );
  }
  const trailer = [`/Root 1 0 R`];
  if (settings.info !== undefined) trailer.push(`/Info ${objects.push(`<< ${settings.info} >>`)} 0 R`);
  if (settings.encrypt !== undefined) {
    trailer.push(`/Encrypt ${objects.push(settings.encrypt)} 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`);
  }
  return assemble(objects, trailer.join(' '));
}

/** The standard security handler with an unknown user password: 40-bit RC4, revision 2. */
export function unknownPassword(): string {
  return `<< /Filter /Standard /V 1 /R 2 /P -44 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >>`;
}

function showText({ text, x, y, size = 12, angle = 0 }: PdfText, korean: boolean): string {
  const matrix = angle === 90 ? `0 1 -1 0 ${x} ${y}` : `1 0 0 1 ${x} ${y}`;
  const string = korean
    ? `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
    : `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `BT /F1 ${size} Tf ${matrix} Tm ${string} Tj ET`;
}

function assemble(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
