import { Injectable } from '@nestjs/common';
import { askerKey } from '../../shared/domain/category-filter.js';
import { foldPath } from '../../shared/domain/category-path.js';
import { Clock } from '../../shared/domain/clock.js';
import { SuggestionCache } from '../domain/suggestion-cache.js';
import { FindRequest, FindSimilarCases, SimilarCases } from './find-similar-cases.js';

/**
 * All inputs of a suggestion in addition to the case base. Caller and filter are part of the key: callers never share
 * a result.
 */
function keyOf(request: FindRequest): string {
  const { query, filter, category, k, method, minQuality, rankBy } = request;
  return JSON.stringify([
    askerKey(filter),
    query,
    category === undefined ? null : foldPath(category),
    k,
    method,
    minQuality,
    rankBy,
  ]);
}

/** The nearest cases, from the cache if the case base is unchanged. Their quotes are not checked. */
@Injectable()
export class RecallCases {
  constructor(
    private readonly find: FindSimilarCases,
    private readonly cache: SuggestionCache<SimilarCases>,
    private readonly clock: Clock,
  ) {}

  async recall(request: FindRequest, signal?: AbortSignal): Promise<SimilarCases> {
    const key = keyOf(request);
    const now = this.clock.now().getTime();
    await this.find.settled();
    const { version } = this.find;
    const known = this.cache.get(key, version, now);
    if (known !== undefined) return known;
    const found = await this.find.find(request, signal);
    // A degraded result is not cached, since its cause may end.
    if (found.degraded.length === 0 && version === this.find.version) this.cache.set(key, found, { version, now });
    return found;
  }
}
