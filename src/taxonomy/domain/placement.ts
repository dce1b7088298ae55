import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** A row that documents point to: where it stands now, and how many documents it has. */
export interface CategoryRow {
  readonly id: number;
  /** Path in the active version. */
  readonly current: CategoryPath;
  readonly documents: number;
}

/** A row with the path that it has in some version. */
export interface Placement extends CategoryRow {
  readonly path: CategoryPath;
}

/** Whether two paths are the same, case included. */
export function samePath(a: CategoryPath, b: CategoryPath): boolean {
  return a.length === b.length && a.every((label, i) => label === b[i]);
}

/**
 * Rows as a caller may know them: those outside the filter seem empty. A row must be allowed where it is now and where
 * it stands in the version that is looked at, since an earlier or future place must not open what is closed today.
 */
export function visibleTo(filter: CategoryFilter, placements: readonly Placement[]): Placement[] {
  if (filter.kind === 'unrestricted') return [...placements];
  return placements.map((row) =>
    allows(filter, row.current) && allows(filter, row.path) ? row : { ...row, documents: 0 },
  );
}
