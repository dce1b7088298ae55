import { CategoryFilter } from '../../../shared/domain/category-filter.js';

/** Maintenance of the store that affects only speed and size, not the answers. */
export abstract class IndexMaintenance {
  /** Renews the statistics of the store's query planner, and shortens its log. */
  abstract refreshStatistics(): Promise<void>;
  /** When the last complete maintenance ended, ISO 8601; undefined before the first. */
  abstract lastOptimized(): Promise<string | undefined>;
  /** Call inside a Transaction. */
  abstract markOptimized(at: string): Promise<void>;
  /** Increases with every passage that is written: two equal numbers mean that nothing was written in between. */
  abstract sequence(): Promise<number>;
  /** The size of the part that a caller may see. */
  abstract statistics(filter: CategoryFilter): Promise<StoreStatistics>;
}

export interface StoreStatistics {
  readonly documents: number;
  readonly chunks: number;
  /** Bytes on disk; for a caller who sees a part of the store, the characters of that part. */
  readonly sizeBytes: number;
}
