import { CategoryFilter } from '../../shared/domain/category-filter.js';

/** Counters of the case base that a caller may see. */
export interface CaseCounts {
  readonly cases: number;
  readonly averageQuality: number;
  readonly totalUsage: number;
  readonly mostUsed: { readonly caseId: string; readonly usageCount: number } | null;
  /** Cases by category, in display case. */
  readonly categories: readonly { readonly path: readonly string[]; readonly cases: number }[];
  /** Rated interactions; they outlive their cases. */
  readonly rated: number;
  readonly successful: number;
  readonly suggestions: readonly { readonly method: string; readonly suggestions: number; readonly totalMs: number }[];
  /** 95th percentile of the last thousand suggestions; 0 before any. */
  readonly p95ResponseMs: number;
}

/** Reads the counters. Cases and ratings inside the filter; suggestions of this key, or of all keys where the filter is unrestricted. */
export abstract class CaseStatistics {
  /** @param without ids of cases that do not count */
  abstract read(filter: CategoryFilter, userId: string, without?: readonly string[]): Promise<CaseCounts>;
}

/** Whether there are enough ratings to fit a selector. */
export interface SelectorReadiness {
  readonly totalInteractions: number;
  readonly sufficientData: boolean;
  readonly successRate: number;
  readonly ready: boolean;
}

/** Thresholds of the specification's neural selector. */
export const NEEDED_INTERACTIONS = 1_000;
export const NEEDED_SUCCESS_RATE = 0.7;

/** Successes over rated interactions; 0 before any. */
export function successRate({ rated, successful }: Pick<CaseCounts, 'rated' | 'successful'>): number {
  return rated === 0 ? 0 : successful / rated;
}

export function selectorReadiness(counts: Pick<CaseCounts, 'rated' | 'successful'>): SelectorReadiness {
  const rate = successRate(counts);
  const sufficientData = counts.rated >= NEEDED_INTERACTIONS;
  return {
    totalInteractions: counts.rated,
    sufficientData,
    successRate: rate,
    ready: sufficientData && rate >= NEEDED_SUCCESS_RATE,
  };
}
