import { Injectable } from '@nestjs/common';
import { filterKey } from '../../../shared/domain/category-filter.js';
import { IndexVersion } from '../../domain/index-version.js';
import { PassageRanking, Ranking, RankingRequest } from '../domain/passage-ranking.js';
import { ProviderVector } from '../../embedding/domain/embedding-providers.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Hits in all, of about two kilobytes each: some eight megabytes. */
const CAPACITY = 4_000;

/** All that a result depends on beside the state of the index. The filter is part of it: one caller's result is never another's. */
function keyOf(request: RankingRequest): string {
  const { query, topK, mode, rerank, synonyms, feedback, beside, depth, scope } = request;
  const how = [topK, mode, rerank, synonyms, feedback, beside, depth];
  return JSON.stringify([filterKey(scope.filter), scope.asOf, query, ...how]);
}

/**
 * Remembers rankings until anything is written to the store. People ask the same question again, and pages of programs ask it
 * thousands of times.
 */
@Injectable()
export class CachedRanking {
  private readonly cache = new LruCache<string, () => Ranking>(CAPACITY);
  private state = '';

  constructor(
    private readonly ranking: PassageRanking,
    private readonly version: IndexVersion,
  ) {}

  /** Call before `recall`: what anyone stored before is found then. */
  settled(signal?: AbortSignal): Promise<void> {
    return this.version.settled(signal);
  }

  /** The remembered ranking for this request, if nothing was written since. */
  recall(request: RankingRequest): Ranking | undefined {
    this.forgetWhenChanged();
    return this.cache.get(keyOf(request))?.();
  }

  /** Asks the index and remembers its answer. The provider's vector follows from the question and the state of the index. */
  async rank(request: RankingRequest, vector: ProviderVector | undefined, signal?: AbortSignal): Promise<Ranking> {
    this.forgetWhenChanged();
    const before = this.state;
    const { ranking, again } = await this.ranking.rankToKeep({ ...request, vector }, signal);
    this.forgetWhenChanged();
    // What was written meanwhile may or may not be in the answer; a degraded answer must not outlive its cause.
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
