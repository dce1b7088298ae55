import { foldPath } from '../../shared/domain/category-path.js';
import { CaseCounts } from '../domain/case-statistics.js';
import { readStrings } from './case-rows.js';

export type CategoryCount = CaseCounts['categories'][number];

/** Cases under one row of the category paths. */
export interface CategoryCountRow {
  /** JSON, in display case. */
  readonly current_path: string;
  readonly cases: number;
}

/** Merges rows of one category that differ in display case, under the first one's. */
export function toCategoryCounts(rows: readonly CategoryCountRow[]): CategoryCount[] {
  const byKey = new Map<string, CategoryCount>();
  for (const row of rows) {
    const path = readStrings(row.current_path);
    const key = foldPath(path);
    const known = byKey.get(key);
    byKey.set(key, { path: known?.path ?? path, cases: (known?.cases ?? 0) + row.cases });
  }
  return [...byKey.values()];
}
