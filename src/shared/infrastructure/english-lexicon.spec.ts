import fc from 'fast-check';
import { EnglishLexicon } from './english-lexicon.js';

const lexicon = new EnglishLexicon();

describe('EnglishLexicon', () => {
  it('keeps the first letter of every word that it stems, or nothing of it', () => {
    const ending = fc.constantFrom('', 's', 'ies', 'ing', 'ed', 'y', 'ational', 'fulness', 'eed', 'ying', 'sses');
    const start = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(start, ending, (word, end) => {
        const stem = lexicon.stem(word + end);
        expect(stem === '' || stem.startsWith(word.charAt(0))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes inflected words together', () => {
    expect(new Set(['appeal', 'appeals', 'appealed', 'appealing'].map((word) => lexicon.stem(word))).size).toBe(1);
  });
});
