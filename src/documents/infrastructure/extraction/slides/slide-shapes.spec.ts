import { element, textNode, textBelow } from '../xml-node.js';
import { inReadingOrder } from './slide-shapes.js';

type Place = readonly [x: number, y: number, width: number, height: number];
type Look = Readonly<Record<string, string | number>>;

const shape = (tag: string, texts: readonly string[], [x, y, width, height]: Place, look: Look = {}) => {
  const paragraphs = texts.map((text) => element('p', {}, [element('rPr', look), textNode(text)]));
  return { node: element(tag, {}, paragraphs), box: { x, y, width, height }, placeholder: undefined };
};
const box = (text: string, place: Place, look?: Look) => shape('sp', text === '' ? [] : text.split('/'), place, look);
const picture = (text: string, place: Place) => shape('pic', [text], place);
const orderOf = (shapes: readonly ReturnType<typeof shape>[]): string =>
  inReadingOrder(shapes)
    .map(({ node }) => node.children.map(textBelow).join('/'))
    .join(' ');
/** Cards with a head of one line and its body, the heads first in the file. */
const cards = (top: number, ...names: readonly string[]) =>
  ['', '1/2/3'].flatMap((lines, row) =>
    names.map((name, i) => box(name + lines, [1 + 8 * i, top + 2 * row, 7, row === 0 ? 2 : 4])),
  );

describe('inReadingOrder', () => {
  it.each([
    ['two cards', cards(4, 'A', 'B'), 'A A1/2/3 B B1/2/3'],
    [
      'three cards under a heading',
      [box('Plans', [1, 1, 23, 2]), ...cards(4, 'A', 'B', 'C')],
      'Plans A A1/2/3 B B1/2/3 C C1/2/3',
    ],
    ['two rows of cards', [...cards(11, 'C', 'D'), ...cards(4, 'A', 'B')], 'A A1/2/3 B B1/2/3 C C1/2/3 D D1/2/3'],
    ['a card without a body', cards(4, 'A', 'B', 'C').toSpliced(4, 1), 'A A1/2/3 B C C1/2/3'],
    [
      'long bodies of unequal heights',
      ['A', 'B', 'a'.repeat(60), 'b'.repeat(60)].map((text, i) =>
        box(text, [1 + 8 * (i % 2), i < 2 ? 4 : 6, 7, i + 1]),
      ),
      `A ${'a'.repeat(60)} B ${'b'.repeat(60)}`,
    ],
    [
      'columns of cards of unequal heights',
      [
        ...cards(4, 'A', 'B').with(3, box('B1/2/3', [9, 6, 7, 7.4])),
        ...[box('A2', [1, 10.5, 7, 1]), box('a/b/c', [1, 11.5, 7, 3]), box('B2', [9, 13.5, 7, 1])],
      ],
      'A A1/2/3 A2 a/b/c B B1/2/3 B2',
    ],
    [
      'pictures with captions',
      [picture('P', [1, 4, 7, 5]), picture('Q', [9, 4, 7, 5]), box('p', [1, 9, 7, 1]), box('q', [9, 9, 7, 1])],
      'P p Q q',
    ],
    [
      'bold heads over lines',
      ['A', 'A1', 'A2', 'B', 'B1', 'B2'].map((text, i) =>
        box(text, [i < 3 ? 1 : 10, 4 + (i % 3), 7, 1], i % 3 === 0 ? { b: 1 } : {}),
      ),
      'A A1 A2 B B1 B2',
    ],
    [
      'cards on backgrounds, with a line between them',
      [box('', [0.5, 3.5, 23, 9]), shape('cxnSp', [], [8.5, 3, 0, 9]), ...cards(4, 'A', 'B')],
      'A A1/2/3 B B1/2/3',
    ],
  ])('reads %s card by card', (_, shapes, order) => {
    expect(orderOf(shapes)).toBe(order);
  });

  it.each([
    ['of equal boxes', ['08:40', '17:10', '18:00'], {}],
    ['with bold labels', ['08:40', '17:10', '18:00'], { b: 1 }],
    ['with values of several lines', ['08:40/09:40', '17:10/18:00/19:00', '18:00'], {}],
  ])('reads rows of labels and values %s row by row', (_, values, look) => {
    const rows = values.flatMap((value, i) => [
      box(value, [9, 4 + 2 * i, 6, 1]),
      box(`L${i}`, [1, 4 + 2 * i, 6, 1], look),
    ]);
    expect(orderOf(rows)).toBe(values.map((value, i) => `L${i} ${value}`).join(' '));
  });

  it('reads a table of touching boxes under bold headers row by row', () => {
    const table = ['Plan Price', 'A 4', 'B 6'].flatMap((row, y) =>
      row.split(' ').map((text, x) => box(text, [1 + 6 * x, 4 + y, 6, 1], y === 0 ? { b: 1 } : {})),
    );
    expect(orderOf(table)).toBe('Plan Price A 4 B 6');
  });

  it('reads a picture, and then the boxes next to it', () => {
    expect(orderOf([box('b', [9, 6, 7, 3]), box('a', [9, 4, 7, 1]), picture('P', [1, 4, 7, 6])])).toBe('P a b');
  });
});
