import { ExtractionPool, READER_SETTINGS } from '../../src/documents/infrastructure/extraction/extraction-pool.js';
import { WorkerTextExtractor } from '../../src/documents/infrastructure/extraction/worker-text-extractor.js';
import { patientExtractor } from '../support/patient-extractor.js';
import { UnreadableFileError, UnsupportedFileError } from '../../src/documents/domain/text-extractor.js';
import * as office from '../support/office-files.js';
import * as flow from './flow-files.js';
import { compoundFile, hwpFile, hwpSample, record } from './hwp-files.js';
import { odf, odt, pptxSample, xlsx, xlsxSample } from './office-files.js';
import { mail } from './text-files.js';

const ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const nested = (tag: string, depth: number): string => `<${tag}>`.repeat(depth) + `</${tag}>`.repeat(depth);
const cut = (file: Uint8Array): Uint8Array => file.subarray(0, Math.floor(file.length * 0.6));
const replaced = (content: string, part: string): Uint8Array =>
  office.zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook/>',
    'ppt/presentation.xml': '<p/>',
    [part]: content,
  });

/** Each is refused with a reason that names the fault. */
const REFUSED: readonly (readonly [what: string, name: string, file: () => Uint8Array | string, reason: RegExp])[] = [
  [
    'an XLSX with entities',
    'a.xlsx',
    () => replaced(`${ENTITIES}<workbook>&b;</workbook>`, 'xl/workbook.xml'),
    /entit/u,
  ],
  [
    'an ODT with entities',
    'a.odt',
    () =>
      odf('text', '').length > 0
        ? office.zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': `${ENTITIES}<x/>` })
        : '',
    /entit/u,
  ],
  [
    'a sheet with entities',
    'a.xlsx',
    () => xlsx([{ name: 'S', content: '' }], { 'xl/worksheets/sheet1.xml': `${ENTITIES}<worksheet/>` }),
    /entit/u,
  ],
  ['an XLSX that is cut off', 'a.xlsx', () => cut(xlsxSample()), /damaged/u],
  ['a PPTX that is cut off', 'a.pptx', () => cut(pptxSample()), /damaged/u],
  ['an ODT that is cut off', 'a.odt', () => cut(odt()), /damaged/u],
  ['an EPUB that is cut off', 'a.epub', () => cut(flow.epub()), /damaged/u],
  ['an RTF that is cut off', 'a.rtf', () => flow.rtf().slice(0, 400), /cut off/u],
  ['an HWP that is cut off', 'a.hwp', () => hwpSample().subarray(0, 1500), /damaged/u],
  [
    'a sheet that is cut off',
    'a.xlsx',
    () => xlsx([{ name: 'S', content: '' }], { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' }),
    /cut off/u,
  ],
  ['a sheet nested 5,000 levels deep', 'a.xlsx', () => xlsx([{ name: 'S', content: nested('a', 5_000) }]), /nested/u],
  ['an ODT nested 5,000 levels deep', 'a.odt', () => odf('text', nested('text:section', 5_000)), /nested/u],
  ['an RTF nested 5,000 levels deep', 'a.rtf', () => `{\\rtf1 ${'{'.repeat(5_000)}${'}'.repeat(5_000)}}`, /nested/u],
  [
    'an HWP of records nested 300 levels deep',
    'a.hwp',
    () => hwpFile(Buffer.concat(Array.from({ length: 300 }, (_, i) => record(0x47, i, Buffer.alloc(4))))),
    /nested/u,
  ],
  ['an HWP whose section unfolds to 60 MB', 'a.hwp', () => hwpFile(Buffer.alloc(60_000_000)), /damaged|large/u],
  [
    'a sheet of 600,000 cells',
    'a.xlsx',
    () =>
      xlsx([
        {
          name: 'S',
          content: `<sheetData>${'<row>'.concat('<c t="str"><v>1</v></c>'.repeat(100), '</row>').repeat(6_000)}</sheetData>`,
        },
      ]),
    /500000 cells|memory|200 to 1/u,
  ],
  ['a CSV of 600,000 cells', 'a.csv', () => '1,2,3,4,5,6\n'.repeat(100_000), /500000 cells/u],
  [
    'an archive in archives',
    'a.zip',
    () =>
      [1, 2, 3, 4, 5].reduce<Uint8Array>(
        (inner, n) => office.zip({ [`${n}.zip`]: inner }),
        office.zip({ 'a.txt': 'x' }),
      ),
    /levels deep/u,
  ],
  [
    'an archive of 1,500 files',
    'a.zip',
    () => office.zip(Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`${i}.txt`, 'x']))),
    /more than 1000 files/u,
  ],
  ['a zip bomb', 'a.zip', () => office.zip({ 'a.txt': ' '.repeat(60_000_000) }, 9), /200 to 1/u],
  ['an archive of nothing that can be read', 'a.zip', () => office.zip({ 'a.exe': 'MZ\0\0' }), /none of its 1 files/u],
  ['an archive of folders', 'a.zip', () => office.zip({ 'a/': '' }), /no files/u],
  ['a text under the name of a mail', 'a.eml', () => 'Just a text.', /none of the headers/u],
  ['a text under the name of subtitles', 'a.srt', () => 'Just a text.', /no line of times/u],
  ['a text under the name of a mailbox', 'a.mbox', () => 'Just a text.', /begin with a line/u],
  ['a text under the name of a book', 'a.epub', () => 'Just a text.', /EPUB/u],
  [
    'a compound file that leads back to itself',
    'a.hwp',
    () => {
      const file = compoundFile({ FileHeader: Buffer.alloc(256) });
      file.writeUInt32LE(0, file.length - 512);
      return file;
    },
    /./u,
  ],
  [
    'an ODT with a password',
    'a.odt',
    () =>
      office.zip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': 'x',
        'META-INF/manifest.xml': '<manifest:encryption-data/>',
      }),
    /password/u,
  ],
  ['a workbook of Excel 97', 'a.xls', () => compoundFile({ Workbook: Buffer.alloc(600) }), /save it as XLSX/u],
  [
    'a document of Word 97',
    'a.doc',
    () => compoundFile({ WordDocument: Buffer.alloc(600) }),
    /save it as DOCX or PDF/u,
  ],
  [
    'a presentation of PowerPoint 97',
    'a.ppt',
    () => compoundFile({ 'PowerPoint Document': Buffer.alloc(600) }),
    /save it as PPTX or PDF/u,
  ],
  [
    'a message of Outlook',
    'a.msg',
    () => compoundFile({ '__properties_version1.0': Buffer.alloc(600) }),
    /save it as EML/u,
  ],
  [
    'a binary workbook',
    'a.xlsb',
    () => office.zip({ '[Content_Types].xml': '<x/>', 'xl/workbook.bin': 'x' }),
    /save it as XLSX/u,
  ],
];

