import { type Block, blocksOf, type Line, textOf } from './answer-blocks.js';
import { citedParts } from './cited-parts.js';

const blocks = (response: string, citations: Parameters<typeof citedParts>[0]['citations'] = []) =>
  blocksOf(citedParts({ response, citations }));
const texts = (lines: readonly Line[]) => lines.map(textOf);
const kinds = (all: readonly Block[]) => all.map(({ kind }) => kind);

describe('blocksOf', () => {
  it('keeps a text without Markdown as it is written, by paragraphs', () => {
    const [first, second] = blocks('① 휴학은 2학기까지\n② 연장은 1회. [1]\n\n(별표 1) 참조');
    expect(first).toMatchObject({ kind: 'text' });
    expect(texts(first?.kind === 'text' ? first.lines : [])).toEqual(['① 휴학은 2학기까지', '② 연장은 1회. [1]']);
    expect(second).toMatchObject({ kind: 'text' });
  });

  it('reads lists, with the numbers that are written', () => {
    const all = blocks('Steps:\n1. Ask [1]\n3. Wait\n- here\n- there');
    expect(kinds(all)).toEqual(['text', 'list', 'list']);
    const [, numbered] = all;
    expect(numbered?.kind === 'list' && numbered.items.map(({ number, line }) => [number, textOf(line)])).toEqual([
      [1, 'Ask [1]'],
      [3, 'Wait'],
    ]);
  });

  it('reads a table, with the number of a source after its last row', () => {
    const [table] = blocks('| Fee | Won |\n|---|---:|\n| Permit | 30,000 |\n| Card | 5,000 | [2]');
    expect(table?.kind === 'table' && texts(table.head)).toEqual(['Fee', 'Won']);
    expect(table?.kind === 'table' && table.rows.map(texts)).toEqual([
      ['Permit', '30,000'],
      ['Card', '5,000[2]'],
    ]);
  });

  it('reads a table of which each line is cited and rows are left out', () => {
    const lines = ['| Reader | Books |', '|---|---|', '| … |', '| Student | 10 |', '| … | [1]'];
    const response = lines.join('\n');
    const citations = [0, 1, 3].map((at) => {
      const start = response.indexOf(lines[at] ?? '');
      return { start, end: start + (lines[at] ?? '').length, source_n: 1 };
    });
    const [table, ...others] = blocks(response, citations);
    expect(others).toEqual([]);
    expect(table?.kind === 'table' && texts(table.head)).toEqual(['Reader', 'Books']);
    expect(table?.kind === 'table' && table.rows.map(texts)).toEqual([['…'], ['Student', '10'], ['…[1]']]);
  });

  it('reads headings and code, also code without an end', () => {
    expect(kinds(blocks('## Loans\n```\n<b>a</b>\n```\nend'))).toEqual(['heading', 'code', 'text']);
    expect(blocks('```\n- a')).toEqual([{ kind: 'code', text: '- a' }]);
  });

  it('marks each line of a citation over several lines', () => {
    const [list] = blocks('- ten\n- books', [{ start: 0, end: 13, source_n: 1 }]);
    expect(list?.kind === 'list' && list.items.map(({ line }) => line[0]?.kind)).toEqual(['cited', 'cited']);
  });
});
