import type { DocumentBlock } from '../../domain/document-block.js';
import type { GridCell } from './table-grid.js';
import { tableBlocks } from './table-layout.js';

const p = (text: string): DocumentBlock => ({ kind: 'paragraph', text });
const h = (text: string): DocumentBlock => ({ kind: 'heading', level: 2, text });
const cell = (blocks: readonly DocumentBlock[] | string, more: Partial<GridCell> = {}): GridCell => ({
  blocks: typeof blocks === 'string' ? (blocks === '' ? [] : [p(blocks)]) : blocks,
  across: 1,
  down: 1,
  isHeader: false,
  isEmphasised: false,
  ...more,
});
const name = (text: string): GridCell => cell(text, { isHeader: true });
const table = (rows: readonly (readonly string[])[], headerRows = 0): DocumentBlock => ({
  kind: 'table',
  rows,
  headerRows,
});

describe('a table with headings', () => {
  it('is a table where they name its columns or rows', () => {
    const rows = [
      [cell([h('지역')]), cell('1984년'), cell([h('2000년')])],
      [cell([h('유럽')]), cell('491'), cell('510')],
      [cell('아프리카'), cell('531'), cell('855')],
    ];
    expect(tableBlocks(rows)).toEqual([
      table(
        [
          ['지역', '1984년', '2000년'],
          ['유럽', '491', '510'],
          ['아프리카', '531', '855'],
        ],
        0,
      ),
    ]);
  });

  it('is read under them where they are rows of their own, each part with the names of the columns', () => {
    const rows = [
      [name('Hut'), name('Price')],
      [cell([h('North')], { across: 2 })],
      [cell('Pine'), cell('71')],
      [cell([h('South')]), cell('')],
      [cell('Fern'), cell('98')],
    ];
    expect(tableBlocks(rows)).toEqual([
      p('Hut'),
      p('Price'),
      h('North'),
      table(
        [
          ['Hut', 'Price'],
          ['Pine', '71'],
        ],
        1,
      ),
      h('South'),
      table(
        [
          ['Hut', 'Price'],
          ['Fern', '98'],
        ],
        1,
      ),
    ]);
  });

  it('lays out a page where they have texts under them or next to them', () => {
    const texts = ['a', 'b', 'c', 'd'].map(p);
    expect(
      tableBlocks([
        [cell([h('Work'), ...texts]), cell([h('School'), ...texts])],
        [cell('x'), cell('y')],
      ]),
    ).toEqual([h('Work'), ...texts, h('School'), ...texts, p('x'), p('y')]);
    expect(
      tableBlocks([
        [cell('Name'), cell('Kim')],
        [cell([h('Work')]), cell(texts)],
      ]),
    ).toEqual([p('Name'), p('Kim'), h('Work'), ...texts]);
    expect(tableBlocks([[cell([h('Left')]), cell('text')]])).toEqual([h('Left'), p('text')]);
    const long = h('A review of the year in which the hut was repaired and its beds were counted');
    expect(
      tableBlocks([
        [cell([long]), cell('x')],
        [cell('y'), cell('z')],
      ]),
    ).toEqual([long, p('x'), p('y'), p('z')]);
  });
});

describe('merged cells', () => {
  it('make no column in which no cell begins', () => {
    const wide = (text: string): GridCell => cell(text, { across: 3 });
    const plain = cell('-');
    const rows = [
      [cell('Name', { across: 2 }), cell('Beds'), cell('Price', { across: 2 })],
      [cell('Pine', { across: 2 }), cell('4'), cell('71', { across: 2 })],
      // The same object is two cells here, as where a file repeats one.
      [cell('Fern', { across: 2 }), plain, plain, plain],
    ];
    expect(tableBlocks(rows)).toEqual([
      table(
        [
          ['Name', 'Beds', 'Price', 'Price'],
          ['Pine', '4', '71', '71'],
          ['Fern', '-', '-', '-'],
        ],
        1,
      ),
    ]);
    expect(
      tableBlocks([
        [wide('이름'), cell('값')],
        [wide('김'), cell('1')],
      ]),
    ).toEqual([
      table(
        [
          ['이름', '값'],
          ['김', '1'],
        ],
        1,
      ),
    ]);
  });
});

describe('a table of one column', () => {
  it('is a table if the format names the column, and lines otherwise', () => {
    expect(tableBlocks([[name('이름')], [cell('김')], [cell('이')]])).toEqual([table([['이름'], ['김'], ['이']], 1)]);
    expect(tableBlocks([[cell('이름')], [cell('김')]])).toEqual([p('이름'), p('김')]);
    expect(tableBlocks([[name('이름')]])).toEqual([p('이름')]);
  });
});

describe('a table in a table', () => {
  const inner = table([
    ['a', '1'],
    ['b', '2'],
  ]);

  it('stays one where the outer one only places it, and is the text of a cell among others', () => {
    expect(tableBlocks([[cell('Left'), cell([inner])]])).toEqual([p('Left'), inner]);
    const rows = [
      [cell('Hut'), cell('Beds'), cell('Prices')],
      [cell('Pine'), cell('4'), cell([inner])],
    ];
    expect(tableBlocks(rows)).toEqual([
      table(
        [
          ['Hut', 'Beds', 'Prices'],
          ['Pine', '4', 'a: 1; b: 2'],
        ],
        1,
      ),
    ]);
  });
});
