import { Injectable } from '@nestjs/common';
import { CategoryFilter, mayUseSharedModels, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CaseIndex } from '../domain/case-index.js';
import {
  CaseCounts,
  CaseStatistics,
  SelectorReadiness,
  selectorReadiness,
  successRate,
} from '../domain/case-statistics.js';
import { PLAIN_SIMILARITY, SelectorState } from '../domain/selector/case-selector.js';
import { SuggestionCache } from '../domain/suggestion-cache.js';
import { SimilarCases } from './find-similar-cases.js';
import { CurrentSelector } from './current-selector.js';
import { ReadCases } from './read-cases.js';

export interface CaseBaseState {
  readonly counts: CaseCounts;
  readonly successRate: number;
  readonly suggestions: number;
  readonly averageResponseMs: number;
  readonly p95ResponseMs: number;
  readonly readiness: SelectorReadiness;
  readonly selector: SelectorState;
  /** Undefined for a caller who sees only a part: it would disclose how often others ask. */
  readonly cacheHitRate: number | undefined;
}

/** The order learned from all cases is neither used for nor shown to a caller who sees only a part. */
const NOT_FOR_A_PART: SelectorState = {
  ...PLAIN_SIMILARITY,
  reason: 'the learned order is for keys that see every case',
};

/** The counters of the case base that the caller may see. */
@Injectable()
export class ReadCaseStatistics {
  constructor(
    private readonly statistics: CaseStatistics,
    private readonly selector: CurrentSelector,
    private readonly cache: SuggestionCache<SimilarCases>,
    private readonly index: CaseIndex,
    private readonly cases: ReadCases,
  ) {}

  async read(filter: CategoryFilter, userId: string): Promise<CaseBaseState> {
    const seesAll = mayUseSharedModels(filter);
    const counts = await this.statistics.read(filter, userId, await this.cases.hidden(filter));
    const suggestions = counts.suggestions.reduce((sum, method) => sum + method.suggestions, 0);
    const totalMs = counts.suggestions.reduce((sum, method) => sum + method.totalMs, 0);
    return {
      counts,
      successRate: successRate(counts),
      suggestions,
      averageResponseMs: suggestions === 0 ? 0 : totalMs / suggestions,
      p95ResponseMs: counts.p95ResponseMs,
      readiness: selectorReadiness(counts),
      selector: seesAll ? await this.selector.state() : NOT_FOR_A_PART,
      cacheHitRate: seesAll ? this.cache.hitRate : undefined,
    };
  }

  /** Everything, for the operator's metrics. */
  all(): Promise<CaseBaseState> {
    return this.read(UNRESTRICTED, '');
  }

  /** Cases in the index; those in the store are in `counts`. */
  get indexed(): number {
    return this.index.size;
  }
}
