import iconv from 'iconv-lite';
import { patientExtractor } from '../support/patient-extractor.js';
import * as office from '../support/office-files.js';
import { hwpFile, hwpParagraph } from './hwp-files.js';
import { line, odf, pptx, shape, slideTitle } from './office-files.js';

const extractor = patientExtractor();
afterAll(() => extractor.close());
const read = async (content: string | Uint8Array, name: string) =>
  extractor.extract(typeof content === 'string' ? Buffer.from(content, 'latin1') : content, name, { caller: 'a' });
const textOf = async (content: string | Uint8Array, name: string): Promise<string> => (await read(content, name)).text;

describe('slides', () => {
  it('are read by their places: the title, rows from the top, columns from the left', async () => {
    const shapes = [
      shape(line('아래'), '', [0, 900, 900, 90]),
      shape(line('오른쪽 위'), '', [500, 100, 400, 100]),
      shape(line('오른쪽 아래'), '', [500, 220, 400, 100]),
      shape(line('왼쪽'), '', [0, 100, 400, 600]),
      slideTitle('제목'),
    ];
    expect(await textOf(pptx([{ shapes: shapes.join('') }]), 'a.pptx')).toBe(
      '제목\n\n왼쪽\n\n오른쪽 위\n\n오른쪽 아래\n\n아래',
    );
  });

  it('have their notes after them, and what repeats on every slide is left out', async () => {
    const footer = shape(line('회사 이름'), '<p:ph type="ftr" idx="11"/>');
    const file = pptx([{ shapes: slideTitle('하나') + footer, notes: '말할 것' }, { shapes: slideTitle('둘') }]);
    expect(await read(file, 'a.pptx')).toMatchObject({
      text: '하나\n\n말할 것\n\n둘',
      headings: [{ level: 1 }, { level: 1 }],
      title: '하나',
    });
  });

  it('take bullets from the master, and count numbers', async () => {
    const master =
      '<p:sldMaster xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree/></p:cSld><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>';
    const body = shape(
      line('하나') +
        line('둘', '<a:buNone/>') +
        line('셋', '<a:buAutoNum type="alphaLcParenR"/>') +
        line('넷', '<a:buAutoNum type="alphaLcParenR"/>'),
      '<p:ph idx="1"/>',
    );
    const file = pptx([{ shapes: slideTitle('제목') + body }], {
      'ppt/slideMasters/slideMaster1.xml': master,
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/slideMaster" Target="../slideMasters/slideMaster1.xml"/></Relationships>',
    });
    expect(await textOf(file, 'a.pptx')).toBe('제목\n\n- 하나\n\n둘\n\na) 셋\nb) 넷');
  });

  it('that are hidden, and hidden shapes, are left out', async () => {
    const file = pptx(
      [
        { shapes: slideTitle('보임') + shape(line('숨은 상자')).replace('name="S"', 'name="S" hidden="1"') },
        { shapes: slideTitle('둘') },
      ],
      {
        'ppt/slides/slide2.xml': '<p:sld xmlns:p="p" xmlns:a="a" show="0"><p:cSld><p:spTree/></p:cSld></p:sld>',
      },
    );
    expect(await textOf(file, 'a.pptx')).toBe('보임');
  });

  it('show the numbers of their charts as a table', async () => {
    const values = (tag: string, ...all: readonly string[]): string =>
      `<c:${tag}><c:strRef><c:strCache>${all.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${tag}>`;
    const frame =
      '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="C"/></p:nvGraphicFramePr><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="rId2"/></a:graphicData></a:graphic></p:graphicFrame>';
    const file = pptx([{ shapes: slideTitle('매출') + frame }], {
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="rId2" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>',
      'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>지역별</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>${values('tx', '2025년')}${values('cat', '서울', '부산')}${values('val', '30', '20')}</c:ser><c:ser>${values('tx', '2026년')}${values('cat', '서울', '부산')}${values('val', '35', '22')}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
    });
    expect(await textOf(file, 'a.pptx')).toBe(
      '매출\n\n지역별\n\n|  | 2025년 | 2026년 |\n| --- | --- | --- |\n| 서울 | 30 | 35 |\n| 부산 | 20 | 22 |',
    );
  });
});