/** Each is read, or refused, within the limits; none breaks its reader. */
/** Small files whose reading multiplies; each is read or refused within little processor time. */
const MULTIPLYING: readonly (readonly [what: string, name: string, file: () => Uint8Array | string])[] = [
  [
    'an EPUB that names one chapter many times',
    'a.epub',
    () =>
      office.zip({
        'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
        'a.opf': `<package><manifest><item id="a" href="a.html"/></manifest><spine>${'<itemref idref="a"/>'.repeat(5_000)}</spine></package>`,
        'a.html': `<p>${'<i>word</i> '.repeat(20_000)}</p>`,
      }),
  ],
  ['an ODT of blanks', 'a.odt', () => odf('text', `<text:p>${'x<text:s text:c="1000"/>'.repeat(20_000)}</text:p>`)],
  [
    'an ODT of many pieces',
    'a.odt',
    () => odf('text', `<text:p>${'<text:span>나 </text:span>'.repeat(100_000)}</text:p>`),
  ],
  ['HTML of many pieces', 'a.html', () => `<p>${'가 <b>b</b>'.repeat(200_000)}</p>`],
  [
    'HTML whose notes name each other twice',
    'a.html',
    () =>
      `<sup><a href="#n0">1</a></sup>${Array.from({ length: 60 }, (_, i) => `<div class="footnote" id="n${i}">x<sup><a href="#n${i + 1}">1</a></sup><sup><a href="#n${i + 1}">2</a></sup></div>`).join('')}`,
  ],
  ['JSON of brackets', 'a.json', () => '['.repeat(5_000_000)],
  [
    'an XLSX of a long number format',
    'a.xlsx',
    () =>
      xlsx([{ name: 'S', content: `<sheetData>${'<row><c s="1"><v>1.5</v></c></row>'.repeat(20_000)}</sheetData>` }], {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'0.0#'.repeat(50_000)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
      }),
  ],
  [
    'an XLSX of merged and hidden rows',
    'a.xlsx',
    () =>
      xlsx([
        {
          name: 'S',
          content: `<sheetData>${Array.from({ length: 50_000 }, (_, i) => `<row r="${i + 1}" hidden="${i % 2}"><c r="A${i + 1}"><v>1</v></c></row>`).join('')}</sheetData><mergeCells>${Array.from({ length: 50_000 }, (_, i) => `<mergeCell ref="A${i + 1}:B${i + 2000}"/>`).join('')}</mergeCells>`,
        },
      ]),
  ],
];

