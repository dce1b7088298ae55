import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvText, withFormula, withoutFormula } from './csv-text.js';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];
const BEFORE = ['', '\t', '\r', '\n', '\r\n', ' ', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u0000'];
const cellOf = (text: string): string => parse(csvText([[text]]), { relax_column_count: true }).flat()[0] ?? '';

describe('tables that leave the server', () => {
  it('start no cell with a formula, in any width and after any blank', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2 }),
        fc.array(fc.constantFrom(...BEFORE), { maxLength: 4 }),
        fc.constantFrom(...SIGNS),
        fc.string({ unit: fc.constantFrom(...'휴학 SUM(A1:Z9)!|cmd"\',;\n=') }),
        (apostrophes, before, sign, rest) => {
          const text = "'".repeat(apostrophes) + before.join('') + sign + rest;
          fc.pre(!/^-\d/u.test(text));
          expect(cellOf(text)).toBe(`'${text}`);
        },
      ),
    );
  });

  it.each(['\tx', '\rx', '\nx', '＝HYPERLINK("https://evil.example")', '＠SUM(1)', '=1', '+1', '-1+cmd|x', '@a'])(
    'put an apostrophe before %j',
    (text) => {
      expect(cellOf(text)).toBe(`'${text}`);
    },
  );

  it.each(['-5', '-0.25', '휴학은 언제까지 신청하나요?', 'a = b', "'quoted'", '2026-03-01', '1,5', '[["a"]]', ''])(
    'leave %j as it is',
    (text) => {
      expect(cellOf(text)).toBe(text);
    },
  );

  it('leave numbers and empty cells as they are', () => {
    expect(csvText([[-3, null, 'a']])).toBe('-3,,a\r\n');
  });

  it('give back every text to a reader who takes the apostrophe away', () => {
    const texts = fc.string({ unit: fc.constantFrom(...SIGNS, ...BEFORE, "'", 'a', '1', '가', '.') });
    fc.assert(fc.property(texts, (text) => expect(withFormula(withoutFormula(text))).toBe(text)));
  });
});
