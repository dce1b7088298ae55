import fc from 'fast-check';
import { charNgrams } from '../../text/tokens/char-ngrams.js';
import {
  characterCount,
  ComparableText,
  SIMILARITIES,
  SIMILARITY_METHODS,
  TermStatistics,
  whitespaceWords,
} from './similarity.js';

const STATISTICS: TermStatistics = { texts: 4, textsWith: (term) => (term === 'common' ? 4 : 1) };

function text(value: string, vector?: Float32Array): ComparableText {
  const words = whitespaceWords(value);
  return {
    words,
    length: characterCount(value),
    terms: new Map(Array.from(words, (word) => [word, 1])),
    grams: charNgrams(value),
    vector,
  };
}

const between = (method: (typeof SIMILARITY_METHODS)[number], a: string, b: string) =>
  SIMILARITIES[method](text(a, Float32Array.of(0.6, 0.8)), text(b, Float32Array.of(0.8, 0.6)), STATISTICS);

describe('similarity of two questions', () => {
  it.each(['cosine', 'jaccard'] as const)(
    '%s is shared words over all words, in lower case, cut at white space',
    (method) => {
      expect(between(method, 'machine learning algorithms', 'deep learning neural networks')).toBe(1 / 6);
      expect(between(method, 'Test  QUERY\tone', 'test query two')).toBe(0.5);
      expect(between(method, 'test query', 'test query?')).toBe(1 / 3);
    },
  );

  it('euclidean is 1 - |a - b| / max(a, b) over characters, an emoji being one', () => {
    expect(between('euclidean', 'aaa aa', 'bbb')).toBe(0.5);
    expect(between('euclidean', '😀😀', '가나')).toBe(1);
  });

  it('tfidf_cosine weighs a rare shared word more than a common one', () => {
    expect(between('tfidf_cosine', 'common rare', 'rare other')).toBeGreaterThan(
      between('tfidf_cosine', 'common rare', 'common other'),
    );
  });

  it('char_ngram sees a Korean word under different particles, where words see nothing', () => {
    expect(between('char_ngram', '휴학을 신청하는 방법', '휴학은 어떻게 신청하나요')).toBeGreaterThan(0.2);
    expect(between('cosine', '휴학을 신청하는 방법', '휴학은 어떻게 신청하나요')).toBe(0);
    expect(between('char_ngram', '휴학을 신청하는 방법', '주차 요금 안내')).toBe(0);
  });

  it('embedding is the cosine of the vectors, 0 where one is missing', () => {
    expect(between('embedding', 'a', 'b')).toBeCloseTo(0.96, 6);
    expect(SIMILARITIES.embedding(text('a'), text('b', Float32Array.of(1, 0)), STATISTICS)).toBe(0);
  });

  it('is symmetric, within 0..1, and 1 for equal texts, by every method', () => {
    const words = fc
      .array(fc.constantFrom('common', 'rare', '휴학', 'x1', '?', '😀'), { minLength: 1, maxLength: 5 })
      .map((w) => w.join(' '));
    fc.assert(
      fc.property(words, words, fc.constantFrom(...SIMILARITY_METHODS), (a, b, method) => {
        const similarity = between(method, a, b);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(between(method, b, a)).toBeCloseTo(similarity, 12);
        const same = text(a, Float32Array.of(0.6, 0.8));
        expect(SIMILARITIES[method](same, same, STATISTICS)).toBeCloseTo(1, 6);
      }),
    );
  });
});