describe('OpenDocument texts', () => {
  it('leave out deleted and hidden text and comments, and keep what was inserted', async () => {
    const body = `<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><text:p>지운 말</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>앞<text:change text:change-id="c1"/> 뒤<office:annotation><text:p>메모</text:p></office:annotation><text:span text:style-name="H">숨음</text:span></text:p><text:section text:display="none"><text:p>숨은 절</text:p></text:section><text:p>한글<text:s text:c="2"/>끝<text:line-break/>다음</text:p>`;
    const automatic =
      '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>';
    expect(await textOf(odf('text', body, { automatic }), 'a.odt')).toBe('앞 뒤\n\n한글  끝\n다음');
  });

  it('show numbers of several levels, continue a list, and read text boxes and descriptions', async () => {
    const automatic =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" style:num-suffix="." text:display-levels="2"/></text:list-style>';
    const item = (text: string, inner = ''): string =>
      `<text:list-item><text:p>${text}</text:p>${inner}</text:list-item>`;
    const body = `<text:list text:style-name="L">${item('가', `<text:list>${item('나')}${item('다')}</text:list>`)}</text:list><text:p>사이<draw:frame><draw:text-box><text:p>상자</text:p></draw:text-box></draw:frame><draw:frame><draw:image/><svg:desc xmlns:svg="s">별 사진</svg:desc></draw:frame></text:p><text:list text:style-name="L" text:continue-numbering="true">${item('라')}</text:list>`;
    expect(await textOf(odf('text', body, { automatic }), 'a.odt')).toBe(
      '1. 가\n1.1. 나\n1.2. 다\n\n사이\n\n상자\n\n[별 사진]\n\n2. 라',
    );
  });
});

describe('numbers of an OpenDocument text', () => {
  const level = (tag: string, at: number, more: string): string => `<text:${tag} text:level="${at}" ${more}/>`;

  it('are written by the pattern of newer files, in any script, and a skipped level counts as one item', async () => {
    const automatic =
      `<text:list-style style:name="L">${level('list-level-style-number', 1, 'style:num-format="I" style:num-suffix="." loext:num-list-format="%1%."')}${level('list-level-style-number', 2, 'style:num-format="A" loext:num-list-format="(%1%.%2%)"')}</text:list-style>` +
      `<text:list-style style:name="G">${level('list-level-style-number', 1, 'style:num-format="α, β, ... (gr)" style:num-suffix=")"')}</text:list-style>` +
      `<text:list-style style:name="H">${level('list-level-style-number', 1, 'style:num-format="壹, 貳, 參, ..." style:num-suffix="."')}</text:list-style>`;
    const item = (text: string, inner = ''): string =>
      `<text:list-item><text:p>${text}</text:p>${inner}</text:list-item>`;
    const list = (style: string, items: string): string => `<text:list text:style-name="${style}">${items}</text:list>`;
    const inner = `<text:list>${item('나')}${item('다')}</text:list>`;
    const body =
      list('L', item('가', inner) + item('라')) +
      '<text:p>사이</text:p>' +
      list('L', `<text:list-header>${inner}</text:list-header>${item('마')}`) +
      list('G', item('alpha') + item('beta')) +
      list('H', item('一') + item('二'));
    expect((await textOf(odf('text', body, { automatic }), 'a.odt')).split('\n').filter(Boolean)).toEqual([
      'I. 가',
      '(I.A) 나',
      '(I.B) 다',
      'II. 라',
      '사이',
      '(I.A) 나',
      '(I.B) 다',
      'II. 마',
      'α) alpha',
      'β) beta',
      '壹. 一',
      '貳. 二',
    ]);
  });
});

describe('headings of an OpenDocument text', () => {
  it('that are items of the list of all headings are counted with the others', async () => {
    const common =
      '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="一, 二, 三, ..." style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format="001, 002, 003, ..." style:num-suffix=")"/></text:outline-style>';
    const heading = (level: number, text: string): string => `<text:h text:outline-level="${level}">${text}</text:h>`;
    const listed = (text: string): string =>
      `<text:list text:style-name="Outline"><text:list-item><text:list><text:list-item>${heading(2, text)}</text:list-item></text:list></text:list-item></text:list>`;
    const body = heading(1, '머리말') + listed('목적') + listed('범위') + heading(1, '본문') + listed('절차');
    expect((await textOf(odf('text', body, { styles: common }), 'a.odt')).split('\n').filter(Boolean)).toEqual([
      '一. 머리말',
      '001) 목적',
      '002) 범위',
      '二. 본문',
      '001) 절차',
    ]);
  });
});

describe('formulas of an OpenDocument text', () => {
  it('are in the line that contains them', async () => {
    const body =
      '<text:p>면적은 <draw:frame><draw:object xlink:href="./Object 1" xmlns:xlink="x"/><draw:image/></draw:frame> 이다.</text:p>';
    const file = office.zip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      'Object 1/content.xml':
        '<!DOCTYPE math:math PUBLIC "x" "y"><math:math><math:mrow><math:msup><math:mi>r</math:mi><math:mn>2</math:mn></math:msup></math:mrow></math:math>',
    });
    expect(await textOf(file, 'a.odt')).toBe('면적은 r^2 이다.');
  });
});

