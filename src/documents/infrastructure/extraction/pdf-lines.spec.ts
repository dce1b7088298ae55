import fc from 'fast-check';
import { pageText, type PdfRun } from './pdf-lines.js';

const run = (text: string, along: number, across: number, more: Partial<PdfRun> = {}): PdfRun => ({
  text,
  along,
  across,
  width: text.length * 5,
  height: 10,
  endsLine: false,
  ...more,
});

describe('pageText', () => {
  it('joins runs that touch, and puts a space where there is a gap', () => {
    expect(pageText([run('ket', 0, 100), run('tle', 15.5, 100), run('boils', 40, 100)])).toBe('kettle boils');
  });

  it('puts no second space beside one that is there', () => {
    expect(pageText([run('a ', 0, 100), run('b', 40, 100), run(' ', 45, 100), run('c', 80, 100)])).toBe('a b c');
  });

  it('starts a line where the reader saw its end, or where the baseline moves by more than half the font', () => {
    expect(pageText([run('a', 0, 100, { endsLine: true }), run('b', 0, 99), run('c', 0, 80)])).toBe('a\nb\nc');
  });

  it('keeps an exponent on its line', () => {
    expect(pageText([run('m', 0, 100), run('2', 5, 104, { height: 6 }), run(' wide', 10, 100)])).toBe('m2 wide');
  });

  it('puts a blank line where the step between lines is much larger than usual on the page', () => {
    const at = [700, 684, 668, 640, 624].map((across, index) => run(`${index}`, 0, across));
    expect(pageText(at)).toBe('0\n1\n2\n\n3\n4');
  });

  it('puts no blank lines between evenly spaced lines, however wide', () => {
    expect(pageText([700, 660, 620, 580].map((across, index) => run(`${index}`, 0, across)))).toBe('0\n1\n2\n3');
  });

  it('keeps columns in the order of the file', () => {
    const column = (name: string, along: number): PdfRun[] =>
      [700, 690, 680].map((across, index) => run(`${name}${index}`, along, across, { endsLine: true }));
    expect(pageText([...column('left', 0), ...column('right', 300)])).toBe(
      'left0\nleft1\nleft2\nright0\nright1\nright2',
    );
  });

  it('loses and invents no characters but blanks', () => {
    const runs = fc.array(
      fc.record({
        text: fc.stringMatching(/^[a-z ]{0,5}$/u),
        along: fc.integer({ min: -50, max: 600 }),
        across: fc.integer({ min: 0, max: 800 }),
        width: fc.integer({ min: 0, max: 100 }),
        height: fc.integer({ min: 0, max: 30 }),
        endsLine: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(runs, (page) => {
        expect(pageText(page).replace(/\s/gu, '')).toBe(
          page
            .map(({ text }) => text)
            .join('')
            .replace(/\s/gu, ''),
        );
      }),
    );
  });
});
