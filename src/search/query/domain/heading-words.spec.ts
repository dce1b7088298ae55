import fc from 'fast-check';
import { Analyser, Lexicon } from '../../../text/tokens/analyser.js';
import { headingWords } from './heading-words.js';

class PlainLexicon extends Lexicon {
  stem(word: string): string {
    return word;
  }
  isStopWord(word: string): boolean {
    return ['the', 'of', 'and'].includes(word);
  }
}

const analyser = new Analyser(new PlainLexicon());

describe('headingWords', () => {
  it.each([
    ['제9조(납부기간과 수업료)', ['납부기간', '수업료']],
    ['제20조(배우자의 출산휴가에 관한 적용례)', ['배우자', '출산휴가', '적용례']],
    ['Renewal of the loan', ['Renewal', 'loan']],
    ['제9조', []],
    ['', []],
  ])('of %j are its content words without particles', (heading, expected) => {
    expect(headingWords(heading, analyser).map(({ text }) => text)).toEqual(expected);
  });

  it('consist of terms of the heading, none of which includes a part of a particle', () => {
    expect(headingWords('휴학의 연장', analyser)).toEqual([
      { text: '휴학', terms: ['휴학'] },
      { text: '연장', terms: ['연장'] },
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (heading) => {
        const terms = new Set(analyser.termsOf(heading));
        for (const word of headingWords(heading, analyser)) {
          expect(word.terms.length).toBeGreaterThan(0);
          expect(word.terms.every((term) => terms.has(term))).toBe(true);
        }
      }),
    );
  });
});
