import { Evidence, RankedSentence } from '../../src/pipeline/domain/evidence.js';
import { NO_SEARCH } from '../../src/pipeline/domain/retriever.js';
import { sentenceFeatures } from '../../src/pipeline/domain/sentence-likelihood.js';
import { sentenceSpans } from '../../src/text/sentences/sentences.js';
import { fitModel } from './fit-model.js';
import { Observation } from './fit-observation.js';
import { fitTable } from './fit-report.js';
import { seededRandom } from './measures.js';

const random = seededRandom(3);
const WORDS = [{ text: 'glaze', topical: false, weight: 1 }];
const TYPE = { kind: 'none', pattern: undefined, heading: undefined } as unknown as Observation['type'];

/** A passage of two sentences; only their semantic similarity to the question differs. */
function passage(documentId: string, meanings: readonly number[]): Evidence {
  const text = `The glaze of ${documentId} is matt and blue. The glaze of ${documentId} is fired for hours.`;
  return {
    chunkId: documentId,
    documentId,
    title: documentId,
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: [],
    start: 0,
    text,
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [0],
    passageShares: [1],
    sentences: sentenceSpans(text).map(({ start, end }, i) => ({
      start,
      end,
      text: text.slice(start, end),
      shares: [1],
      meaning: meanings[i]!,
    })),
  };
}

/** Of an answerable question the second sentence of the first passage answers, and mostly means most. */
function observation(set: string, n: number, answerable: boolean): Observation {
  const answering = answerable ? 0.5 + 0.4 * random() : 0.3 * random();
  const evidence = [passage('kiln', [0.3 * random(), answering]), passage('wheel', [0.3 * random(), 0.3 * random()])];
  const ranked: RankedSentence[] = evidence.flatMap((one) =>
    one.sentences.map((sentence) => ({ evidence: one, sentence, support: 0.5, typed: true })),
  );
  return {
    set,
    weight: { sentence: 1, answer: 1 },
    question: {
      id: `${set}${n}`,
      lang: 'en',
      kind: answerable ? 'direct' : 'near_miss',
      text: 'glaze?',
      answerable,
      golds: [],
      facts: answerable ? [['kiln is fired']] : [],
      forbidden: [],
      asOf: undefined,
    },
    retrieval: { evidence, words: WORDS, degraded: [], search: NO_SEARCH },
    type: TYPE,
    ranked,
    features: sentenceFeatures(ranked, evidence, { words: WORDS, type: TYPE }),
    right: ranked.map((_, i) => (answerable && i === 1 ? 1 : 0)),
  };
}

describe('the fit of the answer model', () => {
  const observations = ['a', 'b', 'c'].flatMap((set) =>
    Array.from({ length: 30 }, (_, n) => observation(set, n, n % 2 === 0)),
  );
  const { model, leftOut } = fitModel(observations);

  it('weighs the features that identify the right sentence, and ignores those that are equal for all', () => {
    expect(model.sentence.meaning).toBeGreaterThan(1);
    expect(model.sentence.support).toBeCloseTo(0, 6);
    expect(model.answer.korean).toBeCloseTo(0, 6);
  });

  it('says something about each question once, by a model of the other sets', () => {
    expect(leftOut).toHaveLength(observations.length);
    const mean = (answerable: boolean) => {
      const own = leftOut.filter((one) => one.answerable === answerable);
      return own.reduce((sum, one) => sum + one.probability, 0) / own.length;
    };
    expect(mean(true)).toBeGreaterThan(0.8);
    expect(mean(false)).toBeLessThan(0.2);
  });

  it('reports figures of a set that do not depend on its own labels', () => {
    const lied = observations.map((one) =>
      one.set === 'c'
        ? { ...one, right: [...one.right].reverse(), question: { ...one.question, facts: [['gold']] } }
        : one,
    );
    const of = (from: typeof leftOut) => from.filter((one) => one.set === 'c').map((one) => one.probability);
    expect(of(fitModel(lied).leftOut)).toEqual(of(leftOut));
    expect(fitModel(lied).model).not.toEqual(model);
  });

  it('works with two sets, and its table has a line for each threshold of each', () => {
    const two = fitModel(observations.filter((one) => one.set !== 'c'));
    expect(fitTable(two.leftOut).split('\n')).toHaveLength(1 + 2 * 5 + 1);
  });
});
