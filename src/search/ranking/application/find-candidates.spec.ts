import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { FakePassage, FakeSearchIndex } from '../../../../test/support/fake-search-index.js';
import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { Analyser, Lexicon } from '../../../text/tokens/analyser.js';
import { ScoringTerm, RetrieverQuery } from '../domain/search-index.js';
import { analyseQuery } from '../../query/domain/query.js';
import { RelevanceModel } from '../domain/relevance.js';
import { RANKING, RankingSettings } from '../domain/ranking-settings.js';
import { CandidateRequest, FindCandidates } from './find-candidates.js';

class PlainLexicon extends Lexicon {
  stem(word: string): string {
    return word;
  }
  isStopWord(): boolean {
    return false;
  }
}

const SCOPE = { filter: UNRESTRICTED, asOf: '2025-06-01' };
/** Settings of this spec, so that tuning the search does not change it. */
const SETTINGS: RankingSettings = {
  ...RANKING,
  listed: 100,
  first: [0.65, 0.35],
  second: [0.5, 0.25, 0.25],
  feedbackPassages: 10,
  feedbackTerms: 50,
  feedbackStrength: 1,
  compared: 40,
  relevanceWeight: 3,
};
const TERMS: readonly ScoringTerm[] = [{ term: 'kiln', weight: 1 }];
const analyser = new Analyser(new PlainLexicon());

function relevanceModel(question: string): RelevanceModel {
  return new RelevanceModel(analyseQuery(question, { analyser, synonyms: new GroupedSynonyms() }), analyser, () => 1);
}

function find(
  index: FakeSearchIndex,
  request: Partial<CandidateRequest> = {},
  settings: Partial<RankingSettings> = {},
) {
  return new FindCandidates(index, { ...SETTINGS, ...settings }).find(
    { terms: TERMS, vector: undefined, scope: SCOPE, feedback: true, ...request },
    relevanceModel('kiln'),
  );
}

const termsOf = (query: RetrieverQuery | undefined) => (query?.kind === 'terms' ? query.terms : []);
const vectorOf = (query: RetrieverQuery | undefined) => (query?.kind === 'vector' ? [...query.vector] : []);
const ids = (list: readonly { readonly id: number }[]) => list.map((s) => s.id);

const KILN: FakePassage = { id: 1, words: { kiln: 2, oven: 3 }, vector: [0, 1] };
/** Has the same meaning in other words. */
const OVEN: FakePassage = { id: 2, words: { oven: 2 }, vector: [0.1, 0.9] };
const OTHERS: FakePassage[] = [3, 4, 5].map((id) => ({ id, words: { [`other${id}`]: 3 }, vector: [-1, 0] }));

