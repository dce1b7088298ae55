import fc from 'fast-check';
import {
  allowedList,
  askerKey,
  CategoryFilter,
  intersect,
  restrictedTo,
  seenBy,
  UNRESTRICTED,
} from '../../../shared/domain/category-filter.js';
import { IndexVersion } from '../../domain/indexed-passage.js';
import {
  PassageRanking,
  Ranking,
  RankingRequest,
  ServedEmbedding,
  KeptRanking,
  keptAsIs,
} from '../domain/passage-ranking.js';
import { CachedRanking } from './cached-ranking.js';

class CountedVersion extends IndexVersion {
  settled(): Promise<void> {
    return Promise.resolve();
  }

  value = 1;
  current(): number {
    return this.value;
  }
}

/** Returns the request itself, so that an answer to another request is detected. */
class EchoRanking extends PassageRanking {
  asked = 0;
  generation = 0;
  degraded: readonly string[] = [];
  duringRank: () => void = () => undefined;
  rank(request: RankingRequest): Promise<Ranking> {
    this.asked++;
    this.duringRank();
    return Promise.resolve({
      hits: [],
      totalCount: this.asked,
      expansion: { decisiveness: 0, decisive: 0.5, terms: [] },
      degraded: this.degraded,
      query: { text: JSON.stringify(plain(request)), words: [], terms: [] },
      frequencies: { byTerm: new Map(), passages: 0 },
      times: { embeddingTime: 0, bm25Time: 0, vectorTime: 0, fusionTime: 0, rerankTime: 0 },
      bm25Candidates: 0,
      vectorCandidates: 0,
    });
  }
  async rankToKeep(request: RankingRequest): Promise<KeptRanking> {
    return keptAsIs(await this.rank(request));
  }
  embed(): Promise<Float32Array[]> {
    return Promise.resolve([]);
  }
  served(): Promise<ServedEmbedding> {
    return Promise.reject(new Error('unexpected call'));
  }
}

function plain({ scope, ...rest }: RankingRequest): object {
  const { filter } = scope;
  return { ...rest, asOf: scope.asOf, filter: allowedList(filter) ?? '*' };
}

const path = fc.array(fc.constantFrom('a', 'b', 'ab', 'c d'), { minLength: 1, maxLength: 2 });
const filter: fc.Arbitrary<CategoryFilter> = fc.oneof(
  fc.constant(UNRESTRICTED),
  fc.array(path, { maxLength: 2 }).map(restrictedTo),
);
const request: fc.Arbitrary<RankingRequest> = fc.record({
  query: fc.constantFrom('휴학', 'leave', '휴학 '),
  topK: fc.constantFrom(5, 10),
  mode: fc.constantFrom('hybrid', 'words', 'bm25', 'vector'),
  rerank: fc.boolean(),
  synonyms: fc.boolean(),
  feedback: fc.boolean(),
  depth: fc.option(fc.record({ words: fc.constantFrom(3, 12), vectors: fc.constant(12), compared: fc.constant(5) }), {
    nil: undefined,
  }),
  beside: fc.constantFrom(undefined, '휴학', '복학'),
  scope: fc.record({ filter, asOf: fc.constantFrom('2026-11-22', '2026-11-23') }),
  vector: fc.constant(undefined),
});
const example: RankingRequest = {
  query: '휴학',
  topK: 5,
  mode: 'hybrid',
  rerank: true,
  synonyms: true,
  feedback: true,
  scope: { filter: restrictedTo([['a']]), asOf: '2026-11-22' },
  vector: undefined,
};

function fresh() {
  const ranking = new EchoRanking();
  const version = new CountedVersion();
  return { ranking, version, results: new CachedRanking(ranking, version) };
}

async function ask(results: CachedRanking, wanted: RankingRequest): Promise<Ranking> {
  return results.recall(wanted) ?? results.rank(wanted, undefined);
}

describe('CachedRanking', () => {
  it('never returns a result of another request: not of another filter, day, mode or option', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 40 }), async (requests) => {
        const { results } = fresh();
        for (const wanted of requests)
          expect((await ask(results, wanted)).query.text).toBe(JSON.stringify(plain(wanted)));
      }),
    );
  });

  it('queries the index once for a repeated request', async () => {
    const { ranking, results } = fresh();
    await ask(results, example);
    await ask(results, { ...example });
    expect(ranking.asked).toBe(1);
  });

  it('does not show by its time what another caller with the same rights searched', async () => {
    const { ranking, results } = fresh();
    const of = (asker: string, filter = restrictedTo([['a']])) => ({
      ...example,
      scope: { ...example.scope, filter: intersect(seenBy(asker, filter, true), UNRESTRICTED) },
    });
    await ask(results, of('one'));
    expect(results.recall(of('another'))).toBeUndefined();
    await ask(results, of('one'));
    expect(ranking.asked).toBe(1);
    const narrowed = intersect(seenBy('one', restrictedTo([['a']]), true), restrictedTo([['a', 'b']]));
    expect(askerKey(narrowed)).not.toBe(
      askerKey(intersect(restrictedTo([['a', 'b']]), seenBy('two', restrictedTo([['a']]), true))),
    );
  });

  it('clears the cache after a write to the store, and when other vectors come into service', async () => {
    const { ranking, version, results } = fresh();
    await ask(results, example);
    version.value++;
    await ask(results, example);
    ranking.generation++;
    await ask(results, example);
    expect(ranking.asked).toBe(3);
  });

  it('stores a result in the form that the ranking chooses, and returns it from there', async () => {
    const { ranking, results } = fresh();
    const first = await ranking.rank(example);
    let given = 0;
    ranking.rankToKeep = () =>
      Promise.resolve({ ranking: first, again: () => ({ ...first, totalCount: 100 + ++given }) });
    expect(await results.rank(example, undefined)).toBe(first);
    expect(results.recall(example)?.totalCount).toBe(101);
    expect(results.recall(example)?.totalCount).toBe(102);
  });

  it('does not cache an answer with a concurrent write, nor a degraded one', async () => {
    const { ranking, version, results } = fresh();
    ranking.duringRank = () => {
      version.value++;
    };
    await ask(results, example);
    expect(results.recall(example)).toBeUndefined();
    ranking.duringRank = () => undefined;
    ranking.degraded = ['embedding'];
    await ask(results, example);
    expect(results.recall(example)).toBeUndefined();
  });
});
