import { CategoryFilter } from '../../../shared/domain/category-filter.js';

/** Upkeep of the store that is not needed for right answers, only for speed and size. */
export abstract class IndexMaintenance {
  /** Renews the statistics that the store plans its queries by, and shortens its log. */
  abstract refreshStatistics(): Promise<void>;
  /** When the last complete upkeep ended, ISO 8601; undefined before the first. */
  abstract lastOptimized(): Promise<string | undefined>;
  /** Call inside a Transaction. */
  abstract markOptimized(at: string): Promise<void>;
  /** Grows with every passage that is written: two equal numbers mean that nothing was in between. */
  abstract sequence(): Promise<number>;
  /** The size of what a caller may see. */
  abstract statistics(filter: CategoryFilter): Promise<StoreStatistics>;
}

export interface StoreStatistics {
  readonly documents: number;
  readonly chunks: number;
  /** Bytes on disk; for a caller who sees a part of the store, the characters of that part. */
  readonly sizeBytes: number;
}
