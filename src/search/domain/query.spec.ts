import fc from 'fast-check';
import { Analyser, Lexicon } from './analyser.js';
import { analyseQuery, stripParticle, Synonyms } from './query.js';

class SmallLexicon extends Lexicon {
  stem(word: string): string {
    return word.replace(/(ing|s)$/u, '');
  }
  isStopWord(word: string): boolean {
    return ['the', 'of', 'is', 'how', 'do'].includes(word);
  }
}

class SmallSynonyms extends Synonyms {
  of(word: string): readonly string[] {
    return word === '휴학' ? ['학업중단'] : word === 'fee' ? ['tuition charge'] : [];
  }
}

const analyser = new Analyser(new SmallLexicon());
const analyse = (text: string) => analyseQuery(text, { analyser, synonyms: new SmallSynonyms() });
const piece = fc.oneof(
  fc.constantFrom(
    '휴학은',
    '언제까지',
    '신청해야',
    '하나요?',
    '4학년인데',
    '제8조',
    'How',
    'fees',
    'what city',
    '11,200',
    '.',
    '😀',
    '알려줘',
    '번역'.normalize('NFD'),
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const question = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(' '));

describe('analyseQuery', () => {
  it('leaves the words of form out and keeps those of content', () => {
    expect(analyse('휴학은 언제까지 신청해야 하나요?').words.map((word) => word.text)).toEqual(['휴학', '신청']);
    expect(analyse('How do students pay the fee?').words.map((word) => word.text)).toEqual(['students', 'pay', 'fee']);
  });

  it('keeps all words of a question that has no other', () => {
    expect(analyse('어떻게 하나요').words.map((word) => word.text)).toEqual(['어떻게', '하나요']);
  });

  it('finds a word by its synonyms too', () => {
    const word = analyse('휴학은?').words[0];
    expect(word?.alternatives).toEqual([analyser.termsOf('학업중단')]);
    expect(analyse('휴학은?').terms).toEqual(expect.arrayContaining(['휴학', ...analyser.termsOf('학업중단')]));
  });

  it('gives distinct terms, few enough for the index, each of them a term of its words', () => {
    const long = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
    expect(analyse(long).terms.length).toBeLessThanOrEqual(100);
    fc.assert(
      fc.property(question, (text) => {
        const { words, terms } = analyse(text);
        expect(new Set(terms).size).toBe(terms.length);
        const known = new Set(words.flatMap((word) => [...word.terms, ...word.alternatives.flat()]));
        expect(terms.every((term) => known.has(term))).toBe(true);
      }),
    );
  });

  it('keeps something of every question that has a term', () => {
    fc.assert(fc.property(question, (text) => analyse(text).terms.length > 0 || analyser.termsOf(text).length === 0));
  });

  it('gives every word terms and a positive emphasis', () => {
    fc.assert(
      fc.property(question, (text) =>
        analyse(text).words.every(
          (word) => word.terms.length > 0 && word.emphasis > 0 && Number.isFinite(word.emphasis),
        ),
      ),
    );
  });

  it('takes the same terms out of NFC and NFD', () => {
    const words = fc.array(fc.constantFrom('휴학은', '번역을', '신청', 'Café', '언제까지'), { maxLength: 8 });
    fc.assert(
      fc.property(words, (given) =>
        expect(analyse(given.join(' ').normalize('NFD')).terms).toEqual(analyse(given.join(' ')).terms),
      ),
    );
  });

  it('weighs the asker’s story less than the question', () => {
    const { words } = analyse('저는 대학원생입니다. 도서관 대출 기간은?');
    const story = words.find((word) => word.text.startsWith('대학원생'));
    const asked = words.find((word) => word.text === '도서관');
    expect(story?.emphasis ?? 0).toBeLessThan(asked?.emphasis ?? 0);
  });
});

describe('stripParticle', () => {
  it.each([
    ['휴학은', '휴학'],
    ['번역을', '번역'],
    ['도서관에서는', '도서관'],
    ['휴학', '휴학'],
    ['나는', '나는'],
  ])('makes %s into %s', (word, stripped) => {
    expect(stripParticle(word)).toBe(stripped);
  });

  it('keeps the begin of the word, and two syllables of a longer one', () => {
    const hangul = fc.string({
      unit: fc.constantFrom('휴', '학', '은', '는', '에', '서', '이', '라', '고', '의'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(hangul, (word) => {
        const stripped = stripParticle(word);
        expect(word.startsWith(stripped)).toBe(true);
        expect(stripped.length).toBeGreaterThanOrEqual(Math.min(2, word.length));
      }),
    );
  });
});
