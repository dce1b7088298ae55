import type { DocumentBlock } from '../../domain/document-block.js';
import { renderBlocks } from './render-blocks.js';

const paragraph = (text: string): DocumentBlock => ({ kind: 'paragraph', text });
const item = (text: string, depth = 0): DocumentBlock => ({ kind: 'item', text, depth });
const heading = (text: string, level: number): DocumentBlock => ({ kind: 'heading', level, text });

describe('renderBlocks', () => {
  it('puts an empty line between blocks and none between items, and returns the offsets of headings', () => {
    const { text, headings } = renderBlocks([
      heading('Pool ', 1),
      paragraph('Bring:'),
      item('1. soap'),
      item('2. towel\n(dry)'),
      item('- blue', 1),
      paragraph(' '),
      heading('', 2),
      heading('Fees', 2),
    ]);
    expect(text).toBe('Pool\n\nBring:\n\n1. soap\n2. towel\n  (dry)\n  - blue\n\nFees');
    expect(headings.map(({ start, end, level }) => [text.slice(start, end), level])).toEqual([
      ['Pool', 1],
      ['Fees', 2],
    ]);
  });

  it('separates items whose marks do not begin a sentence by themselves', () => {
    expect(renderBlocks([item('1.1 A boat'), item('1.2 An oar'), item('제2조 노')]).text).toBe(
      '1.1 A boat\n\n1.2 An oar\n\n제2조 노',
    );
  });

  it('counts headings from 2 if the document has a title', () => {
    expect(renderBlocks([heading('Guide', 0), heading('Hours', 1)]).headings.map(({ level }) => level)).toEqual([1, 2]);
  });

  it('treats a long heading or a whole sentence as text', () => {
    const sentence = 'Everyone who comes to the pool has to shower before going into the water.';
    expect(renderBlocks([heading(sentence, 1), heading('a '.repeat(150), 1)]).headings).toEqual([]);
  });

  it('treats a numbered clause as a heading, unless it is very long or an article of a Korean regulation', () => {
    const sentence = 'Everyone who comes to the pool has to shower before going into the water.';
    const numbered = (text: string): DocumentBlock => ({ kind: 'heading', level: 1, text, isNumbered: true });
    const { text, headings } = renderBlocks([
      numbered(`Section II.b ${sentence}`),
      heading(`1.2 ${sentence}`, 1),
      numbered(`제2조 수영장에 들어가는 사람은 ${'누구나 '.repeat(20)}먼저 씻어야 한다.`),
      numbered(`iv. ${sentence.repeat(5)}`),
      heading(`II.b ${sentence}`, 1),
    ]);
    expect(headings.map(({ start, end }) => text.slice(start, end))).toEqual([
      `Section II.b ${sentence}`,
      `1.2 ${sentence}`,
    ]);
  });

  it('repeats the header over each piece of a long table', () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`row ${i}`, 'x'.repeat(40)]);
    const { text } = renderBlocks([{ kind: 'table', rows: [['Name', 'Value'], ...rows], headerRows: 1 }]);
    const pieces = text.split('\n\n');
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) {
      expect(piece.startsWith('| Name | Value |\n| --- | --- |\n| row')).toBe(true);
      expect(piece.length).toBeLessThan(1_200);
    }
    for (const [name] of rows) expect(text.split(`| ${name} |`)).toHaveLength(2);
  });
});