describe('a first pass that separates its passage clearly', () => {
  const words = { kiln: 1, clay: 1, glaze: 1, oven: 1, shelf: 1, cone: 1 };
  const question = Object.keys(words);
  const ask = (index: FakeSearchIndex, decisive: number) =>
    new FindCandidates(index, { ...SETTINGS, decisive }).find(
      { terms: question.map((term) => ({ term, weight: 1 })), vector: undefined, scope: SCOPE, feedback: true },
      relevanceModel(question.join(' ')),
    );

  it('has no second pass, and its order is kept', async () => {
    const index = new FakeSearchIndex([
      { id: 1, words },
      { id: 2, words: { kiln: 1 } },
    ]);
    const found = await ask(index, 0.45);
    expect(index.rounds).toHaveLength(1);
    expect(ids(found.ordered)).toEqual([1, 2]);
    expect(found.feedbackWords).toEqual([]);
  });

  it('limits the weight of the static embedding in a clear first pass, and uses all of it otherwise', async () => {
    const index = new FakeSearchIndex([
      { id: 1, words, vector: [0, 1] },
      { id: 2, words: { kiln: 1 }, vector: [1, 0] },
      { id: 3, words: { clay: 1 }, vector: [0, 1] },
    ]);
    const fusedWith = async (from: number) => {
      const settings = {
        ...SETTINGS,
        meaningShare: 0.9,
        spelledOutMeaningShare: 0.9,
        singledOut: { from, meaningShare: 0.1 },
      };
      const found = await new FindCandidates(index, settings).find(
        {
          terms: question.map((term) => ({ term, weight: 1 })),
          vector: undefined,
          meaning: Float32Array.of(1, 0),
          scope: SCOPE,
          feedback: true,
        },
        relevanceModel(question.join(' ')),
      );
      return ids([...found.ordered].sort((a, b) => b.fused - a.fused))[0];
    };
    expect([await fusedWith(0.2), await fusedWith(1)]).toEqual([1, 2]);
  });

  it('has a second pass if ten passages are as good, or if nothing is decisive enough', async () => {
    const alike = new FakeSearchIndex(Array.from({ length: 12 }, (_, i) => ({ id: i + 1, words })));
    await ask(alike, 0.45);
    expect(alike.rounds).toHaveLength(2);
    const single = new FakeSearchIndex([
      { id: 1, words },
      { id: 2, words: { kiln: 1 } },
    ]);
    await ask(single, 1);
    expect(single.rounds).toHaveLength(2);
  });
});

describe('the second pass', () => {
  it("queries the question's terms, the expansion terms, and the moved vector", async () => {
    const index = new FakeSearchIndex([KILN, OVEN, ...OTHERS]);
    const vector = Float32Array.of(1, 0);
    await find(index, { vector }, { feedbackPassages: 1, listed: 2 });
    expect(index.rounds.map((round) => round.map(({ kind }) => kind))).toEqual([
      ['terms', 'vector'],
      ['terms', 'terms', 'vector'],
    ]);
    const [first = [], second = []] = index.rounds;
    expect([termsOf(first[0]), vectorOf(first[1])]).toEqual([TERMS, [1, 0]]);
    expect(termsOf(second[0])).toEqual(TERMS);
    // The kiln is the rarer of the passage's words, and occurs in it less often.
    expect(termsOf(second[1]).map(({ term }) => term)).toEqual(['kiln', 'oven']);
    expect(termsOf(second[1]).every(({ weight }) => weight > 0)).toBe(true);
    // As strong as the question's own vector: halfway between the two.
    const [x = 0, y = 0] = vectorOf(second[2]);
    expect([x, y]).toEqual([expect.closeTo(Math.SQRT1_2, 5), expect.closeTo(Math.SQRT1_2, 5)]);
  });

  it('moves the vector further for stronger feedback, and not at all without strength', async () => {
    const slopes: number[] = [];
    for (const feedbackStrength of [0, 1, 4]) {
      const index = new FakeSearchIndex([KILN, ...OTHERS]);
      await find(index, { vector: Float32Array.of(1, 0) }, { feedbackPassages: 1, feedbackStrength });
      const [x = 0, y = 0] = vectorOf(index.rounds[1]?.[2]);
      slopes.push(y / x);
    }
    expect(slopes).toEqual([0, 1, 4].map((slope) => expect.closeTo(slope, 5) as number));
  });

  it('finds passages with none of the question’s words, after those that contain them', async () => {
    const index = new FakeSearchIndex([KILN, OVEN, ...OTHERS]);
    const found = await find(index);
    expect([ids(found.ordered), found.found]).toEqual([[1, 2], 2]);
    const once = await find(index, { feedback: false });
    expect([ids(once.ordered), once.found]).toEqual([[1], 1]);
  });

  it('does not run if feedback is off', async () => {
    const index = new FakeSearchIndex([KILN, OVEN]);
    await find(index, { feedback: false, vector: Float32Array.of(1, 0) });
    expect(index.rounds).toHaveLength(1);
  });

  it('does not run if the first pass found nothing', async () => {
    const index = new FakeSearchIndex(OTHERS);
    const found = await find(index);
    expect(index.rounds).toHaveLength(1);
    const nothing = { words: [], vector: [], feedbackWords: [], feedbackVector: [], ordered: [], found: 0 };
    expect(found).toMatchObject(nothing);
  });

  it('runs without a vector if the question has none', async () => {
    const index = new FakeSearchIndex([KILN, OVEN]);
    const found = await find(index);
    expect(index.rounds.map((round) => round.map(({ kind }) => kind))).toEqual([['terms'], ['terms', 'terms']]);
    expect(found.vector).toEqual([]);
  });

  it('moves the vector by the passages that have one', async () => {
    const index = new FakeSearchIndex([
      { ...KILN, words: { kiln: 3 } },
      { id: 2, words: { kiln: 3 } },
    ]);
    await find(index, { vector: Float32Array.of(1, 0) });
    // Both have the same weight; one of them has no vector to move the question to.
    const [x = 0, y = 0] = vectorOf(index.rounds[1]?.[2]);
    expect([Math.hypot(x, y), y / x]).toEqual([expect.closeTo(1, 5), expect.closeTo(0.5, 1)]);
  });

  it('uses no more passages and terms than the settings allow', async () => {
    const many = Array.from({ length: 9 }, (_, i) => ({
      id: i + 1,
      words: { kiln: 20 - i, [`word${i}`]: 1, clay: 1 },
    }));
    const learned = async (settings: Partial<RankingSettings>) => {
      const index = new FakeSearchIndex(many);
      await find(index, {}, settings);
      return termsOf(index.rounds[1]?.[1]).map(({ term }) => term);
    };
    expect((await learned({ feedbackPassages: 3 })).sort()).toEqual(['clay', 'kiln', 'word0', 'word1', 'word2']);
    expect(await learned({ feedbackPassages: 3, feedbackTerms: 2 })).toHaveLength(2);
  });

  it('learns more from passages with a greater lead', async () => {
    const index = new FakeSearchIndex([
      { id: 1, words: { kiln: 9, near: 1 } },
      { id: 2, words: { kiln: 1, far: 1 } },
      { id: 3, words: { kiln: 1, far: 1, farther: 1 } },
    ]);
    await find(index);
    const learned = new Map(termsOf(index.rounds[1]?.[1]).map(({ term, weight }) => [term, weight]));
    expect(learned.get('near')).toBeGreaterThan(2 * (learned.get('farther') ?? Number.NaN));
  });
});

