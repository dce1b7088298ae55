import { hangulShare, hasDoubts, mergeWords } from './merge-words.js';
import { recognizedPage, recognizedWords } from './tesseract-words.js';

const HEAD = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';
/** Rows of words `[line, left, width, confidence, text]` of one paragraph, and the text with its blanks. */
const output = (text: string, ...words: readonly (readonly [number, number, number, number, string])[]): string =>
  [
    HEAD,
    ...words.map(([line, left, width, sure, word], i) =>
      ['5', 1, 1, 1, line, i + 1, left, line * 75, width, 40, sure, word].join('\t'),
    ),
    text,
  ].join('\n');

describe('words of text recognition', () => {
  it('have the blanks of the text between syllables, and one line each', () => {
    const words = recognizedWords(
      output(
        '이 규정은\n정한다.',
        [1, 0, 30, 93, '이'],
        [1, 40, 30, 93, '규'],
        [1, 70, 30, 93, '정은'],
        [2, 0, 90, 90, '정한다.'],
      ),
    );
    expect(recognizedPage(words)).toEqual({
      text: '이 규정은\n정한다.',
      confidence: expect.closeTo(91.5, 1),
      letters: 8,
    });
  });

  it('are left out if their confidence is low', () => {
    expect(recognizedPage(recognizedWords(output('~ kettle', [1, 0, 9, 3, '~'], [1, 20, 60, 95, 'kettle']))).text).toBe(
      'kettle',
    );
  });

  it('are replaced by words of another reading with a higher confidence', () => {
    const korean = recognizedWords(
      output(
        '관람은 :4000 리집 에서',
        [1, 0, 90, 93, '관람은'],
        [1, 100, 200, 2, ':4000'],
        [1, 320, 60, 92, '리집'],
        [1, 390, 50, 93, '에서'],
      ),
    );
    const both = recognizedWords(
      output(
        '관람은 Moon light 2] 에서',
        [1, 0, 90, 93, '관람은'],
        [1, 100, 100, 95, 'Moon'],
        [1, 210, 90, 95, 'light'],
        [1, 322, 55, 34, '2]'],
        [1, 390, 50, 93, '에서'],
      ),
    );
    expect(hasDoubts(korean)).toBe(true);
    expect(hangulShare(korean)).toBeGreaterThan(0.5);
    expect(recognizedPage(mergeWords(korean, both)).text).toBe('관람은 Moon light 리집 에서');
  });
});
