import fc from 'fast-check';
import { AnswerType } from './answer-type.js';
import { Evidence, QuestionWord, RankedSentence } from './evidence.js';
import { likelyForAll, likelySentences, sentenceFeatures, shareOut } from './sentence-likelihood.js';

const WORDS: readonly QuestionWord[] = [
  { text: 'kiln', topical: true, weight: 2 },
  { text: 'bowls', topical: false, weight: 1 },
];
const OTHER: AnswerType = { kind: 'other', pattern: undefined };
const ASKED = { words: WORDS, type: OTHER };

interface Said {
  readonly text: string;
  readonly shares?: readonly number[];
  readonly support?: number;
  readonly meaning?: number;
}

/** A passage whose sentences are ranked in their order. */
function passage(
  documentId: string,
  said: readonly Said[],
  place: Partial<Evidence> = {},
): { evidence: Evidence; ranked: RankedSentence[] } {
  const sentences = said.map(({ text, shares = [0, 0], meaning = 0 }) => ({
    start: 0,
    end: text.length,
    text,
    shares,
    meaning,
  }));
  const evidence: Evidence = {
    chunkId: `${documentId}#0`,
    documentId,
    title: 'Rules',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Pottery'],
    start: 0,
    text: said.map((s) => s.text).join(' '),
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [0, 0],
    passageShares: [0, 0],
    sentences,
    ...place,
  };
  return {
    evidence,
    ranked: sentences.map((sentence, i) => ({ evidence, sentence, typed: true, support: said[i]?.support ?? 0.4 })),
  };
}

function likely(...passages: readonly ReturnType<typeof passage>[]) {
  return likelySentences(
    passages.flatMap((p) => p.ranked),
    passages.map((p) => p.evidence),
    ASKED,
  );
}

const support = fc.double({ min: 0, max: 1, noNaN: true });
const said = fc.record({
  text: fc.constantFrom('The small kiln holds 12 bowls.', 'It is red.', '가마는 작다.'),
  shares: fc.tuple(support, support),
  support,
});

describe('likelySentences', () => {
  it('returns probabilities that add up to 1, best first, for every sentence once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(said, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (all) => {
        const passages = all.map((one, i) => passage(`d${i}`, one));
        const found = likely(...passages);
        expect(found.reduce((sum, one) => sum + one.support, 0)).toBeCloseTo(1, 9);
        expect(new Set(found.map((one) => one.sentence))).toEqual(
          new Set(passages.flatMap((p) => p.evidence.sentences)),
        );
        found.slice(1).forEach((one, i) => expect(one.support).toBeLessThanOrEqual(found[i]!.support));
      }),
    );
  });

  it('returns nothing without sentences', () => {
    expect(likely()).toEqual([]);
  });

  it('prefers the better supported sentence, the one of the first passage, and the one nearest to the meaning of the question', () => {
    const first = (...passages: readonly ReturnType<typeof passage>[]) => likely(...passages)[0]?.sentence.text;
    expect(
      first(
        passage('a', [
          { text: 'One.', support: 0.3 },
          { text: 'Two.', support: 0.5 },
        ]),
      ),
    ).toBe('Two.');
    expect(first(passage('b', [{ text: 'Two.' }], { fused: 1 }), passage('a', [{ text: 'One.' }], { fused: 3 }))).toBe(
      'One.',
    );
    expect(
      first(
        passage('a', [
          { text: 'One.', meaning: 0.2 },
          { text: 'Two.', meaning: 0.6 },
        ]),
      ),
    ).toBe('Two.');
  });

  it('prefers a sentence that continues the topic of the one before it', () => {
    const found = likely(
      passage('a', [
        { text: 'Guests come.', support: 0.3 },
        { text: 'The kiln is old.', shares: [1, 0], support: 0.1 },
        { text: 'It holds twelve.', support: 0.3 },
      ]),
    );
    expect(found[0]?.sentence.text).toBe('It holds twelve.');
  });

  it('does not read a paragraph or item as a continuation of the text before it', () => {
    const features = (text: string) => {
      const { ranked, evidence } = passage('a', [{ text: 'The kiln is old.', shares: [1, 0] }, { text }]);
      return sentenceFeatures(ranked, [evidence], ASKED)[1]?.before ?? 0;
    };
    expect(features('It holds twelve.')).toBeGreaterThan(0);
    for (const text of [
      '② 열두 개가 들어간다.',
      '2. twelve bowls',
      '| 12 | bowls |',
      '제9조(그릇) 열두 개로 한다.',
      '가. 열두 개',
    ])
      expect(features(text)).toBe(0);
  });

  it('prefers a general rule to one of a document for special cases, and any rule to a blank form', () => {
    const general = passage('a', [{ text: 'It holds 12.' }], { titleWords: [{ text: 'Kiln', asked: 1 }] });
    const special = passage('b', [{ text: 'It has 30.' }], {
      titleWords: [
        { text: 'Kiln', asked: 1 },
        { text: 'Guests', asked: 0 },
      ],
    });
    const form = passage('c', [{ text: 'Number: __' }], { titleWords: [{ text: 'Kiln', asked: 1 }], aside: true });
    expect(likely(form, special, general)[0]?.sentence.text).toBe('It holds 12.');
    expect(likely(form, special).at(-1)?.sentence.text).toBe('Number: __');
  });

  it('does not read a heading, a reference alone or a question as an answer', () => {
    for (const text of ['## Kilns', '제9조에 따른다.', 'How many bowls does it hold?']) {
      const found = likely(passage('a', [{ text }, { text: 'The kiln holds as many as it has shelves.' }]));
      expect(found[0]?.sentence.text).not.toBe(text);
    }
  });
});

describe('sentenceFeatures', () => {});

describe('likelyForAll', () => {
  it('ranks the best sentence of each question before the second best of any', () => {
    const { ranked, evidence } = passage('a', [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const [one, two, three] = ranked.map((sentence) => ({ ...sentence, strength: 1, typed: true }));
    const give = (...shares: readonly [number, number, number]) =>
      [one!, two!, three!].map((sentence, i) => ({ ...sentence, support: shares[i]! }));
    const both = likelyForAll([give(0.9, 0.02, 0.08), give(0.05, 0.9, 0.05)]);
    expect(both.map(({ sentence }) => sentence.text)).toEqual(['One.', 'Two.', 'Three.']);
    expect(both.reduce((sum, { support }) => sum + support, 0)).toBeCloseTo(1, 9);
    expect(both[0]!.support).toBeLessThan(0.5);
    expect(evidence.sentences).toHaveLength(3);
  });
});

describe('shareOut', () => {
  it('does not overflow, and gives equal logits equal shares', () => {
    expect(shareOut([1000, 1000])).toEqual([0.5, 0.5]);
    expect(shareOut([0, -2000])).toEqual([1, 0]);
  });
});
