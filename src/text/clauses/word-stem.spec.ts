import { englishStem, koreanStem, letters } from './word-stem.js';

describe('stems', () => {
  it.each([
    ['made', 'make'],
    ['makes', 'making'],
    ['written', 'writes'],
    ['policies', 'policy'],
    ['stopped', 'stops'],
    ["owner's", 'owners'],
  ])('make %s and %s meet', (a, b) => {
    expect(englishStem(a)).toBe(englishStem(b));
  });

  it.each([
    ['신청하여야', '신청한다'],
    ['휴학은', '휴학을'],
    ['정한다', '정하지'],
    ['승인받은', '승인받은'],
    ['위원회에서', '위원회의'],
  ])('make %s and %s meet', (a, b) => {
    expect(koreanStem(a)).toBe(koreanStem(b));
  });

  it.each(['학', '가', '은행', '제도'])('are never empty for %s', (word) => {
    expect(koreanStem(word).length).toBeGreaterThan(0);
  });

  it('decompose Hangul, so that inflections share a prefix', () => {
    expect(letters('받는').startsWith(letters('받'))).toBe(true);
    expect(letters('ab1')).toBe('ab1');
  });
});
