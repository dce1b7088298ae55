import { hwpxParagraph, hwpxSection, hwpxTable } from '../../../../test/support/office-files.js';
import type { DocumentBlock } from '../../domain/document-block.js';
import { HwpxHeader } from './hwpx-header.js';
import { HwpxSections } from './hwpx-section.js';
import { renderBlocks } from './render-blocks.js';
import { parseXml } from './xml-node.js';

const blocksOf = (body: string, header?: string): DocumentBlock[] => {
  const head =
    header === undefined ? undefined : parseXml(`<hh:head xmlns:hh="x"><hh:refList>${header}</hh:refList></hh:head>`);
  return new HwpxSections(new HwpxHeader(head)).read(parseXml(hwpxSection(body)));
};
const textOf = (body: string, header?: string): string => renderBlocks(blocksOf(body, header)).text;

/** A numbering with levels `[format, text, start]`, and a paragraph format for each level, from 1. */
function numbering(levels: readonly (readonly [string, string, number?])[], kind = 'NUMBER'): string {
  const heads = levels.map(
    ([format, text, start = 1], i) =>
      `<hh:paraHead start="${start}" level="${i + 1}" numFormat="${format}">${text}</hh:paraHead>`,
  );
  const looks = levels.map(
    (_, i) => `<hh:paraPr id="${i + 1}"><hh:heading type="${kind}" idRef="1" level="${i}"/></hh:paraPr>`,
  );
  return `<hh:numberings><hh:numbering id="1">${heads.join('')}</hh:numbering></hh:numberings><hh:paraProperties>${looks.join('')}</hh:paraProperties>`;
}
const numbered = (look: number, text: string): string =>
  `<hp:p paraPrIDRef="${look}"><hp:run><hp:t>${text}</hp:t></hp:run></hp:p>`;
const run = (content: string): string => `<hp:p><hp:run>${content}</hp:run></hp:p>`;

