/** Upkeep of the index that is not needed for right answers, only for speed and size. */
export abstract class IndexMaintenance {
  /** Merges a part of the lexical index. @returns whether there may be more to merge */
  abstract mergeStep(): Promise<boolean>;
  /** Renews the statistics that the store plans its queries by, and shortens its log. */
  abstract refreshStatistics(): Promise<void>;
  /** When the last complete upkeep ended, ISO 8601; undefined before the first. */
  abstract lastOptimized(): Promise<string | undefined>;
  abstract markOptimized(at: string): Promise<void>;
  /** How many passages were written or removed since the last upkeep. */
  abstract changesSince(): Promise<number>;
}