describe('the lists of a trace', () => {
  it("are those of the question's own words and own vector", async () => {
    const index = new FakeSearchIndex([KILN, OVEN, ...OTHERS]);
    const { words, vector } = await find(index, { vector: Float32Array.of(1, 0) }, { listed: 2 });
    const expected = {
      words: [{ id: 1, score: 2 }],
      vector: [
        { id: 2, score: expect.closeTo(0.1, 5) as number },
        { id: 1, score: 0 },
      ],
    };
    expect({ words, vector }).toEqual(expected);
    const once = await find(index, { vector: Float32Array.of(1, 0), feedback: false }, { listed: 2 });
    expect({ words: once.words, vector: once.vector }).toEqual(expected);
  });

  it('are also those of the expansion terms and of the moved vector', async () => {
    const index = new FakeSearchIndex([KILN, OVEN, ...OTHERS]);
    const found = await find(index, { vector: Float32Array.of(1, 0) }, { listed: 2, feedbackPassages: 1 });
    const [, learned, moved] = index.answers[1]?.lists ?? [];
    expect([found.feedbackWords, found.feedbackVector]).toEqual([learned, moved]);
    expect([ids(found.feedbackWords), found.feedbackVector.length]).toEqual([[1, 2], 2]);
    const once = await find(index, { vector: Float32Array.of(1, 0), feedback: false });
    expect([once.feedbackWords, once.feedbackVector]).toEqual([[], []]);
  });
});

