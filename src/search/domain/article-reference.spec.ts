import fc from 'fast-check';
import { articleIn, articleReference, nameKey } from './article-reference.js';

describe('articleIn', () => {
  it.each([
    ['제8조', '제8조'],
    ['휴학규정 제 15 조의 2 를', '제15조의2'],
    ['제15조의2'.normalize('NFD'), '제15조의2'],
    ['제3조 및 제4조', '제3조'],
    ['제8장', undefined],
    ['8조', undefined],
    ['제12345조', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, article) => {
    expect(articleIn(text)).toBe(article);
  });

  it('reads its own canonical form back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.option(fc.integer({ min: 1, max: 999 })), (n, m) => {
        const article = `제${n}조${m === null ? '' : `의${m}`}`;
        expect(articleIn(`어느 규정 ${article.normalize('NFD')} 을`)).toBe(article);
      }),
    );
  });
});

describe('nameKey', () => {
  it('gives one name to the spellings of one title', () => {
    const names = [
      '휴학·복학 규정',
      '「휴학ㆍ복학규정」'.replace('ㆍ', '·'),
      ' 휴학 복학 규정 ',
      '휴학복학규정'.normalize('NFD'),
    ];
    expect(new Set(names.map(nameKey))).toEqual(new Set(['휴학복학규정']));
    expect(nameKey('HR-Manual (v2)')).toBe('hrmanualv2');
  });

  it('holds lower-case letters and digits only', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[\p{L}\p{N}]*$/u.test(nameKey(text))));
  });

  it('sees no difference between NFC and NFD', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => nameKey(text.normalize('NFD')) === nameKey(text)));
  });
});

describe('articleReference', () => {
  it('parts the number from the name beside it', () => {
    expect(articleReference('휴학규정 제8조는?')).toEqual({ article: '제8조', nameKey: '휴학규정는' });
    expect(articleReference('제8조')).toEqual({ article: '제8조', nameKey: '' });
    expect(articleReference('휴학규정')).toBeUndefined();
  });
});
