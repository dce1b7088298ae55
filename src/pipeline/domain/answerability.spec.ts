import fc from 'fast-check';
import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { AnswerType } from './answer-type.js';
import { answerability, withCalibratedScores } from './answerability.js';
import { Evidence, QuestionWord, rankSentences } from './evidence.js';
import { likelySentences } from './sentence-likelihood.js';

const OTHER: AnswerType = { kind: 'other', pattern: undefined };
const COUNT: AnswerType = { kind: 'count', pattern: /\d/u };
const WORDS: readonly QuestionWord[] = [
  { text: 'kiln', topical: true, weight: 2 },
  { text: 'bowls', topical: false, weight: 1 },
  { text: 'shelf', topical: false, weight: 1 },
];

interface Said {
  readonly text?: string;
  readonly shares: readonly number[];
  readonly meaning?: number;
}

/** A passage whose text contains the words of its sentences. */
function passage(documentId: string, said: readonly Said[], rest: Partial<Evidence> = {}): Evidence {
  const sentences = said.map(({ text = 'It is so.', shares, meaning = 0.1 }) => ({
    start: 0,
    end: text.length,
    text,
    shares,
    meaning,
  }));
  return {
    chunkId: `${documentId}#0`,
    documentId,
    title: 'Rules',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Pottery'],
    start: 0,
    text: sentences.map((s) => s.text).join(' '),
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [0, 0, 0],
    passageShares: [0, 1, 2].map((i) => Math.max(0, ...sentences.map((s) => s.shares[i] ?? 0))),
    sentences,
    ...rest,
  };
}

function judge(evidence: readonly Evidence[], words: readonly QuestionWord[] = WORDS, type: AnswerType = OTHER) {
  const ranked = rankSentences(evidence, words, type);
  const likely = likelySentences(ranked, evidence, { words, type });
  return { likely, found: answerability(likely, { words, decisiveness: 0.5 }) };
}

const probability = (...asked: Parameters<typeof judge>) => judge(...asked).found.probability;
const GOOD = passage('a', [{ text: 'The kiln fits 12 bowls on a shelf.', shares: [1, 1, 1], meaning: 0.7 }], {
  score: 0.9,
  meaning: 0.6,
});
const POOR = passage('b', [{ text: 'The café opens.', shares: [0, 0.2, 0] }], { score: 0.1 });

const share = fc.double({ min: 0, max: 1, noNaN: true });
const passages = fc
  .array(
    fc.record({
      said: fc.array(fc.record({ shares: fc.tuple(share, share, share) }), { minLength: 1, maxLength: 4 }),
      score: share,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map(({ said, score }, i) => passage(`doc${i}`, said, { score })));

describe('answerability', () => {
  it('answers what one passage says in full, and not what none mentions', () => {
    expect(probability([GOOD, POOR])).toBeGreaterThan(new AnswerRisk(0.1).threshold);
    expect(probability([POOR])).toBeLessThan(new AnswerRisk(0.1).threshold);
  });

  it('answers nothing without sentences or without words', () => {
    expect(probability([])).toBe(0);
    expect(probability([GOOD], [])).toBe(0);
  });

  it('names the likeliest sentence by its place in the document', () => {
    const [sentence] = GOOD.sentences;
    const [start = 0, end = 0] = [sentence?.start, sentence?.end];
    expect(judge([POOR, { ...GOOD, start: 40 }]).found.likeliest).toEqual({
      chunkId: GOOD.chunkId,
      start: 40 + start,
      end: 40 + end,
    });
  });

  it('gives a probability and a mass within 0 and 1', () => {
    fc.assert(
      fc.property(passages, fc.constantFrom(OTHER, COUNT), (all, type) => {
        const { found } = judge(all, WORDS, type);
        expect(found.probability).toBeGreaterThanOrEqual(0);
        expect(found.probability).toBeLessThanOrEqual(1);
        expect(found.mass).toBeGreaterThan(0);
        expect(found.mass).toBeLessThanOrEqual(1 + 1e-9);
        expect(found.lead).toBeGreaterThanOrEqual(0);
        expect(found.lead).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('is less probable the less similar the sentence is to the question', () => {
    const means = (meaning: number) => ({ ...GOOD, sentences: GOOD.sentences.map((one) => ({ ...one, meaning })) });
    expect(probability([means(0.2)])).toBeLessThan(probability([means(0.7)]));
  });

  it('is less probable if no passage has the requested number', () => {
    const without = passage('a', [{ text: 'The kiln fits bowls on a shelf.', shares: [1, 1, 1], meaning: 0.7 }], {
      score: 0.9,
      meaning: 0.6,
    });
    expect(probability([without], WORDS, COUNT)).toBeLessThan(probability([GOOD], WORDS, COUNT));
    expect(probability([without], WORDS, COUNT)).toBeLessThan(probability([without]));
    expect(judge([without], WORDS, COUNT).found.typed).toBe(false);
  });

  it('is less probable with another document that says as much, and its lead does not shrink with its own document', () => {
    const rival = { ...GOOD, documentId: 'rival', chunkId: 'rival#0' };
    expect(probability([GOOD, rival])).toBeLessThan(probability([GOOD]));
    expect(judge([GOOD, { ...GOOD, chunkId: 'a#1' }]).found.lead).toBe(judge([GOOD]).found.lead);
  });
});

describe('withCalibratedScores', () => {
  it('gives the passage with the likeliest sentence the probability of the answer, and no passage more', () => {
    fc.assert(
      fc.property(passages, share, (all, p) => {
        const { likely } = judge(all);
        const scored = withCalibratedScores(all, likely, p);
        expect(scored.find((e) => e.chunkId === likely[0]?.evidence.chunkId)?.score).toBeCloseTo(p, 12);
        for (const { score } of scored) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(p + 1e-12);
        }
      }),
    );
  });

  it('scores a passage without sentences with 0', () => {
    expect(withCalibratedScores([passage('a', [])], [], 0.9)[0]?.score).toBe(0);
  });
});