const READ: readonly (readonly [what: string, name: string, file: () => Uint8Array | string])[] = [
  [
    'a merged cell over all of a sheet',
    'a.xlsx',
    () =>
      xlsx([
        {
          name: 'S',
          content:
            '<sheetData><row r="1"><c r="A1" t="str"><v>x</v></c><c r="B1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        },
      ]),
  ],
  [
    '200,000 merged cells',
    'a.xlsx',
    () =>
      xlsx([
        {
          name: 'S',
          content: `<sheetData><row r="1" hidden="1"/><row r="2"><c r="A2" t="str"><v>x</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A2:B99999"/>'.repeat(200_000)}</mergeCells>`,
        },
      ]),
  ],
  [
    'a row that says it is the millionth',
    'a.xlsx',
    () =>
      xlsx([
        { name: 'S', content: '<sheetData><row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row></sheetData>' },
      ]),
  ],
  [
    'cells that say they are repeated a million times',
    'a.ods',
    () =>
      odf(
        'spreadsheet',
        '<table:table table:name="T"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
  ],
  [
    'a row of an ODT table that is repeated',
    'a.odt',
    () =>
      odf(
        'text',
        `<table:table>${'<table:table-row table:number-rows-repeated="9999999"><table:table-cell table:number-columns-repeated="9999999"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(3)}</table:table>`,
      ),
  ],
  ['an RTF of a million groups', 'a.rtf', () => `{\\rtf1 ${'{\\b x}'.repeat(1_000_000)}}`],
  [
    'an RTF of 100,000 rows',
    'a.rtf',
    () => `{\\rtf1 ${'\\trowd\\cellx9\\cellx20\\intbl a\\cell b\\cell\\row'.repeat(100_000)}}`,
  ],
  [
    'a mail of parts in parts',
    'a.eml',
    () =>
      `From: a@b.example\r\n${Array.from({ length: 200 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')}\r\nx`,
  ],
  [
    'a mail in a mail in a mail',
    'a.eml',
    () =>
      [1, 2, 3, 4, 5, 6].reduce(
        (inner) => mail('x', '<p>x</p>', [{ name: 'a.eml', type: 'message/rfc822', content: inner }]),
        mail('x', '<p>y</p>'),
      ),
  ],
  ['JSON nested 100,000 levels deep', 'a.json', () => '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a CSV whose quote is never closed', 'a.csv', () => `a,b\n"${'x\n'.repeat(100_000)}`],
  ['a CSV of one line', 'a.csv', () => '"'.repeat(1_000_000)],
];

describe('hostile files of every format', () => {
  const extractor = patientExtractor();
  afterAll(() => extractor.close());
  const read = async (file: Uint8Array | string, name: string) =>
    extractor.extract(typeof file === 'string' ? Buffer.from(file) : file, name, { caller: 'a' });

  it.each(REFUSED)('refuses %s', async (_, name, file, reason) => {
    const outcome = await read(file(), name).catch((error: unknown) => error);
    expect(outcome instanceof UnreadableFileError || outcome instanceof UnsupportedFileError).toBe(true);
    expect((outcome as Error).message).toMatch(reason);
    expect((outcome as Error).message).not.toMatch(/broke the reader/u);
  });

  it.each(MULTIPLYING)('reads or refuses %s within 3 s of processor time', async (_, name, file) => {
    const pool = new ExtractionPool({ ...READER_SETTINGS, cpuLimitMs: 3_000 });
    const hasty = new WorkerTextExtractor(undefined, pool);
    try {
      const outcome = await hasty.extract(Buffer.from(file()), name, { caller: 'a' }).catch((error: unknown) => error);
      expect(outcome instanceof Error ? outcome.message : '').not.toMatch(/processor time|broke the reader|memory/u);
    } finally {
      await hasty.close();
    }
  });

  it.each(READ)('reads or refuses %s', async (_, name, file) => {
    const outcome = await read(file(), name)
      .then(() => 'read')
      .catch((error: unknown) => error);
    if (outcome !== 'read') {
      expect(outcome).toBeInstanceOf(UnreadableFileError);
      expect((outcome as Error).message).not.toMatch(/broke the reader/u);
    }
    expect((await read('a,b\n1,2\n', 'next.csv')).text).toContain('| 1 | 2 |');
  });
});
