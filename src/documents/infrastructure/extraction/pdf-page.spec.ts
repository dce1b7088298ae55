import { withoutLetterSpacing } from './pdf-page.js';

describe('withoutLetterSpacing', () => {
  it.each([
    ['C h i n a', 'China'],
    ['S u i t e', 'Suite'],
    ['N O T I C E', 'NOTICE'],
    ['м о с т', 'мост'],
    ['N o r t h R o a d 1 2', 'North Road 12'],
    ['L i n e s , L t d', 'Lines, Ltd'],
  ])('joins the letters of %s', (text, expected) => {
    expect(withoutLetterSpacing(text)).toBe(expected);
  });

  it.each(['A B C D E', 'a b c d', '1 0 1 1 0 1', 'x y z', '이 중 한 명', 'A or B', 'a b cd e f', ''])(
    'leaves %s as it is',
    (text) => {
      expect(withoutLetterSpacing(text)).toBe(text);
    },
  );
});
