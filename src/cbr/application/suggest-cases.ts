import { Injectable } from '@nestjs/common';
import { filterKey } from '../../shared/domain/category-filter.js';
import { foldPath } from '../../shared/domain/category-path.js';
import { Clock } from '../../shared/domain/clock.js';
import { SuggestionCache } from '../domain/suggestion-cache.js';
import { FindRequest, FindSimilarCases, SimilarCases } from './find-similar-cases.js';
import { RecordSuggestion } from './record-suggestion.js';

export interface Suggestion extends SimilarCases {
  readonly logId: string;
  /** Finding them, without writing the log. */
  readonly executionTimeMs: number;
}

/** All that a suggestion depends on beside the case base. The filter is part of it: one caller's answer is never another's. */
function keyOf(request: FindRequest): string {
  const { query, filter, category, k, method, minQuality, rankBy } = request;
  return JSON.stringify([
    filterKey(filter),
    query,
    category === undefined ? null : foldPath(category),
    k,
    method,
    minQuality,
    rankBy,
  ]);
}

/** Suggests cases that resemble a question (retrieve), and keeps a log of it. */
@Injectable()
export class SuggestCases {
  constructor(
    private readonly find: FindSimilarCases,
    private readonly record: RecordSuggestion,
    private readonly cache: SuggestionCache<SimilarCases>,
    private readonly clock: Clock,
  ) {}

  /** @param userId the key that asks: the log belongs to it */
  async execute(request: FindRequest, userId: string, signal?: AbortSignal): Promise<Suggestion> {
    const started = performance.now();
    const found = await this.recall(request, signal);
    const executionTimeMs = performance.now() - started;
    const logId = await this.record.execute({
      query: request.query,
      categoryPath: request.category ?? null,
      suggested: found.cases.map(({ one, features }) => ({ caseId: one.caseId, features })),
      executionTimeMs,
      similarityMethod: found.method,
      userId,
    });
    return { ...found, logId, executionTimeMs };
  }

  private async recall(request: FindRequest, signal: AbortSignal | undefined): Promise<SimilarCases> {
    const key = keyOf(request);
    const now = this.clock.now().getTime();
    await this.find.settled();
    const { version } = this.find;
    const known = this.cache.get(key, version, now);
    if (known !== undefined) return known;
    const found = await this.find.execute(request, signal);
    // What is degraded must not outlive its cause; what changed meanwhile may or may not be in the answer.
    if (found.degraded.length === 0 && version === this.find.version) this.cache.set(key, found, { version, now });
    return found;
  }
}