describe('HwpxSections', () => {
  it('returns a block per paragraph and joins runs', () => {
    const twoRuns = '<hp:p><hp:run><hp:t>주전</hp:t></hp:run><hp:run><hp:t>자 </hp:t><hp:t>뚜껑</hp:t></hp:run></hp:p>';
    expect(textOf(twoRuns + hwpxParagraph('둘') + '<hp:p/>')).toBe('주전자 뚜껑\n\n둘');
  });

  it('reads characters that are written as elements, and marks inside a text', () => {
    expect(
      textOf(
        run('<hp:t>a<hp:tab/>b<hp:lineBreak/>c<hp:nbSpace/><hp:markpenBegin color="#FF0000"/>d<hp:markpenEnd/></hp:t>'),
      ),
    ).toBe('a b\nc d');
  });

  it('decodes only the entities of XML itself', () => {
    expect(textOf(run('<hp:t>&lt;개정&gt; &amp;amp; &#44032;&#xAC01; &nbsp; &undefined;</hp:t>'))).toBe(
      '<개정> &amp; 가각 &nbsp; &undefined;',
    );
  });

  it('writes tables as in Markdown and reads each cell once, with its paragraphs and inner tables', () => {
    const inner = hwpxTable([[hwpxParagraph('안1'), hwpxParagraph('안2')]]);
    const table = hwpxTable([
      [hwpxParagraph('구분'), hwpxParagraph('시간'), hwpxParagraph('비고')],
      [hwpxParagraph('무쇠') + hwpxParagraph('주전자'), inner, ''],
    ]);
    expect(textOf(hwpxParagraph('앞') + table + hwpxParagraph('뒤'))).toBe(
      '앞\n\n| 구분 | 시간 | 비고 |\n| --- | --- | --- |\n| 무쇠 주전자 | 안1: 안2 |  |\n\n뒤',
    );
  });

  it('keeps the paragraphs of a box, which is a table of one cell', () => {
    expect(textOf(hwpxTable([[hwpxParagraph('하나') + hwpxParagraph('둘')]]))).toBe('하나\n\n둘');
  });

  it('repeats merged cells', () => {
    const cell = (text: string, across: number, down: number): string =>
      `<hp:tc><hp:subList>${hwpxParagraph(text)}</hp:subList><hp:cellSpan colSpan="${across}" rowSpan="${down}"/></hp:tc>`;
    const rows = [
      [cell('관', 1, 1), cell('방', 1, 1), cell('값', 1, 1)],
      [cell('솔', 1, 2), cell('둘', 1, 1), cell('71', 1, 1)],
      [cell('넷', 1, 1), cell('98', 1, 1)],
    ];
    expect(textOf(run(`<hp:tbl>${rows.map((row) => `<hp:tr>${row.join('')}</hp:tr>`).join('')}</hp:tbl>`))).toContain(
      '| 솔 | 둘 | 71 |\n| 솔 | 넷 | 98 |',
    );
  });

  it('puts notes after the sentence of their mark, and leaves out headers, footers and memos', () => {
    const note = `<hp:ctrl><hp:footNote><hp:subList>${run('<hp:ctrl><hp:autoNum num="1" numType="FOOTNOTE"/></hp:ctrl><hp:t> 주석</hp:t>')}</hp:subList></hp:footNote></hp:ctrl>`;
    const header = `<hp:ctrl><hp:header><hp:subList>${hwpxParagraph('머리말')}</hp:subList></hp:header></hp:ctrl>`;
    const memo = `<hp:ctrl><hp:fieldBegin type="MEMO"><hp:subList>${hwpxParagraph('메모')}</hp:subList></hp:fieldBegin></hp:ctrl>`;
    expect(textOf(run(`${header}<hp:t>본문 앞</hp:t>${note}${memo}<hp:t> 본문 뒤다. 끝.</hp:t>`))).toBe(
      '본문 앞 본문 뒤다. (주석) 끝.',
    );
  });

  it('puts a caption before or after its table, in the displayed order, with its number', () => {
    const table = (side: string): string =>
      run(
        `<hp:tbl><hp:caption side="${side}"><hp:subList>${run('<hp:t>표 </hp:t><hp:ctrl><hp:autoNum num="2" numType="TABLE"/></hp:ctrl><hp:t> 온도</hp:t>')}</hp:subList></hp:caption><hp:tr><hp:tc><hp:subList>${hwpxParagraph('표고')}</hp:subList></hp:tc></hp:tr></hp:tbl>`,
      );
    expect(textOf(table('TOP'))).toBe('표 2 온도\n\n표고');
    expect(textOf(table('BOTTOM'))).toBe('표고\n\n표 2 온도');
  });

  it('leaves tracked deletions out, across runs and paragraphs, and keeps insertions', () => {
    const begin = '<hp:deleteBegin Id="1" TcId="1"/>';
    const end = (whole: 0 | 1): string => `<hp:deleteEnd Id="1" TcId="1" paraend="${whole}"/>`;
    const inserted = '<hp:insertBegin Id="2"/>40일<hp:insertEnd Id="2"/>';
    expect(textOf(run(`<hp:t>악기는 ${begin}12일${end(0)}${inserted}까지</hp:t>`))).toBe('악기는 40일까지');
    expect(textOf(run(`<hp:t>하나 ${begin}둘</hp:t><hp:t>셋${end(0)} 넷</hp:t>`))).toBe('하나  넷');
    expect(
      textOf(
        hwpxParagraph('앞') + run(`<hp:t>${begin}가</hp:t>`) + run(`<hp:t>나${end(0)}</hp:t>`) + hwpxParagraph('뒤'),
      ),
    ).toBe('앞\n\n뒤');
    expect(textOf(run(`<hp:t>앞 ${begin}옛${end(1)}</hp:t>`) + hwpxParagraph('뒤'))).toBe('앞 뒤');
    expect(textOf(run(`<hp:t>앞 ${begin}끝없는 지움</hp:t>`) + hwpxParagraph('뒤'))).toBe('앞 끝없는 지움\n\n뒤');
  });

  it('writes automatic numbers, also of upper levels, and restarts lower ones', () => {
    const levels = numbering([
      ['DIGIT', '제^1조'],
      ['CIRCLED_DIGIT', '^2'],
      ['HANGUL_SYLLABLE', '^3.'],
    ]);
    const body = [
      numbered(1, '(목적) 가'),
      numbered(1, '(배정)'),
      numbered(2, '나'),
      numbered(2, '다'),
      numbered(3, '라'),
      numbered(1, '마'),
      numbered(2, '바'),
    ];
    expect(textOf(body.join(''), levels).split('\n').filter(Boolean)).toEqual([
      '제1조(목적) 가',
      '제2조(배정)',
      '① 나',
      '② 다',
      '가. 라',
      '제3조 마',
      '① 바',
    ]);
  });

  it('takes outline paragraphs as headings with their numbers', () => {
    const levels = numbering(
      [
        ['ROMAN_CAPITAL', '^1.'],
        ['DIGIT', '^2)', 3],
      ],
      'OUTLINE',
    );
    expect(blocksOf(numbered(1, '개요') + numbered(2, '범위') + numbered(2, '방법'), levels)).toEqual([
      { kind: 'heading', level: 1, text: 'I. 개요', isNumbered: true },
      { kind: 'heading', level: 2, text: '3) 범위', isNumbered: true },
      { kind: 'heading', level: 2, text: '4) 방법', isNumbered: true },
    ]);
  });

  it('reads formulas, reading aids, text boxes and descriptions', () => {
    const equation =
      '<hp:equation><hp:shapeComment>수식입니다.</hp:shapeComment><hp:script>W = {H times 12} over 5</hp:script></hp:equation>';
    expect(textOf(run(`<hp:t>삯은</hp:t>${equation}<hp:t> 이다.</hp:t>`))).toBe('삯은 W = (H × 12)/5 이다.');
    expect(textOf(run('<hp:dutmal><hp:mainText>訓長</hp:mainText><hp:subText>훈장</hp:subText></hp:dutmal>'))).toBe(
      '訓長(훈장)',
    );
    expect(
      textOf(
        run(
          `<hp:t>앞</hp:t><hp:rect><hp:drawText><hp:subList>${hwpxParagraph('상자')}</hp:subList></hp:drawText></hp:rect><hp:t>뒤</hp:t>`,
        ),
      ),
    ).toBe('앞뒤\n\n상자');
    expect(textOf(run('<hp:pic><hp:shapeComment>찾아오는 길 약도</hp:shapeComment></hp:pic>'))).toBe(
      '[찾아오는 길 약도]',
    );
  });

  it('accepts any prefix, or none', () => {
    const read = (xml: string): string =>
      renderBlocks(new HwpxSections(new HwpxHeader(undefined)).read(parseXml(xml))).text;
    expect(read('<sec xmlns="x"><p><run><t>글</t></run></p></sec>')).toBe('글');
    expect(read('<a:sec xmlns:a="x"><b:p><b:run><b:t>글</b:t></b:run></b:p></a:sec>')).toBe('글');
  });

  it('keeps numbers unchanged', () => {
    expect(textOf(hwpxParagraph('007') + hwpxParagraph('1e3'))).toBe('007\n\n1e3');
  });
});
