import { Injectable } from '@nestjs/common';
import { askerKey } from '../../../shared/domain/category-filter.js';
import { IndexVersion } from '../../domain/indexed-passage.js';
import { PassageRanking, Ranking, RankingRequest } from '../domain/passage-ranking.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';
import { ProviderVector } from '../../embedding/domain/embedder.js';

/** Maximum number of cached hits, of about 2 kB each: about 8 MB. */
const CAPACITY = 4_000;

/**
 * Everything that a result depends on except the state of the index. Caller and filter are included: callers never
 * share results, and none learns from the time what another one asked.
 */
function keyOf(request: RankingRequest): string {
  const { query, topK, mode, rerank, synonyms, feedback, beside, depth, scope } = request;
  const how = [topK, mode, rerank, synonyms, feedback, beside, depth];
  return JSON.stringify([askerKey(scope.filter), scope.asOf, query, ...how]);
}

/**
 * Caches rankings until the next write to the store. Users repeat questions, and page scripts repeat them thousands of
 * times.
 */
@Injectable()
export class CachedRanking {
  private readonly cache = new LruCache<string, () => Ranking>(CAPACITY);
  private state = '';

  constructor(
    private readonly ranking: PassageRanking,
    private readonly version: IndexVersion,
  ) {}

  /** Call before `recall`: rankings of earlier writes are then no longer returned. */
  settled(signal?: AbortSignal): Promise<void> {
    return this.version.settled(signal);
  }

  /** The cached ranking for this request, if nothing was written since. */
  recall(request: RankingRequest): Ranking | undefined {
    this.forgetWhenChanged();
    return this.cache.get(keyOf(request))?.();
  }

  /**
   * Queries the index and caches its answer. The provider's vector depends only on the question and the state of the
   * index.
   */
  async rank(request: RankingRequest, vector: ProviderVector | undefined, signal?: AbortSignal): Promise<Ranking> {
    this.forgetWhenChanged();
    const before = this.state;
    const { ranking, again } = await this.ranking.rankToKeep({ ...request, vector }, signal);
    this.forgetWhenChanged();
    // An answer may or may not include a write made meanwhile, and a degraded answer must not outlive its cause.
    if (this.state === before && ranking.degraded.length === 0)
      this.cache.set(keyOf(request), again, Math.max(1, ranking.hits.length));
    return ranking;
  }

  private forgetWhenChanged(): void {
    const state = `${this.version.current()} ${this.ranking.generation}`;
    if (state === this.state) return;
    this.state = state;
    this.cache.clear();
  }
}