describe('charts and formulas of an OpenDocument presentation', () => {
  it('are read where they are: a chart as its title and the table of its values', async () => {
    const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const row = (...cells: string[]): string => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
    const frame = (name: string): string =>
      `<draw:frame><draw:object xlink:href="./${name}"/><draw:image/></draw:frame>`;
    const file = office.zip({
      mimetype: 'application/vnd.oasis.opendocument.presentation',
      'content.xml': `<office:document-content><office:body><office:presentation><draw:page>${frame('Object 1')}${frame('Object 2')}${frame('Gone')}</draw:page></office:presentation></office:body></office:document-content>`,
      'Object 1/content.xml': `<office:document-content><office:body><office:chart><chart:chart><chart:title><text:p>방문객 Visitors</text:p></chart:title><table:table><table:table-header-rows>${row('', '2026')}</table:table-header-rows><table:table-rows>${row('봄', '120')}${row('Summer', '310')}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`,
      'Object 2/content.xml': '<math><mi>a</mi><mo>=</mo><mi>b</mi></math>',
    });
    expect(await textOf(file, 'a.odp')).toBe(
      '방문객 Visitors\n\n|  | 2026 |\n| --- | --- |\n| 봄 | 120 |\n| Summer | 310 |\n\na = b',
    );
  });
});

describe('RTF', () => {
  it('is read in the encodings of its fonts, and Unicode is not read twice', async () => {
    const korean = Array.from(iconv.encode('한글', 'cp949'), (byte) => `\\'${byte.toString(16)}`).join('');
    const file = `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset129 Batang;}}\\pard caf\\'e9 \\f1 ${korean}\\f0  \\u54620\\'c7\\'d1?\\uc0\\u44544  end\\par}`;
    expect(await textOf(file, 'a.rtf')).toContain('café 한글');
  });

  it('leaves out hidden and deleted text, field codes, comments and pictures', async () => {
    const file =
      '{\\rtf1\\ansi\\pard Seen {\\v hidden}{\\deleted gone}{\\field{\\*\\fldinst HYPERLINK "http://x.example"}{\\fldrslt link}}{\\*\\annotation memo}{\\pict\\wmetafile8 0102}{\\*\\unknown word} end.\\par\\bin3 {}}\\par}';
    expect(await textOf(file, 'a.rtf')).toContain('Seen link end.');
    expect(await textOf(file, 'a.rtf')).not.toMatch(/hidden|gone|HYPERLINK|memo|0102|word/u);
  });

  it('ends a paragraph at a backslash before a line end', async () => {
    const file =
      '{\\rtf1\\ansi\\pard first\\\n{\\listtext\t\\uc0\\u8226 \t}second\\\r\n{\\listtext\t\\uc0\\u8226 \t}third\\\n}';
    expect(await textOf(file, 'a.rtf')).toBe('first\n\n- second\n- third');
  });

  it('reads nested tables in their cells and text boxes where they are', async () => {
    const file =
      '{\\rtf1\\ansi\\trowd\\cellx100\\cellx200\\pard\\intbl a\\cell\\pard\\intbl\\itap2 x\\nestcell y\\nestcell{\\*\\nesttableprops\\trowd\\cellx50\\cellx90\\nestrow}\\pard\\intbl\\itap1 b\\cell\\row\\pard after{\\shp{\\*\\shpinst{\\sp{\\sn n}{\\sv 1}}{\\shptxt \\pard box\\par}}}\\par}';
    const text = await textOf(file, 'a.rtf');
    expect(text).toContain('| a | x: y b |');
    expect(text).toContain('box');
    expect(text).not.toContain('1box');
  });
});

describe('EPUB', () => {
  const book = (more: Readonly<Record<string, string>>): Uint8Array =>
    office.zip({
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
      'b.opf':
        '<package><manifest><item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/><itemref idref="c" linear="no"/></spine></package>',
      'a.xhtml': '<html><body><h1>둘째</h1></body></html>',
      'b.xhtml': '<html><head><title/></head><body><h1>첫째</h1></body></html>',
      'c.xhtml': '<html><body>따로</body></html>',
      ...more,
    });

  it('is read in the order of its spine', async () => {
    expect(await textOf(book({}), 'a.epub')).toBe('첫째\n\n둘째');
  });

  it('with protection is refused, and scrambled fonts do not count as protection', async () => {
    const encryption = (method: string): string =>
      `<encryption><EncryptedData><EncryptionMethod Algorithm="${method}"/></EncryptedData></encryption>`;
    await expect(
      read(book({ 'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc') }), 'a.epub'),
    ).rejects.toThrow('DRM');
    const fonts = book({ 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding') });
    expect(await textOf(fonts, 'a.epub')).toContain('첫째');
  });
});

describe('HWP', () => {
  const section = hwpParagraph(0, '주전자');

  it('is read packed and unpacked', async () => {
    expect(await textOf(hwpFile(section, 1), 'a.hwp')).toBe('주전자');
    expect(await textOf(hwpFile(section, 0), 'a.hwp')).toBe('주전자');
  });

  it('with a password or for distribution is refused with what to do', async () => {
    await expect(read(hwpFile(section, 3), 'a.hwp')).rejects.toThrow('password');
    await expect(read(hwpFile(section, 5), 'a.hwp')).rejects.toThrow('HWPX or PDF');
  });
});