describe('the times', () => {
  it('are those of words and of vectors in both passes', async () => {
    const index = new FakeSearchIndex([KILN, OVEN]);
    index.tookMs = { terms: 3, vector: 20, meaning: 1 };
    const times = async (request: Partial<CandidateRequest>) => (await find(index, request)).times;
    const vector = Float32Array.of(1, 0);
    expect(await times({ vector })).toMatchObject({ words: 9, vectors: 40 });
    expect(await times({ vector, feedback: false })).toMatchObject({ words: 3, vectors: 20 });
    expect(await times({})).toMatchObject({ words: 9, vectors: 0 });
    expect((await times({})).comparison).toBeGreaterThan(0);
  });
});

describe('the order', () => {
  const many = Array.from({ length: 6 }, (_, i) => ({ id: i + 1, words: { kiln: 9 - i } }));

  it('adds the relevance to the fused score, for the passages that are compared', async () => {
    const order = async (relevanceWeight: number) =>
      (await find(new FakeSearchIndex(many), {}, { compared: 3, relevanceWeight })).ordered;
    const plain = await order(0);
    expect(ids(plain)).toEqual([1, 2, 3, 4, 5, 6]);
    const byId = new Map(plain.map((s) => [s.id, s.score]));
    const ordered = await order(2);
    for (const { id, fused: own, relevance, score } of ordered) {
      // All passages contain the same single word, so other weights among them change no fused score.
      expect(own).toBeCloseTo(byId.get(id) ?? Number.NaN, 10);
      expect(relevance === undefined).toBe(id > 3);
      expect(score).toBe(own + 2 * (relevance?.score ?? 0));
    }
    expect(ordered.map((s) => s.score)).toEqual(ordered.map((s) => s.score).sort((a, b) => b - a));
  });

  it('keeps the configured number, and reports how many there were', async () => {
    const { ordered, found } = await find(new FakeSearchIndex(many), {}, { kept: 4 });
    expect([ids(ordered), found]).toEqual([[1, 2, 3, 4], 6]);
  });

  it('is that of the second pass, with its weights, and compares the best of that pass', async () => {
    const three = [KILN, { id: 2, words: { oven: 9 } }, { id: 3, words: { kiln: 1 } }];
    const settings = { first: [1, 0], compared: 1, feedbackPassages: 1, relevanceWeight: 0 } as const;
    const order = async (second: readonly [number, number, number]) =>
      (await find(new FakeSearchIndex([...three, ...OTHERS.slice(1)]), {}, { ...settings, second })).ordered;
    expect(ids(await order([0.65, 0.35, 0]))).toEqual([1, 2, 3]);
    const ordered = await order([0.1, 0.9, 0]);
    expect(ordered.map(({ id, relevance }) => [id, relevance !== undefined])).toEqual([
      [2, true],
      [1, false],
      [3, false],
    ]);
  });

  it('ranks a passage that answers the question before one that only repeats a word of it', async () => {
    const both = [
      { id: 1, words: { kiln: 5 } },
      { id: 2, words: { kiln: 2, fires: 1 } },
      { id: 3, words: { kiln: 1 } },
    ];
    const order = async (relevanceWeight: number) => {
      const request = { terms: TERMS, vector: undefined, scope: SCOPE, feedback: false };
      const settings = { ...SETTINGS, relevanceWeight };
      const found = await new FindCandidates(new FakeSearchIndex(both), settings).find(
        request,
        relevanceModel('kiln fires'),
      );
      return ids(found.ordered);
    };
    expect(await order(0)).toEqual([1, 2, 3]);
    expect(await order(3)).toEqual([2, 1, 3]);
  });

  it('regularises scores with the neighbours of a passage after a second pass only', async () => {
    const good = [3, 4, 5].map((id) => ({ id, words: { kiln: 5 }, vector: [0, 1] }));
    const poor = [6, 7, 8].map((id) => ({ id, words: { other: 1 }, vector: [1, 0] }));
    // Equal by themselves; the second is among relevant passages.
    const both = [
      { id: 1, words: { kiln: 2 }, vector: [0.8, 0.6] },
      { id: 2, words: { kiln: 2 }, vector: [0.6, 0.8] },
    ];
    const order = async (
      more: Partial<CandidateRequest>,
      supportWeight: number,
      weights: Partial<RankingSettings> = {},
    ) => {
      const index = new FakeSearchIndex([...both, ...good, ...poor]);
      const settings = {
        supporters: 4,
        supportedAmong: 8,
        supportWeight,
        second: [1, 0, 0],
        first: [1, 0],
        relevanceWeight: 0,
        ...weights,
      } as const;
      return (await find(index, { vector: Float32Array.of(0, 1), ...more }, settings)).ordered;
    };
    const placeOf = (ordered: Awaited<ReturnType<typeof order>>, id: number) => ids(ordered).indexOf(id);
    const without = await order({}, 0);
    expect(placeOf(without, 1)).toBeLessThan(placeOf(without, 2));
    const supported = await order({}, 0.4);
    expect(placeOf(supported, 2)).toBeLessThan(placeOf(supported, 1));
    for (const { fused, support, score } of supported) expect(score).toBeCloseTo(fused + 0.4 * (support ?? NaN), 10);
    expect((await order({ feedback: false }, 0.4)).every(({ support }) => support === undefined)).toBe(true);
    // With fewer passages than are compared, the nearest are most of all.
    expect((await order({}, 0.4, { supportedAmong: 9 })).every(({ support }) => support === undefined)).toBe(true);
    expect((await order({ vector: undefined }, 0.4)).every(({ support }) => support === undefined)).toBe(true);
  });

  it('compares each passage once, in any number of passes', async () => {
    const index = new FakeSearchIndex([KILN, OVEN, ...many.slice(2)]);
    await find(index);
    const asked = index.compared.flat();
    expect(asked).toHaveLength(new Set(asked).size);
    expect(asked).toContain(2);
  });
});

