import * as office from '../support/office-files.js';
import { headingText, places, SAMPLE, type SampleBlock, TITLE, withNote } from './sample.js';

/** The sample in formats of running text. */

const x = office.escapeXml;
type Table = Extract<SampleBlock, { kind: 'table' }>;

export function html(): string {
  const body = SAMPLE.map((block) => {
    if (block.kind === 'heading') return `<h${block.level + 1}>${x(headingText(block))}</h${block.level + 1}>`;
    if (block.kind === 'items') return `<ol>${block.items.map((item) => `<li>${x(item)}</li>`).join('')}</ol>`;
    if (block.kind === 'table') return htmlTable(block);
    const mark =
      block.note === undefined ? '' : '<sup><a href="#n1" role="doc-noteref" epub:type="noteref">1</a></sup>';
    return `<p>${x(block.text)}${mark}</p>`;
  });
  const note = SAMPLE.flatMap((block) => (block.kind === 'paragraph' && block.note !== undefined ? [block.note] : []));
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${TITLE}</title></head><body><h1>${TITLE}</h1>${body.join('')}<aside epub:type="footnote" role="doc-footnote" id="n1">${x(note[0] ?? '')}</aside></body></html>`;
}

function htmlTable({ rows }: Table): string {
  const lines = rows.map((row, y) => {
    const tag = y === 0 ? 'th' : 'td';
    const cells = row.map(
      ({ text, across = 1, down = 1 }) => `<${tag} colspan="${across}" rowspan="${down}">${x(text)}</${tag}>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${lines.join('')}</table>`;
}

export function epub(): Uint8Array {
  return office.zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${TITLE}</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="c1" href="text/one%20chapter.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="nav"/><itemref idref="c1"/></spine></package>`,
    'OEBPS/nav.xhtml':
      '<html><body><nav><ol><li><a href="text/one.xhtml">목차에만 있는 말</a></li></ol></nav></body></html>',
    'OEBPS/text/one chapter.xhtml': `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n${html().replace('<head>', '<head><script/>')}`,
  });
}

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${x(text)}</w:t></w:r>`;

export function docx(): Uint8Array {
  const body = SAMPLE.map((block) => {
    if (block.kind === 'heading') {
      const style = `<w:pPr><w:pStyle w:val="Heading${block.level}"/><w:numPr><w:ilvl w:val="${block.level - 1}"/><w:numId w:val="1"/></w:numPr></w:pPr>`;
      return `<w:p>${style}${run(block.text)}</w:p>`;
    }
    if (block.kind === 'items')
      return block.items
        .map(
          (item) => `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr>${run(item)}</w:p>`,
        )
        .join('');
    if (block.kind === 'table') return docxTable(block);
    const mark = block.note === undefined ? '' : '<w:r><w:footnoteReference w:id="2"/></w:r>';
    return `<w:p>${run(block.text)}${mark}</w:p>`;
  }).join('');
  const level = (i: number, text: string, suffix: string, more = ''): string =>
    `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${more}<w:suff w:val="${suffix}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return office.docx(`${office.docxParagraph(TITLE, 'Title')}${body}`, {
    'docProps/core.xml': office.coreProperties(TITLE),
    'word/styles.xml': `<w:styles ${ns}>${[1, 2].map((n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`).join('')}<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
    'word/numbering.xml': `<w:numbering ${ns}><w:abstractNum w:abstractNumId="0">${level(0, '제%1장', 'space')}${level(1, '제%2조', 'nothing', '<w:lvlRestart w:val="0"/>')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, '%1.', 'space')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    'word/footnotes.xml': `<w:footnotes ${ns}><w:footnote w:id="2"><w:p>${run(noteText())}</w:p></w:footnote></w:footnotes>`,
  });
}

function docxTable({ rows }: Table): string {
  const lines = places(rows).map((row, y) => {
    const cells: string[] = [];
    for (const [column, cell] of row.entries()) {
      const above = places(rows)[y - 1]?.[column];
      if (cell === undefined && above?.down === undefined) continue;
      const span = cell?.across === undefined ? '' : `<w:gridSpan w:val="${cell.across}"/>`;
      const merge = cell === undefined ? '<w:vMerge/>' : cell.down === undefined ? '' : '<w:vMerge w:val="restart"/>';
      cells.push(`<w:tc><w:tcPr>${span}${merge}</w:tcPr><w:p>${cell === undefined ? '' : run(cell.text)}</w:p></w:tc>`);
    }
    return `<w:tr>${y === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.join('')}</w:tr>`;
  });
  return `<w:tbl>${lines.join('')}</w:tbl>`;
}

function noteText(): string {
  return SAMPLE.map((block) => (block.kind === 'paragraph' ? (block.note ?? '') : '')).join('');
}

export function hwpx(): Uint8Array {
  const paragraph = (text: string, look = 0, more = ''): string =>
    `<hp:p paraPrIDRef="${look}"><hp:run charPrIDRef="0"><hp:t>${x(text)}</hp:t>${more}</hp:run></hp:p>`;
  const note = `<hp:ctrl><hp:footNote><hp:subList>${paragraph(noteText())}</hp:subList></hp:footNote></hp:ctrl>`;
  const body = SAMPLE.map((block) => {
    if (block.kind === 'heading') return paragraph(headingText(block), block.level);
    if (block.kind === 'items') return block.items.map((item, i) => paragraph(`${i + 1}. ${item}`)).join('');
    if (block.kind === 'paragraph') return paragraph(block.text, 0, block.note === undefined ? '' : note);
    const rows = block.rows.map((row) => {
      const cells = row.map(
        ({ text, across = 1, down = 1 }) =>
          `<hp:tc><hp:subList>${paragraph(text)}</hp:subList><hp:cellSpan colSpan="${across}" rowSpan="${down}"/></hp:tc>`,
      );
      return `<hp:tr>${cells.join('')}</hp:tr>`;
    });
    return `<hp:p><hp:run><hp:tbl repeatHeader="1">${rows.join('')}</hp:tbl></hp:run></hp:p>`;
  });
  const looks = [1, 2].map(
    (n) => `<hh:paraPr id="${n}"><hh:heading type="OUTLINE" idRef="0" level="${n - 1}"/></hh:paraPr>`,
  );
  return office.hwpx([body.join('')], {
    'Contents/header.xml': `<hh:head xmlns:hh="x"><hh:refList><hh:paraProperties>${looks.join('')}</hh:paraProperties></hh:refList></hh:head>`,
    'Contents/content.hpf': `<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:metadata><opf:title>${TITLE}</opf:title></opf:metadata></opf:package>`,
  });
}

/** Text beyond ASCII as Word writes it. */
const rtfEscaped = (text: string): string =>
  Array.from(text.replace(/[\\{}]/gu, '\\$&'), (sign) =>
    sign > '\u007f' ? `\\u${sign.charCodeAt(0) > 32767 ? sign.charCodeAt(0) - 65536 : sign.charCodeAt(0)}?` : sign,
  ).join('');

export function rtf(): string {
  const body = SAMPLE.map((block) => {
    if (block.kind === 'heading') {
      const gap = block.level === 1 ? '\\tab' : '';
      return `{\\listtext ${rtfEscaped(block.mark)}${gap}}\\pard\\s${block.level} ${rtfEscaped(block.text)}\\par`;
    }
    if (block.kind === 'items')
      return block.items
        .map((item, i) => `{\\listtext ${i + 1}.\\tab}\\pard\\ls1\\ilvl0 ${rtfEscaped(item)}\\par`)
        .join('\n');
    if (block.kind === 'table') return rtfTable(block);
    const note =
      block.note === undefined
        ? ''
        : `{\\super\\chftn{\\footnote\\pard\\plain {\\super\\chftn} ${rtfEscaped(block.note)}}}`;
    return `\\pard ${rtfEscaped(block.text)}${note}\\par`;
  }).join('\n');
  return `{\\rtf1\\ansi\\ansicpg949\\uc1{\\fonttbl{\\f0\\fcharset129 Batang;}}{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2\\outlinelevel1 heading 2;}{\\s3 Title;}}{\\info{\\title ${rtfEscaped(TITLE)}}}{\\header\\pard Kept nowhere\\par}\n\\pard\\s3 ${rtfEscaped(TITLE)}\\par\n${body}}`;
}

function rtfTable({ rows }: Table): string {
  return places(rows)
    .map((row, y) => {
      const definitions = row.map((cell, column) => {
        const above = places(rows)[y - 1]?.[column];
        const merge =
          cell === undefined
            ? above?.down === undefined
              ? '\\clmrg'
              : '\\clvmrg'
            : cell.down === undefined
              ? ''
              : '\\clvmgf';
        return `${cell?.across === undefined ? merge : '\\clmgf'}\\cellx${(column + 1) * 2000}`;
      });
      const cells = row.map((cell) => `\\pard\\intbl ${rtfEscaped(cell?.text ?? '')}\\cell`);
      return `\\trowd${y === 0 ? '\\trhdr' : ''}${definitions.join('')}\n${cells.join('')}\\row`;
    })
    .join('\n');
}

/** Plain text, as somebody would type it; a table with bars. */
export function plainText(): string {
  const blocks = SAMPLE.map((block) => {
    if (block.kind === 'heading') return headingText(block);
    if (block.kind === 'items') return block.items.map((item, i) => `${i + 1}. ${item}`).join('\n');
    if (block.kind === 'paragraph') return withNote(block);
    const values = fullRows(block);
    return values
      .map((row) => `| ${row.join(' | ')} |`)
      .join('\n')
      .replace('\n', '\n| --- | --- | --- | --- |\n');
  });
  return [TITLE, ...blocks].join('\n\n');
}

export function markdown(): string {
  return plainText()
    .split('\n\n')
    .map((block, i) => {
      if (i === 0) return `# ${block}`;
      if (/^제\d장/u.test(block)) return `## ${block}`;
      return /^제\d조/u.test(block) ? `### ${block}` : block;
    })
    .join('\n\n');
}

/** Rows in which merged cells repeat. */
export function fullRows({ rows }: Table): string[][] {
  const grid = places(rows);
  return grid.map((row, y) =>
    row.map((cell, column) => {
      const above = grid[y - 1]?.[column];
      return cell?.text ?? (above?.down === undefined ? row[column - 1]?.text : above.text) ?? '';
    }),
  );
}
