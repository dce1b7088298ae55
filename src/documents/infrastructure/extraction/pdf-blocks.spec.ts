import fc from 'fast-check';
import { pdfBlocks } from './pdf-blocks.js';
import { type PdfRun, toSegments } from './pdf-segments.js';
import { renderBlocks } from './render-blocks.js';

const run = (text: string, along: number, across: number, more: Partial<PdfRun> = {}): PdfRun => ({
  text,
  along,
  across,
  width: text.length * 5,
  height: 10,
  ...more,
});
const pageOf = (runs: readonly PdfRun[], i = 0) => ({
  segments: toSegments(runs),
  bottom: 0,
  top: 800,
  page: i + 1,
  isUpright: true,
});
const pageText = (...pages: (readonly PdfRun[])[]): string => renderBlocks(pdfBlocks(pages.map(pageOf))).text;
const lines = (texts: readonly string[], along = 50, top = 600, step = 14): PdfRun[] =>
  texts.map((text, i) => run(text, along, top - i * step));

describe('pdfBlocks', () => {
  it('joins runs that touch, and puts a space into a gap', () => {
    expect(pageText([run('ket', 0, 100), run('tle', 15.5, 100), run('boils', 40, 100)])).toBe('kettle boils');
  });

  it('adds no second space if there is one', () => {
    expect(pageText([run('a ', 0, 100), run('b', 14, 100), run(' ', 19, 100), run('c', 28, 100)])).toBe('a b c');
  });

  it('reads the words of a Hebrew or Arabic line from right to left, and Latin words in them from left to right', () => {
    const words = ['סוף', 'Blue', 'Lamp', 'אמצע', 'התחלה'];
    const line = words.map((word, i) => run(word, i * 25, 100, { width: 20 }));
    expect(pageText(line)).toBe('התחלה אמצע Blue Lamp סוף');
    expect(pageText([run('The sign says', 0, 100), run('שלום', 75, 100), run('to all', 105, 100)])).toBe(
      'The sign says שלום to all',
    );
    expect(pageText([run('م', 0, 100, { width: 5 }), run('و', 5, 100), run('ي', 10, 100)])).toBe('يوم');
  });

  it('keeps an exponent on its line', () => {
    expect(pageText([run('m', 0, 100), run('2', 5, 104, { height: 6 }), run(' wide', 10, 100)])).toBe('m2 wide');
  });

  it('reads text that is drawn twice only once', () => {
    expect(pageText([run('bold', 0, 100), run('bold', 0.4, 100), run('shadow', 0, 80), run('shadow', 0.5, 79.5)])).toBe(
      'bold\nshadow',
    );
  });

  it('puts a blank line where the step between lines is much larger than usual on the page', () => {
    const at = [600, 584, 568, 540, 524].map((across, index) => run(`${index}`, 0, across));
    expect(pageText(at)).toBe('0\n1\n2\n\n3\n4');
  });

  it('puts no blank lines between evenly spaced lines, however wide', () => {
    expect(pageText([600, 560, 520, 480].map((across, index) => run(`${index}`, 0, across)))).toBe('0\n1\n2\n3');
  });

  const LEFT = [
    'The choir sings on the second',
    'Thursday of every month in the',
    'chapel by the river. Members',
    'pay a yearly fee of 44 euros,',
    'due before the first of March.',
  ];
  const RIGHT = [
    'Scores are lent for at most ten',
    'weeks. A deposit of 17 euros is',
    'taken for each score and given',
    'back when it comes back clean.',
    'the board tells the lender.',
  ];

  it('reads columns one after the other in any file order, and the text above and below them', () => {
    const rows = LEFT.flatMap((text, i) => [run(text, 50, 600 - 14 * i), run(RIGHT[i] ?? '', 300, 600 - 14 * i)]);
    const over = run('Rules that hold for all the members of the choir and their many guests of honour', 50, 640);
    const under = run(
      'Printed by the board of the choir in the year of its foundation, and given to everyone',
      50,
      500,
    );
    expect(pageText([over, ...rows, under]).split(/\n+/u)).toEqual([over.text, ...LEFT, ...RIGHT, under.text]);
  });

  it('reads three columns, also in Korean, and columns whose lines are at different heights', () => {
    const korean = [
      '합창단은 매달 둘째 목요일에',
      '강가의 예배당에서 노래한다',
      '회비는 한 해에 사만 원이며',
      '이월이 끝나기 전에 내야한다',
    ];
    const at = (n: number): PdfRun[] =>
      korean.map((text, i) => run(`${text}${n}`, 50 + n * 200, 600 - 14 * i, { width: 160 }));
    const expected = [0, 1, 2].flatMap((n) => korean.map((text) => `${text}${n}`));
    expect(
      pageText([...at(0), ...at(1), ...at(2)])
        .split('\n')
        .filter(Boolean),
    ).toEqual(expected);
    expect(
      pageText([...lines(LEFT, 50, 600), ...lines(RIGHT, 300, 593)])
        .split('\n')
        .filter(Boolean),
    ).toEqual([...LEFT, ...RIGHT]);
  });

  it('keeps the rows of a table together', () => {
    const names = ['Ticket', 'Family ticket for a day', 'Single ticket for a day', 'Ticket for ten visits'];
    const prices = ['Price', '21 euros', '8 euros', '64 euros'];
    expect(
      pageText([...lines(names, 50, 600, 22), ...lines(prices, 400, 600, 22), run('Children swim free.', 50, 450)]),
    ).toBe(
      '| Ticket | Price |\n| --- | --- |\n| Family ticket for a day | 21 euros |\n| Single ticket for a day | 8 euros |\n| Ticket for ten visits | 64 euros |\n\nChildren swim free.',
    );
  });

  it('joins the lines of a cell, and does not take list numbers for cells', () => {
    const table = [
      run('Hut', 50, 600),
      run('Beds', 200, 600),
      run('Price', 300, 600),
      run('Pine hut', 50, 576),
      run('two', 200, 576),
      run('71', 300, 576),
      run('by the lake', 50, 564),
      run('Oak hut', 50, 540),
      run('four', 200, 540),
      run('98', 300, 540),
    ];
    expect(pageText(table)).toBe(
      '| Hut | Beds | Price |\n| --- | --- | --- |\n| Pine hut by the lake | two | 71 |\n| Oak hut | four | 98 |',
    );
    const list = ['1.', '2.', '3.'].flatMap((mark, i) => [
      run(mark, 50, 600 - 14 * i),
      run('Row the boat back', 90, 600 - 14 * i),
    ]);
    expect(pageText(list)).toBe('1. Row the boat back\n2. Row the boat back\n3. Row the boat back');
  });

  it('takes larger lines as headings, the largest as the highest', () => {
    const page = [
      run('Boat', 50, 700, { height: 20 }),
      run('house', 50, 674, { height: 20 }),
      run('Fees', 50, 640, { height: 14 }),
      ...lines(['A boat costs 5 euros for an hour.', 'An oar costs nothing.'], 50, 620),
      run('Hours', 50, 580, { height: 14 }),
      run('Open from nine.', 50, 560),
    ];
    const { text, headings } = renderBlocks(pdfBlocks([pageOf(page)]));
    expect(headings.map(({ level, start, end }) => [level, text.slice(start, end)])).toEqual([
      [1, 'Boat house'],
      [2, 'Fees'],
      [2, 'Hours'],
    ]);
  });

  it('accepts the headings in the structure of the document', () => {
    const { headings } = renderBlocks(
      pdfBlocks([pageOf([run('Fees', 50, 600, { level: 3 }), run('Five euros.', 50, 580)])]),
    );
    expect(headings).toEqual([{ start: 0, end: 4, level: 3 }]);
  });

  it('knows the page and the rectangle of each block', () => {
    const first = [run('Boat house', 50, 700, { height: 20 }), ...lines(['A boat costs', '5 euros.'], 50, 620)];
    const turned = { ...pageOf([run('Sideways.', 50, 600)], 2), isUpright: false };
    const { text, places = [] } = renderBlocks(pdfBlocks([pageOf(first), pageOf([run('Next.', 60, 500)], 1), turned]));
    expect(places.map(({ start, end, ...place }) => [text.slice(start, end), place])).toEqual([
      ['Boat house', { page: 1, box: [50, 695, 100, 720] }],
      ['A boat costs\n5 euros.', { page: 1, box: [50, 603.5, 110, 630] }],
      ['Next.', { page: 2, box: [60, 497.5, 85, 510] }],
      ['Sideways.', { page: 3 }],
    ]);
  });

  it('leaves out running heads and page numbers, and keeps text that occurs there once', () => {
    const page = (n: number): PdfRun[] => [
      run('House rules of the choir', 50, 770),
      run(`Sentence ${'abcd'.charAt(n)} of the text.`, 50, 600),
      run(`- ${n + 1} -`, 290, 30),
    ];
    const once = run('Approved in May', 50, 30);
    expect(pageText(page(0), page(1), page(2), [...page(3).slice(0, 2), once])).toBe(
      'Sentence a of the text.\n\nSentence b of the text.\n\nSentence c of the text.\n\nSentence d of the text.\nApproved in May',
    );
    expect(pageText(page(0))).toContain('House rules of the choir');
  });

  it('keeps the text at the edge of pages that have no other', () => {
    const labels = Array.from({ length: 8 }, (_, i) => [run(`Shelf ${i + 1}`, 50, 780)]);
    expect(pageText(...labels).match(/Shelf \d/gu)).toHaveLength(8);
  });

  it('joins words that are hyphenated at the end of a line, and keeps other hyphens', () => {
    expect(pageText(lines(['The com-', 'mittee meets a well-', 'known singer. A well-known', 'one.']))).toBe(
      'The committee\nmeets a well-known\nsinger. A well-known\none.',
    );
    expect(pageText(lines(['from 9-', '12 and A-', 'Team']))).toBe('from 9-\n12 and A-\nTeam');
  });

  it('neither loses nor adds characters other than blanks', () => {
    const runs = fc.array(
      fc.record({
        text: fc.stringMatching(/^[a-z ]{0,5}$/u),
        along: fc.integer({ min: -50, max: 600 }),
        across: fc.integer({ min: 150, max: 650 }),
        width: fc.integer({ min: 0, max: 100 }),
        height: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 40 },
    );
    const sorted = (text: string): string => [...text.replace(/[\s|-]/gu, '')].sort().join('');
    fc.assert(
      fc.property(runs, (page) => {
        const once = new Map(page.map((each) => [`${each.text} ${each.along} ${each.across}`, each]));
        const apart = [...once.values()];
        const texts = new Set(apart.map(({ text }) => text));
        fc.pre(texts.size === apart.length);
        expect(sorted(pageText(apart))).toBe(sorted(apart.map(({ text }) => text).join('')));
      }),
    );
  });
});
