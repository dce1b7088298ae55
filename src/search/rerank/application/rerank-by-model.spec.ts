import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { fakeIndexedPassage } from '../../../../test/support/fake-search-index.js';
import { Ranking, SearchHit } from '../../ranking/domain/passage-ranking.js';
import { Reranker, RerankerUnavailableError, RerankOptions, RerankerSetting } from '../domain/reranker.js';
import { READ_BY_MODEL, RerankByModel } from './rerank-by-model.js';

/** Returns each passage's configured score by rank, after a callback. */
class FakeReranker extends Reranker {
  readonly name = 'fake-reranker';
  asked: { query: string; passages: readonly string[]; options: RerankOptions } | undefined;
  constructor(
    private readonly scores: readonly (number | undefined)[],
    private readonly first: () => Promise<void> = () => Promise.resolve(),
  ) {
    super();
  }
  async rerank(query: string, passages: readonly string[], options: RerankOptions): Promise<(number | undefined)[]> {
    this.asked = { query, passages, options };
    await this.first();
    return passages.map((_, i) => this.scores[i]);
  }
}

class FixedSetting extends RerankerSetting {
  readonly timeoutMs = 700;
  constructor(readonly model: Reranker | undefined) {
    super();
  }
}

function hit(id: number): SearchHit {
  const features = { coverage: 1, heading: 0, phrase: 0, proximity: 0 };
  return {
    passage: { ...fakeIndexedPassage(id, `text ${id}`), section: id === 1 ? 'Chapter 1' : undefined },
    score: -id,
    relevance: { score: 0.5, features, matchedTerms: ['kiln'] },
    bm25: null,
    vector: null,
    feedback: { words: null, vector: null },
    named: false,
    fusedScore: -id,
    support: null,
  };
}

function ranking(hits: number, degraded: readonly string[] = []): Ranking {
  return {
    hits: Array.from({ length: hits }, (_, i) => hit(i + 1)),
    totalCount: 99,
    degraded,
    query: { text: 'kiln', words: [], terms: [] },
    frequencies: { byTerm: new Map(), passages: 0 },
    times: { embeddingTime: 1, bm25Time: 2, vectorTime: 3, fusionTime: 4, rerankTime: 5 },
    expansion: { decisiveness: 0, decisive: 0.5, terms: [] },
    bm25Candidates: 7,
    vectorCandidates: 8,
  };
}

const rerank = (model: Reranker | undefined, given: Ranking, signal?: AbortSignal) =>
  new RerankByModel(new FixedSetting(model)).rerank('kiln?', given, { signal });
const ids = ({ hits }: Ranking) => hits.map(({ passage }) => passage.id);

const unavailable = () => Promise.reject(new RerankerUnavailableError('it is unavailable'));

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(['log', 'warn', 'error']));

describe('a model that reranks', () => {
  it('reads the question and each passage with its heading, in the order of the ranking, within its time', async () => {
    const model = new FakeReranker([]);
    const { signal } = new AbortController();
    await rerank(model, ranking(2), signal);
    expect(model.asked).toEqual({
      query: 'kiln?',
      passages: ['Title 1 Chapter 1\ntext 1', 'Title 2\ntext 2'],
      options: { timeoutMs: 700, signal },
    });
  });

  it('orders the scored passages, and the others keep their order after them', async () => {
    const scores = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(scores, async (given) => {
        const before = ranking(given.length);
        const { hits } = await rerank(new FakeReranker(given), before);
        const scored = hits.slice(0, given.filter((s) => s !== undefined).length);
        const own = ({ passage }: SearchHit) => given[passage.id - 1];
        expect(scored.map((h) => h.relevance.score)).toEqual(scored.map(own));
        expect(scored.every((h) => h.relevance.model === 'fake-reranker')).toBe(true);
        scored.forEach((h, i) => {
          const next = scored[i + 1];
          // Equal scores stay in the order of the ranking.
          if (next !== undefined)
            expect(own(h) === own(next) ? h.passage.id < next.passage.id : (own(h) ?? 0) > (own(next) ?? 0)).toBe(true);
        });
        expect(hits.slice(scored.length)).toEqual(before.hits.filter((h) => own(h) === undefined));
      }),
    );
  });

  it('keeps everything else: features, scores of the retrievers, counts and their times', async () => {
    const before = ranking(3);
    const after = await rerank(new FakeReranker([0.1, 0.9, 0.4]), before);
    expect(ids(after)).toEqual([2, 3, 1]);
    const { rerankTime, ...times } = after.times;
    expect(rerankTime).not.toBe(5);
    expect({ ...after, hits: [], times }).toEqual({
      ...before,
      hits: [],
      times: { ...before.times, rerankTime: undefined },
    });
    for (const { passage, relevance, ...rest } of after.hits) {
      const original = before.hits[passage.id - 1];
      expect({ ...rest, passage }).toEqual({ ...original, relevance: undefined });
      expect({ ...relevance, score: 0.5 }).toEqual({ ...original?.relevance, model: 'fake-reranker' });
    }
  });

  it('reads only the best, and the others follow after them', async () => {
    const model = new FakeReranker(Array.from({ length: 60 }, (_, i) => i / 100));
    const after = await rerank(model, ranking(60));
    expect(model.asked?.passages).toHaveLength(READ_BY_MODEL);
    const read = Array.from({ length: READ_BY_MODEL }, (_, i) => READ_BY_MODEL - i);
    expect(ids(after)).toEqual([...read, ...Array.from({ length: 10 }, (_, i) => READ_BY_MODEL + 1 + i)]);
  });

  it('reads fewer if configured', async () => {
    const model = new FakeReranker([0.1, 0.2]);
    const after = await new RerankByModel(new FixedSetting(model)).rerank('kiln?', ranking(4), {
      signal: undefined,
      read: 2,
    });
    expect(model.asked?.passages).toHaveLength(2);
    expect(ids(after)).toEqual([2, 1, 3, 4]);
  });

  it('reports its time', async () => {
    const after = await rerank(
      new FakeReranker([0.5], () => new Promise((resolve) => setTimeout(resolve, 30))),
      ranking(1),
    );
    expect(after.times.rerankTime).toBeGreaterThanOrEqual(25);
  });

  it('is not called for an empty ranking', async () => {
    const model = new FakeReranker([]);
    const before = ranking(0);
    expect(await rerank(model, before)).toBe(before);
    expect(model.asked).toBeUndefined();
  });
});

describe('a ranking without a model', () => {
  it('stays as it is', async () => {
    const before = ranking(3);
    expect(await rerank(undefined, before)).toBe(before);
    expect([undefined, new FakeReranker([])].map((m) => new RerankByModel(new FixedSetting(m)).configured)).toEqual([
      false,
      true,
    ]);
  });
});

describe('an unavailable model', () => {
  it('keeps the order, is reported in addition to what else is missing, and took no time', async () => {
    const before = ranking(3, ['embedding']);
    const after = await rerank(new FakeReranker([], unavailable), before);
    expect(after).toEqual({
      ...before,
      degraded: ['embedding', 'reranker'],
      times: { ...before.times, rerankTime: 0 },
    });
  });

  it('does not hide an aborted request: the caller’s call fails', async () => {
    const left = rerank(new FakeReranker([], unavailable), ranking(3), AbortSignal.abort());
    await expect(left).rejects.toBeInstanceOf(RerankerUnavailableError);
  });

  it('does not hide any other error', async () => {
    const broken = rerank(new FakeReranker([], () => Promise.reject(new TypeError('a fault'))), ranking(3));
    await expect(broken).rejects.toThrow('a fault');
  });
});