describe('the scope', () => {
  it('is that of the question in every query', async () => {
    const index = new FakeSearchIndex([KILN, OVEN]);
    await find(index, { vector: Float32Array.of(1, 0) });
    expect([...index.scopes]).toEqual([SCOPE]);
  });
});

describe('a search of limited depth', () => {
  const words: FakePassage[] = [1, 2, 3, 4].map((id) => ({ id, words: { kiln: 6 - id }, vector: [-1, 0.1 * id] }));
  const vectors: FakePassage[] = [11, 12, 13].map((id) => ({
    id,
    words: { other: 1 },
    vector: [0.1 * (id - 10), 1],
  }));
  const vector = Float32Array.from([0, 1]);
  const all = [...words, ...vectors];

  it.each([false, true])('takes the best of each retriever and no more (second pass: %s)', async (feedback) => {
    const deep = await find(new FakeSearchIndex(all), { vector, feedback: false });
    const found = await find(new FakeSearchIndex(all), {
      vector,
      feedback,
      depth: { words: 2, vectors: 1, compared: 50 },
    });
    expect([found.words.length, found.vector.length]).toEqual([2, 1]);
    expect(ids(found.words)).toEqual(ids(deep.words).slice(0, 2));
    expect(found.ordered.length).toBeLessThanOrEqual(feedback ? 5 : 3);
    if (!feedback) {
      const kept = new Set([...ids(found.words), ...ids(found.vector)]);
      expect(ids(found.ordered)).toEqual(ids(deep.ordered).filter((id) => kept.has(id)));
    }
  });

  it('compares the configured number of passages with the question', async () => {
    const depth = { words: 50, vectors: 50, compared: 2 };
    const { ordered } = await find(new FakeSearchIndex(all), { vector, feedback: false, depth });
    expect(ordered.filter((s) => s.relevance !== undefined)).toHaveLength(2);
  });
});
