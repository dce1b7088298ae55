import fc from 'fast-check';
import { detectLanguage, hasHangul } from './language.js';

describe('detectLanguage', () => {
  it.each([
    ['휴학 신청은 언제까지 해야 하나요?', 'ko'],
    ['How do I apply for leave of absence?', 'en'],
    ['PostgreSQL 백업 방법', 'ko'],
    ['What does the rule called 휴학 say about returning students?', 'en'],
    ['12,000 + 3', 'en'],
    ['', 'en'],
    ['ㅎㅎ', 'ko'],
  ])('reads %j as %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it('turns at a fifth of the letters', () => {
    expect(detectLanguage('가abcd')).toBe('ko');
    expect(detectLanguage('가abcde')).toBe('en');
  });

  it('sees no difference between NFC and NFD', () => {
    const text = fc.string({ unit: fc.constantFrom('가', '한', '글', 'a', 'b', 'c', 'é', ' ', '1'), maxLength: 20 });
    fc.assert(fc.property(text, (written) => detectLanguage(written.normalize('NFD')) === detectLanguage(written)));
  });

  it('never answers in Korean without Hangul', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => hasHangul(text) || detectLanguage(text) === 'en'));
  });
});

describe('hasHangul', () => {
  it('sees syllables, single letters and decomposed text', () => {
    expect(['가', 'ㄱ', '가'.normalize('NFD')].every(hasHangul)).toBe(true);
    expect(['漢', 'かな', 'abc', ''].some(hasHangul)).toBe(false);
  });
});
