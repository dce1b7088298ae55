import { patientExtractor } from '../support/patient-extractor.js';
import { odfText } from '../../src/documents/infrastructure/extraction/odf/odf-text.js';
import { xlsxText } from '../../src/documents/infrastructure/extraction/sheets/xlsx-text.js';
import { ZipArchive } from '../../src/documents/infrastructure/extraction/zip-archive.js';
import * as office from '../support/office-files.js';
import { odf, placeName, relations, type SheetPart, textCell, xlsx } from './office-files.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Formats of cells by their number: `s="1"` has the first. */
const styles = (...patterns: readonly string[]): string =>
  `<styleSheet xmlns="${MAIN}"><numFmts>${patterns.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${office.escapeXml(code).replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><fonts><font/><font><b/></font></fonts><fills><fill/></fills><cellXfs><xf numFmtId="0"/>${patterns.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join('')}<xf numFmtId="0" fontId="1"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
const number = (place: string, value: number | string, style = 0): string =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;
const rows = (...lines: readonly (readonly string[])[]): string =>
  `<sheetData>${lines.map((line, y) => `<row r="${y + 1}">${line.map((text, x) => (text === '' ? '' : textCell(placeName(x, y), text))).join('')}</row>`).join('')}</sheetData>`;

describe('spreadsheets', () => {
  const extractor = patientExtractor();
  afterAll(() => extractor.close());
  const read = async (content: string | Uint8Array, name: string) =>
    extractor.extract(typeof content === 'string' ? Buffer.from(content) : content, name, { caller: 'a' });
  const sheet = async (content: string, more: Readonly<Record<string, string>> = {}) =>
    (await read(xlsx([{ name: 'Sheet1', content }], more), 'a.xlsx')).text;

  it('shows numbers and dates in the formats of their cells', async () => {
    const patterns = ['yyyy"년" m"월" d"일"', '#,##0"원"', '0.0%', '[h]:mm', '[$-412]aaaa', '₩#,##0;[Red]-₩#,##0'];
    const cells = [
      number('A1', 46352, 1),
      number('B1', 1234567, 2),
      number('C1', 0.125, 3),
      number('D1', 1.5, 4),
      number('E1', -5000, 6),
      number('F1', 46352, 8),
      number('G1', 0.1 + 0.2),
      '<c r="H1" t="b"><v>1</v></c>',
      '<c r="I1" t="e"><v>#REF!</v></c>',
    ];
    const text = await sheet(`<sheetData><row r="1">${cells.join('')}</row></sheetData>`, {
      'xl/styles.xml': styles(...patterns),
    });
    expect(text).toBe('| 2026년 11월 26일 | 1,234,567원 | 12.5% | 36:00 | -₩5,000 | 2026-11-26 | 0.3 | TRUE | #REF! |');
  });

  it('counts days from 1904 where the workbook says so', async () => {
    const workbook = `<workbook xmlns="${MAIN}" xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    const data = `<sheetData><row r="1">${number('A1', 44890, 1)}${number('B1', 7)}</row></sheetData>`;
    expect(await sheet(data, { 'xl/workbook.xml': workbook, 'xl/styles.xml': styles('yyyy-mm-dd') })).toBe(
      '| 2026-11-26 | 7 |',
    );
  });

  it('leaves out hidden sheets, rows and columns, and keeps rows that a filter hides for now', async () => {
    const hidden: SheetPart = { name: '비밀', state: 'hidden', content: rows(['급여', '900']) };
    const content = `<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1">${textCell('A1', '이름')}${textCell('B1', '숨은 열')}${textCell('C1', '나이')}</row><row r="2" hidden="1">${textCell('A2', '숨은 줄')}${textCell('C2', '1')}</row><row r="3">${textCell('A3', '김하늘')}${textCell('B3', 'x')}${textCell('C3', '31')}</row></sheetData>`;
    const text = (await read(xlsx([{ name: '명단', content }, hidden]), 'a.xlsx')).text;
    expect(text).toBe('명단\n\n| 이름 | 나이 |\n| --- | --- |\n| 김하늘 | 31 |');
    const filtered = `<sheetData><row r="1">${textCell('A1', '이름')}${textCell('B1', '나이')}</row><row r="2" hidden="1">${textCell('A2', '이바다')}${textCell('B2', '29')}</row><row r="3">${textCell('A3', '김하늘')}${textCell('B3', '31')}</row></sheetData><autoFilter ref="A1:B3"><filterColumn colId="0"/></autoFilter>`;
    expect(await sheet(filtered)).toContain('| 이바다 | 29 |');
    const [data = ''] = filtered.split('<autoFilter');
    const table = await sheet(data, {
      'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
      'xl/tables/table1.xml': `<table xmlns="${MAIN}" ref="A1:B3"><autoFilter ref="A1:B3"><filterColumn colId="0"/></autoFilter></table>`,
    });
    expect(table).toContain('| 이바다 | 29 |');
  });

  it('reads shared strings without their readings, and text in several looks', async () => {
    const shared = `<sst xmlns="${MAIN}"><si><r><t>대</t></r><r><t>전</t></r><rPh sb="0" eb="1"><t>テジョン</t></rPh></si></sst>`;
    expect(
      await sheet('<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>', {
        'xl/sharedStrings.xml': shared,
      }),
    ).toBe('대전');
  });

  it('takes lines above and below a table as text, and years as names of columns', async () => {
    const text = await sheet(
      rows(
        ['인구 현황'],
        [],
        ['구분', '2024', '2025'],
        ['서울', '9331', '9300'],
        ['부산', '3266', '3250'],
        [],
        ['자료: 통계'],
      ),
    );
    expect(text).toBe(
      '인구 현황\n\n| 구분 | 2024 | 2025 |\n| --- | --- | --- |\n| 서울 | 9331 | 9300 |\n| 부산 | 3266 | 3250 |\n\n자료: 통계',
    );
  });

  it('continues a table after an empty row, and begins a new one at a new header', async () => {
    const text = await sheet(rows(['이름', '값'], ['가', '1'], [], ['나', '2'], [], ['색', '수'], ['빨강', '3']));
    expect(text).toBe(
      '| 이름 | 값 |\n| --- | --- |\n| 가 | 1 |\n| 나 | 2 |\n\n| 색 | 수 |\n| --- | --- |\n| 빨강 | 3 |',
    );
  });

  it('makes two rows a header where the first spans columns', async () => {
    const content = `${rows(['구분', '요금', ''], ['', '평일', '주말'], ['어른', '5000', '7000'])}<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>`;
    expect(await sheet(content)).toBe(
      '| 구분 | 요금 | 요금 |\n| 구분 | 평일 | 주말 |\n| --- | --- | --- |\n| 어른 | 5000 | 7000 |',
    );
  });

  it('makes one table of a large sheet', () => {
    const line = (y: number): string =>
      `<row r="${y}">${['A', 'B', 'C', 'D'].map((column) => number(`${column}${y}`, y)).join('')}</row>`;
    const content = `<sheetData>${Array.from({ length: 15_000 }, (_, y) => line(y + 1)).join('')}</sheetData>`;
    const reply = xlsxText(ZipArchive.open(xlsx([{ name: 'Sheet1', content }])));
    expect(reply.status === 'done' && reply.text.split(/\n+/u)).toHaveLength(15_000);
  });

  it('believes a table of the workbook about its header', async () => {
    const file = xlsx([{ name: 'Sheet1', content: rows(['1', '2'], ['3', '4']) }], {
      'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
      'xl/tables/table1.xml': `<table xmlns="${MAIN}" ref="A1:B2" headerRowCount="1"/>`,
    });
    expect((await read(file, 'a.xlsx')).text).toBe('| 1 | 2 |\n| --- | --- |\n| 3 | 4 |');
  });

  it('reads values of an OpenDocument sheet as shown, repeats what repeats, and leaves out comments and hidden rows', async () => {
    const cell = (text: string, more = ''): string =>
      `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`;
    const body = `<table:table table:name="표"><table:table-column table:number-columns-repeated="3"/><table:table-row>${cell('이름')}${cell('값')}${cell('비고')}</table:table-row><table:table-row table:number-rows-repeated="2">${cell('가<office:annotation><text:p>메모</text:p></office:annotation>')}${cell('1,500원', ' office:value-type="float" office:value="1500"')}${cell('-', ' table:number-columns-repeated="1"')}</table:table-row><table:table-row table:visibility="collapse">${cell('숨음')}</table:table-row></table:table>`;
    expect((await read(odf('spreadsheet', body), 'a.ods')).text).toBe(
      '표\n\n| 이름 | 값 | 비고 |\n| --- | --- | --- |\n| 가 | 1,500원 | - |\n| 가 | 1,500원 | - |',
    );
  });

  it('reads the rows of an OpenDocument sheet one by one, so that a long sheet is never a tree', () => {
    const line = (number: number): string =>
      `<table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>값 ${number}</text:p></table:table-cell><table:table-cell><text:p>${number}</text:p></table:table-cell></table:table-row>`;
    const content = Array.from({ length: 1_500 }, (_, number) => line(number)).join('');
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>';
    const file = odf('spreadsheet', `<table:table table:name="Sheet1">${columns}${content}</table:table>`);
    const reply = odfText(ZipArchive.open(file));
    const lines = reply.status === 'done' ? reply.text.split(/\n+/u) : [];
    expect(lines).toHaveLength(1_500);
    expect(lines.at(-1)).toBe('| 값 1499 | 1499 |');
  });

  it.each<[string, string, string]>([
    ['a semicolon', 'name;price\nkettle;1,50\n', 'price'],
    ['a line that names it', 'sep=|\nname|price\nkettle|1;5', 'price'],
    ['tabs under the name of CSV', 'name\tprice\nkettle\t1,5', 'price'],
  ])('finds the delimiter of a CSV: %s', async (_, content, name) => {
    expect((await read(content, 'a.csv')).text).toMatch(
      new RegExp(`^\\| name \\| ${name} \\|\\n\\| --- \\| --- \\|\\n\\| kettle \\|`, 'u'),
    );
  });

  it('reads quoted fields with line ends, quotes and delimiters, and names an encoding', async () => {
    expect((await read('a,b\r\n"x, ""y""\r\nz",2\r\n', 'a.csv')).text).toBe(
      '| a | b |\n| --- | --- |\n| x, "y" z | 2 |',
    );
    const korean = Buffer.from('c0ccb8a72cb0aa0ab1e8c7cfb4c32c330a', 'hex');
    expect(await read(korean, 'a.csv')).toMatchObject({
      text: '| 이름 | 값 |\n| --- | --- |\n| 김하늘 | 3 |',
      encoding: 'euc-kr',
    });
  });

  it('takes no header where the first row is data', async () => {
    expect((await read('2026-01-01,5\n2026-01-02,7\n', 'a.csv')).text).toBe('| 2026-01-01 | 5 |\n| 2026-01-02 | 7 |');
  });

  it('shows JSON with its letters, on lines where it was one, and leaves numbers as they are written', async () => {
    const line = `{"이름":"\\uae40\\ud558\\ub298","수":12345678901234567890,"빈":[],"줄":"a\\nb","글":"${'가'.repeat(1000)}"}`;
    const { text } = await read(line, 'a.json');
    expect(text).toContain('{\n  "이름": "김하늘",\n  "수": 12345678901234567890,\n  "빈": [],\n  "줄": "a\\nb",');
    expect((await read('# not json at all', 'a.json')).text).toBe('# not json at all');
  });
});
