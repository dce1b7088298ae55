import type { DocumentBlock } from '../../../domain/document-block.js';
import { renderBlocks } from '../render-blocks.js';
import { parseXml } from '../xml-node.js';
import { OdfBody } from './odf-body.js';
import { OdfStyles } from './odf-styles.js';

const number = (level: number, format: string): string =>
  `<text:list-level-style-number text:level="${level}" style:num-format="${format}" style:num-suffix="."/>`;
const STYLES = parseXml(
  `<office:document-styles><office:styles><text:list-style style:name="L">${number(1, '1')}${number(2, 'a')}</text:list-style><text:list-style style:name="M">${number(1, 'A')}</text:list-style></office:styles></office:document-styles>`,
);

function blocksOf(body: string, generator?: string): DocumentBlock[] {
  return new OdfBody(new OdfStyles([STYLES]), undefined, generator).blocks(
    parseXml(`<office:text>${body}</office:text>`),
  );
}
const linesOf = (body: string, generator?: string): string[] =>
  renderBlocks(blocksOf(body, generator)).text.split('\n').filter(Boolean);

const item = (text: string, attributes = ''): string =>
  `<text:list-item ${attributes}><text:p>${text}</text:p></text:list-item>`;
/** A list with one item; `attributes` may give its id and what it continues. */
const list = (text: string, attributes = '', style = 'L'): string =>
  `<text:list text:style-name="${style}" ${attributes}>${item(text)}</text:list>`;
const GOES_ON = 'text:continue-numbering="true"';

describe('lists of an OpenDocument text that continue each other', () => {
  it('continue the list that they name, also where that continues one itself', () => {
    const body =
      list('a', 'xml:id="i1"') +
      list('b', 'xml:id="j1"') +
      list('c', 'xml:id="i2" text:continue-list="i1"') +
      list('d', 'xml:id="j2" text:continue-list="j1"') +
      list('e', 'xml:id="i3" text:continue-list="i2"') +
      list('f', 'text:continue-list="unknown"');
    expect(linesOf(body)).toEqual(['1. a', '1. b', '2. c', '2. d', '3. e', '1. f']);
  });

  it('continue the list before them only if it has the same style', () => {
    const body =
      list('a') + list('b', GOES_ON) + list('c', GOES_ON, 'M') + list('d', GOES_ON) + list('e') + list('f', GOES_ON);
    expect(linesOf(body)).toEqual(['1. a', '2. b', 'A. c', '1. d', '1. e', '2. f']);
    // Word writes no ids and means the last list of the style.
    expect(linesOf(body, 'MicrosoftOffice/15.0 MicrosoftWord')).toEqual([
      '1. a',
      '2. b',
      'A. c',
      '3. d',
      '1. e',
      '2. f',
    ]);
  });

  it('number an item in a style of its own, and from a number of its own', () => {
    const body = `<text:list text:style-name="L">${item('가')}${item('나', 'text:style-override="M"')}${item('다', 'text:start-value="9"')}${item('라')}</text:list>`;
    expect(linesOf(body)).toEqual(['1. 가', 'B. 나', '9. 다', '10. 라']);
  });

  it('number paragraphs that name their list and level themselves', () => {
    const paragraph = (text: string, level: number, more = ''): string =>
      `<text:numbered-paragraph text:list-id="q" text:style-name="L" text:level="${level}" ${more}><text:p>${text}</text:p></text:numbered-paragraph>`;
    const body = paragraph('a', 1) + '<text:p>between</text:p>' + paragraph('b', 2) + paragraph('c', 1);
    expect(linesOf(body + paragraph('d', 1, 'text:start-value="7"'))).toEqual([
      '1. a',
      'between',
      'a. b',
      '2. c',
      '7. d',
    ]);
  });
});

describe('headings of an OpenDocument text', () => {
  it('have no number where their style cancels it, count without text, and their shapes come after them', () => {
    const styles = parseXml(
      `<office:document-styles><office:styles><text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/></text:outline-style><style:style style:family="paragraph" style:name="H"/><style:style style:family="paragraph" style:name="Plain" style:parent-style-name="H" style:list-style-name=""/></office:styles></office:document-styles>`,
    );
    const heading = (text: string, style: string): string =>
      `<text:h text:style-name="${style}" text:outline-level="1">${text}</text:h>`;
    const measure = '<draw:measure><text:p>13 mm</text:p></draw:measure>';
    const body = heading('하나', 'H') + heading('머리말', 'Plain') + heading('', 'H') + heading(`${measure}셋`, 'H');
    const blocks = new OdfBody(new OdfStyles([styles])).blocks(parseXml(`<office:text>${body}</office:text>`));
    expect(blocks.map(({ kind, ...block }) => [kind, 'text' in block && block.text])).toEqual([
      ['heading', '1. 하나'],
      ['heading', '머리말'],
      ['heading', '3. 셋'],
      ['paragraph', '13 mm'],
    ]);
  });
});

describe('sections of an OpenDocument text', () => {
  it('are left out if they are hidden, always or under a condition that holds', () => {
    const section = (text: string, attributes: string): string =>
      `<text:section ${attributes}><text:p>${text}</text:p></text:section>`;
    const body =
      section('a', 'text:display="true"') +
      section('b', 'text:display="none"') +
      section('c', 'text:display="condition" text:condition="x eq 1"') +
      section('d', 'text:display="condition" text:condition="x eq 2" text:is-hidden="true"');
    expect(linesOf(body)).toEqual(['a', 'c']);
  });
});

describe('lists in notes and text boxes of an OpenDocument text', () => {
  it('count separately from the text, and together with those of other notes or boxes', () => {
    const note = (content: string): string =>
      `<text:p>보라<text:note><text:note-citation>1</text:note-citation><text:note-body>${content}</text:note-body></text:note></text:p>`;
    const box = (content: string): string =>
      `<text:p>옆<draw:frame><draw:text-box>${content}</draw:text-box></draw:frame></text:p>`;
    const goesOn = 'text:continue-list="i"';
    const body =
      list('본문', 'xml:id="i"') +
      note(list('각주', goesOn)) +
      list('다음', goesOn) +
      box(list('상자', goesOn)) +
      note(list('또', goesOn)) +
      box(list('둘째', goesOn)) +
      `<table:table><table:table-row><table:table-cell>${list('칸', goesOn)}</table:table-cell><table:table-cell><text:p>값</text:p></table:table-cell></table:table-row></table:table>` +
      list('끝', goesOn);
    expect(linesOf(body)).toEqual([
      '1. 본문',
      '보라 (1. 각주)',
      '2. 다음',
      '옆',
      '1. 상자',
      '보라 (2. 또)',
      '옆',
      '2. 둘째',
      '| 3. 칸 | 값 |',
      '4. 끝',
    ]);
  });
});
