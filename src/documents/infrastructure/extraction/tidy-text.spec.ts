import { quickestMs } from '../../../../test/support/processor-time.js';
import fc from 'fast-check';
import { tidyExtractedText, tidyText } from './tidy-text.js';

describe('tidyText', () => {
  it('normalizes line ends, drops blanks at the end of lines, and keeps at most one blank line', () => {
    expect(tidyText('\n\na \t\r\nb\r\r\r\rc\fd  \n \n\n')).toBe('a\nb\n\nc\nd');
  });

  it('composes Hangul and accents', () => {
    expect(tidyText('\u1100\u1161 e\u0301')).toBe('가 é');
  });

  it('keeps indentation and tabs', () => {
    expect(tidyText('a\n\tb\n    c')).toBe('a\n\tb\n    c');
  });

  it('does not change tidy text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', 'é', 'e\u0301', '\u00a0') }),
        (text) => tidyText(tidyText(text)) === tidyText(text),
      ),
    );
  });

  it('takes linear time on a long run of blanks', () => {
    const text = `a${' '.repeat(2_000_000)}b`;
    expect(quickestMs(() => tidyExtractedText(text), 2_000)).toBeLessThanOrEqual(2_000);
  });
});

describe('tidyExtractedText', () => {
  it('drops invisible characters and replaces no-break spaces with spaces', () => {
    expect(tidyExtractedText('\ufeffa\u00adb\u200bc\u0000\u0007d\u00a0e')).toBe('abcd e');
  });

  it('replaces lone surrogates, and keeps whole characters', () => {
    expect(tidyExtractedText('a\ud800b 😀')).toBe('a\ufffdb 😀');
  });
});
