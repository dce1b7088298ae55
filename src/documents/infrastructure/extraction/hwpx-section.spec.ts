import { hwpxParagraph, hwpxSection, hwpxTable } from '../../../../test/support/office-files.js';
import { sectionLines } from './hwpx-section.js';

const linesOf = (body: string): string[] => sectionLines(hwpxSection(body));

describe('sectionLines', () => {
  it('gives a line a paragraph, joining runs', () => {
    const twoRuns = '<hp:p><hp:run><hp:t>주전</hp:t></hp:run><hp:run><hp:t>자 </hp:t><hp:t>뚜껑</hp:t></hp:run></hp:p>';
    expect(linesOf(twoRuns + hwpxParagraph('둘') + '<hp:p/>')).toEqual(['주전자 뚜껑', '둘', '']);
  });

  it('reads characters that are written as elements, and marks inside of a text', () => {
    expect(
      linesOf(
        '<hp:p><hp:run><hp:t>a<hp:tab/>b<hp:lineBreak/>c<hp:nbSpace/><hp:markpenBegin color="#FF0000"/>d<hp:markpenEnd/></hp:t></hp:run></hp:p>',
      ),
    ).toEqual(['a b\nc d']);
  });

  it('decodes only the entities of XML itself', () => {
    expect(
      linesOf('<hp:p><hp:run><hp:t>&lt;개정&gt; &amp;amp; &#44032;&#xAC01; &nbsp; &undefined;</hp:t></hp:run></hp:p>'),
    ).toEqual(['<개정> &amp; 가각 &nbsp; &undefined;']);
  });

  it('writes table rows with bars and reads each cell once, with its paragraphs and inner tables', () => {
    const inner = hwpxTable([[hwpxParagraph('안1'), hwpxParagraph('안2')]]);
    const table = hwpxTable([
      [hwpxParagraph('구분'), hwpxParagraph('시간')],
      [hwpxParagraph('무쇠') + hwpxParagraph('주전자'), inner],
    ]);
    expect(linesOf(hwpxParagraph('앞') + table + hwpxParagraph('뒤')).filter((line) => line !== '')).toEqual([
      '앞',
      '구분 | 시간',
      '무쇠 주전자 | 안1 | 안2',
      '뒤',
    ]);
  });

  it('keeps the lines of a box, which is a table of one cell', () => {
    expect(linesOf(hwpxTable([[hwpxParagraph('하나') + hwpxParagraph('둘')]])).filter((line) => line !== '')).toEqual([
      '하나',
      '둘',
    ]);
  });

  it('puts footnotes after their paragraph, and leaves out headers and footers', () => {
    const note = `<hp:ctrl><hp:footNote><hp:subList>${hwpxParagraph('주석')}</hp:subList></hp:footNote></hp:ctrl>`;
    const header = `<hp:ctrl><hp:header><hp:subList>${hwpxParagraph('머리말')}</hp:subList></hp:header></hp:ctrl>`;
    expect(linesOf(`<hp:p><hp:run>${header}<hp:t>본문 앞</hp:t>${note}<hp:t> 본문 뒤</hp:t></hp:run></hp:p>`)).toEqual([
      '본문 앞 본문 뒤',
      '주석',
    ]);
  });

  it('accepts any prefix, or none', () => {
    expect(sectionLines('<sec xmlns="x"><p><run><t>글</t></run></p></sec>')).toEqual(['글']);
    expect(sectionLines('<a:sec xmlns:a="x"><b:p><b:run><b:t>글</b:t></b:run></b:p></a:sec>')).toEqual(['글']);
  });

  it('keeps numbers as they are written', () => {
    expect(linesOf(hwpxParagraph('007') + hwpxParagraph('1e3'))).toEqual(['007', '1e3']);
  });
});
