import fc from 'fast-check';
import { cleanedName, nameFault } from './visible-name.js';

describe('nameFault', () => {
  it.each([
    '도서관 이용 안내',
    'Handbuch für Gäste',
    'a/b?c=%20',
    '⚠️ 주의',
    '👨‍👩‍👧 가족',
    '1️⃣ first',
    'नमस्ते',
    '  spaced  ',
    '',
  ])('accepts %j', (name) => {
    expect(nameFault(name)).toBeUndefined();
  });

  it.each([
    ['a lone surrogate', 'a\ud800b', 'lone surrogates'],
    ['a turned pair of surrogates', '\udc00\ud800', 'lone surrogates'],
    ['a zero-width space', 'a\u200bb', 'U+200B'],
    ['a joiner between letters', 'a\u200db', 'U+200D'],
    ['a soft hyphen', 'a\u00adb', 'U+00AD'],
    ['a byte order mark', '\ufeffa', 'U+FEFF'],
    ['a Hangul filler', '\u3164', 'U+3164'],
    ['an override of direction', 'gpj.\u202eexe', 'U+202E'],
    ['an isolate of direction', '\u2066a', 'U+2066'],
    ['an Arabic letter mark', '\u061ca', 'U+061C'],
    ['a tag', 'a\u{e0041}', 'U+E0041'],
    ['a selector of a variant of a letter', 'a\ufe0f', 'U+FE0F'],
    ['a line break', 'a\nb', 'U+000A'],
    ['a separator of lines', 'a\u2028b', 'U+2028'],
    ['a control character of the second set', 'a\u0085b', 'U+0085'],
    ['NUL', 'a\0b', 'NUL'],
  ])('rejects %s', (_what, name, rule) => {
    expect(nameFault(name)).toContain(rule);
  });

  it('accepts every cleaned name', () => {
    const anything = fc.string({ unit: 'binary' });
    fc.assert(fc.property(anything, (text) => nameFault(cleanedName(text)) === undefined));
  });
});
