import type { DocumentBlock } from '../../domain/document-block.js';
import { DocxBody } from './docx-body.js';
import { renderBlocks } from './render-blocks.js';
import { parseXml, type XmlNode } from './xml-node.js';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const part = (name: string, content: string): XmlNode => parseXml(`<w:${name} ${W}>${content}</w:${name}>`);

interface Parts {
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
}

function blocksOf(body: string, { styles, numbering, footnotes }: Parts = {}): DocumentBlock[] {
  const reader = new DocxBody({
    styles: styles === undefined ? undefined : part('styles', styles),
    numbering: numbering === undefined ? undefined : part('numbering', numbering),
    footnotes: footnotes === undefined ? undefined : part('footnotes', footnotes),
    endnotes: undefined,
  });
  return reader.blocks(part('body', body));
}
const textOf = (body: string, parts?: Parts): string => renderBlocks(blocksOf(body, parts)).text;
const linesOf = (body: string, parts?: Parts): string[] => textOf(body, parts).split('\n').filter(Boolean);

const r = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : r(content)}</w:p>`;
const numbered = (list: number, level: number, text: string): string =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

type LevelText = readonly [format: string, text: string, more?: string];
const look = (id: number, levels: readonly LevelText[], more = ''): string =>
  `<w:abstractNum w:abstractNumId="${id}">${more}${levels
    .map(
      ([format, text, rest = ''], i) =>
        `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${rest}<w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('')}</w:abstractNum>`;
const list = (id: number, lookId: number, more = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${lookId}"/>${more}</w:num>`;
const RESTART = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';

describe('automatic numbers of a Word document', () => {
  it('are written as displayed, and lower levels restart', () => {
    const numbering =
      look(0, [
        ['decimal', '제%1조'],
        ['decimalEnclosedCircle', '%2'],
        ['ganada', '%3.'],
      ]) + list(1, 0);
    const body = [
      numbered(1, 0, '(목적)'),
      numbered(1, 1, '가'),
      numbered(1, 1, '나'),
      numbered(1, 2, '다'),
      numbered(1, 0, '(벌)'),
      numbered(1, 1, '라'),
    ];
    expect(linesOf(body.join(''), { numbering })).toEqual([
      '제1조 (목적)',
      '① 가',
      '② 나',
      '가. 다',
      '제2조 (벌)',
      '① 라',
    ]);
  });

  it('continue over lists of the same format, and restart where a list says so', () => {
    const numbering = look(0, [['decimal', '%1)']]) + list(1, 0) + list(2, 0) + list(3, 0, RESTART);
    const body =
      numbered(1, 0, 'a') +
      p('text') +
      numbered(1, 0, 'b') +
      numbered(2, 0, 'c') +
      numbered(3, 0, 'd') +
      numbered(3, 0, 'e');
    expect(linesOf(body, { numbering })).toEqual(['1) a', 'text', '2) b', '3) c', '1) d', '2) e']);
  });

  it('are all decimal in legal levels, count skipped levels, and never restart where a level says so', () => {
    const numbering =
      look(0, [
        ['upperRoman', 'Article %1'],
        ['decimal', '%1.%2', '<w:isLgl/>'],
        ['lowerLetter', '(%3)', '<w:lvlRestart w:val="0"/>'],
      ]) + list(1, 0);
    const body = [1, 0, 1, 2, 0, 1, 2].map((level) => numbered(1, level, 'x'));
    expect(linesOf(body.join(''), { numbering })).toEqual([
      '1.1 x',
      'Article II x',
      '2.1 x',
      '(a) x',
      'Article III x',
      '3.1 x',
      '(b) x',
    ]);
  });

  it('come from a style too, at the level that names the style, and are cancelled by list 0', () => {
    const numbering =
      look(0, [
        ['decimal', '%1.'],
        ['decimal', '%1.%2', '<w:pStyle w:val="Sub"/>'],
      ]) + list(1, 0);
    const styles =
      '<w:style w:type="paragraph" w:styleId="Main"><w:name w:val="Main"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Main"/></w:style>';
    const styled = (style: string, more = ''): string => p(style, `<w:pStyle w:val="${style}"/>${more}`);
    const none = '<w:numPr><w:numId w:val="0"/></w:numPr>';
    expect(
      linesOf(styled('Main') + styled('Sub') + styled('Main', none) + styled('Sub'), { numbering, styles }),
    ).toEqual(['1. Main', '1.1 Sub', 'Main', '1.2 Sub']);
  });

  it('are not counted for the end of a section, and levels that count nothing are not written', () => {
    const numbering =
      look(0, [
        ['none', '%1'],
        ['decimal', '%1%2.'],
      ]) + list(1, 0);
    const end = p('', '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:sectPr/>').replace(
      /<w:r>.*<\/w:r>/u,
      '',
    );
    const body = numbered(1, 0, 'Part') + end + numbered(1, 1, 'First') + numbered(1, 1, 'Second');
    expect(linesOf(body, { numbering })).toEqual(['Part', '1. First', '2. Second']);
  });

  it('take the level of the nearest style that has one', () => {
    const numbering =
      look(0, [
        ['decimal', '%1.'],
        ['decimal', '%1.%2', '<w:pStyle w:val="Sub"/>'],
        ['decimal', '%1.%2.%3'],
      ]) + list(1, 0);
    const style = (id: string, base: string, level: string): string =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${base}"/><w:pPr><w:numPr>${level}<w:numId w:val="1"/></w:numPr></w:pPr></w:style>`;
    const styles = style('Sub', 'x', '<w:ilvl w:val="0"/>') + style('Subsub', 'Sub', '<w:ilvl w:val="2"/>');
    const styled = (id: string): string => p(id, `<w:pStyle w:val="${id}"/>`);
    expect(linesOf(styled('Sub') + styled('Subsub'), { numbering, styles })).toEqual(['1.1 Sub', '1.1.1 Subsub']);
  });

  it('are written in the letters of other scripts', () => {
    const formats = [
      ['hebrew1', 'א', 'ב'],
      ['hebrew2', 'א', 'ב'],
      ['arabicAlpha', 'أ', 'ب'],
      ['arabicAbjad', 'أ', 'ب'],
      ['thaiLetters', 'ก', 'ข'],
      ['thaiNumbers', '๑', '๒'],
      ['hindiNumbers', '१', '२'],
      ['ideographLegalTraditional', '壹', '貳'],
      ['chineseLegalSimplified', '壹', '贰'],
      ['japaneseLegal', '壱', '弐'],
    ];
    const numbering = formats.map(([format = ''], i) => look(i, [[format, '%1.']]) + list(i + 1, i)).join('');
    const body = formats.map((_, i) => numbered(i + 1, 0, 'x') + numbered(i + 1, 0, 'x')).join('');
    expect(linesOf(body, { numbering })).toEqual(formats.flatMap(([, one, two]) => [`${one}. x`, `${two}. x`]));
    const tenth = look(0, [['ideographLegalTraditional', '%1.', '']]) + look(1, [['hebrew1', '%1.']]);
    const starts = (id: number, start: number): string =>
      list(id, id - 1, `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride>`);
    expect(
      linesOf(numbered(1, 0, 'x') + numbered(2, 0, 'x') + numbered(2, 0, 'x'), {
        numbering: tenth + starts(1, 12) + starts(2, 15),
      }),
    ).toEqual(['壹拾貳. x', 'טו. x', 'טז. x']);
  });

  it('of cells without text are shown, bullets of symbol fonts are dashes, and deleted paragraphs are not counted', () => {
    const numbering = look(0, [['decimal', '%1']]) + look(1, [['bullet', '\uf0b7']]) + list(1, 0) + list(2, 1);
    const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
    const row = (text: string): string =>
      `<w:tr>${cell('<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>')}${cell(p(text))}</w:tr>`;
    const deleted = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>x</w:delText></w:r></w:del></w:p>`;
    expect(
      textOf(deleted + `<w:tbl>${row('이끼')}${row('고사리')}</w:tbl>` + numbered(2, 0, '풀'), { numbering }),
    ).toBe('| 1 | 이끼 |\n| 2 | 고사리 |\n\n- 풀');
  });
});

describe('lists in notes and text boxes of a Word document', () => {
  it('count separately from the text, and together with those of other notes or boxes', () => {
    const levels: LevelText[] = [
      ['decimal', '%1.'],
      ['decimal', '%1.%2'],
    ];
    const numbering = look(0, levels) + list(1, 0) + list(2, 0, RESTART);
    const box = (content: string): string =>
      p(`<w:r><w:pict><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></w:pict></w:r>`);
    const footnotes = `<w:footnote w:id="2">${numbered(1, 0, '각주')}</w:footnote>`;
    const body =
      numbered(1, 0, '본문') +
      box(numbered(1, 0, '상자') + numbered(1, 1, '아래')) +
      numbered(1, 0, '다음') +
      p(r('보라') + '<w:r><w:footnoteReference w:id="2"/></w:r>') +
      box(numbered(1, 1, '둘째') + numbered(2, 0, '새로')) +
      `<w:tbl><w:tr><w:tc>${numbered(1, 0, '칸')}</w:tc><w:tc>${p('값')}</w:tc></w:tr></w:tbl>` +
      numbered(2, 0, '새로') +
      numbered(1, 0, '끝');
    expect(linesOf(body, { numbering, footnotes })).toEqual([
      '1. 본문',
      '1. 상자',
      '1.1 아래',
      '2. 다음',
      '보라 (1. 각주)',
      '1.2 둘째',
      '1. 새로',
      '| 3. 칸 | 값 |',
      '1. 새로',
      '2. 끝',
    ]);
  });
});

describe('headings of a Word document', () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="a"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="b"><w:name w:val="My part"/><w:basedOn w:val="a"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="t"><w:name w:val="Title"/></w:style>';
  const headings = (body: string): unknown[] => {
    const { text, headings: found } = renderBlocks(blocksOf(body, { styles }));
    return found.map(({ level, start, end }) => [level, text.slice(start, end)]);
  };
  const styled = (style: string, text: string, more = ''): string => p(text, `<w:pStyle w:val="${style}"/>${more}`);

  it('come from the style, from its base style, from its name alone, and from the outline level', () => {
    const body =
      styled('a', 'One') +
      styled('b', 'Two') +
      styled('Heading3', 'Three') +
      p('Four', '<w:outlineLvl w:val="1"/>') +
      styled('a', 'Text', '<w:outlineLvl w:val="9"/>') +
      styled('a', 'Five', '<w:outlineLvl w:val="-2"/>');
    expect(headings(body)).toEqual([
      [1, 'One'],
      [1, 'Two'],
      [3, 'Three'],
      [2, 'Four'],
      [1, 'Five'],
    ]);
  });

  it('are below the title, also in cells and text boxes', () => {
    const box = `<w:r><w:drawing><wps:txbx><w:txbxContent>${styled('a', 'Box')}</w:txbxContent></wps:txbx></w:drawing></w:r>`;
    const cell = `<w:tbl><w:tr><w:tc>${styled('b', 'Cell')}</w:tc></w:tr></w:tbl>`;
    expect(headings(styled('t', 'Guide') + cell + p(box))).toEqual([
      [1, 'Guide'],
      [2, 'Cell'],
      [2, 'Box'],
    ]);
  });
});

describe('the text of a Word document', () => {
  it('excludes deleted, moved, hidden and struck words, comments and field codes', () => {
    const del = '<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom>' + r('gone') + '</w:moveFrom>';
    const field =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF _Ref12 \\h</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
      r('Table 2') +
      '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const comment =
      '<w:commentRangeStart w:id="1"/>' +
      r(' kept') +
      '<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>';
    expect(
      textOf(
        p(
          r('See ') +
            del +
            `<w:ins>${r('new ')}</w:ins>` +
            field +
            r(' secret', '<w:vanish/>') +
            r(' struck', '<w:strike/>') +
            r(' shown', '<w:vanish w:val="0"/>') +
            comment,
        ),
      ),
    ).toBe('See new Table 2 shown kept');
  });

  it('excludes words in a hidden style, except those that override it', () => {
    const styles =
      '<w:style w:type="character" w:styleId="h"><w:name w:val="h"/><w:rPr><w:vanish/></w:rPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="n"><w:name w:val="n"/><w:rPr><w:vanish/></w:rPr></w:style>';
    expect(textOf(p(r('a') + r('b', '<w:rStyle w:val="h"/>')) + p('c', '<w:pStyle w:val="n"/>'), { styles })).toBe('a');
  });

  it('joins paragraphs whose mark was deleted, and a drop cap with its word', () => {
    expect(textOf(p('one ', '<w:rPr><w:del/></w:rPr>') + p('two'))).toBe('one two');
    expect(textOf(p('O', '<w:framePr w:dropCap="drop"/>') + p('nce'))).toBe('Once');
  });

  it('leaves deleted rows out', () => {
    const row = (text: string, change = ''): string =>
      `<w:tr><w:trPr>${change}</w:trPr><w:tc>${p(text)}</w:tc><w:tc>${p('x')}</w:tc></w:tr>`;
    expect(textOf(`<w:tbl>${row('a')}${row('b', '<w:del/>')}${row('c', '<w:ins/>')}</w:tbl>`)).toBe(
      '| a | x |\n| c | x |',
    );
  });

  it('has notes after the sentence of their mark, and after headings', () => {
    const footnotes = `<w:footnote w:type="separator" w:id="0">${p('---')}</w:footnote><w:footnote w:id="2">${p('Not in May.')}</w:footnote>`;
    const mark = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    expect(textOf(p(r('A boat') + mark + r(' costs 5 euros. Pay first.')), { footnotes })).toBe(
      'A boat costs 5 euros. (Not in May.) Pay first.',
    );
    expect(textOf(p(r('Ends.') + mark), { footnotes })).toBe('Ends. (Not in May.)');
    expect(textOf(p(r('Boats') + mark, '<w:outlineLvl w:val="0"/>'), { footnotes })).toBe('Boats\n\n(Not in May.)');
  });

  it('has ruby, symbols, formulas, form boxes and descriptions of pictures', () => {
    const ruby = `<w:r><w:ruby><w:rt>${r('훈장')}</w:rt><w:rubyBase>${r('訓長')}</w:rubyBase></w:ruby></w:r>`;
    expect(textOf(p(ruby + r('이 온다.')))).toBe('訓長(훈장)이 온다.');
    expect(textOf(p('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' + r(' yes')))).toBe('☑ yes');
    const m = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    expect(
      textOf(p(r('w = ') + `<m:oMath><m:f><m:num>${m('h+12')}</m:num><m:den>${m('5')}</m:den></m:f></m:oMath>`)),
    ).toBe('w = (h+12)/5');
    const box =
      '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
    expect(textOf(p(box + r(' paid')))).toBe('☑ paid');
    const picture = (description: string): string =>
      `<w:r><w:drawing><wp:docPr name="Picture 1" descr="${description}"/></w:drawing></w:r>`;
    expect(textOf(p(r('See') + picture('a map') + picture('img_1.png') + picture('Our hut 2.JPG')))).toBe(
      'See [a map]',
    );
  });

  it('reads one of the two forms of a text box', () => {
    const box = (text: string): string => `<w:txbxContent>${p(text)}</w:txbxContent>`;
    const both = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>${box('note')}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box('note')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    expect(textOf(p(r('text') + both))).toBe('text\n\nnote');
  });

  it('repeats merged cells, and detects repeated rows as the header', () => {
    const tc = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
    const rows =
      `<w:tr><w:trPr><w:tblHeader/></w:trPr>${tc('Hut')}${tc('Price in 2026', '<w:gridSpan w:val="2"/>')}</w:tr>` +
      `<w:tr>${tc('Pine', '<w:vMerge w:val="restart"/>')}${tc('two')}${tc('71')}</w:tr>` +
      `<w:tr>${tc('', '<w:vMerge/>')}${tc('four')}${tc('98')}</w:tr>`;
    expect(textOf(`<w:tbl>${rows}</w:tbl>`)).toBe(
      '| Hut | Price in 2026 | Price in 2026 |\n| --- | --- | --- |\n| Pine | two | 71 |\n| Pine | four | 98 |',
    );
  });
});
