import { AccessGroups } from '../../shared/domain/access-groups.js';
import { admits, allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** A row that documents refer to: its current path, and how many documents it has. */
export interface CategoryRow {
  readonly id: number;
  /** Path in the active version. */
  readonly current: CategoryPath;
  /** Groups of its documents. */
  readonly groups: AccessGroups;
  readonly documents: number;
}

/** A row with its path in some version. */
export interface Placement extends CategoryRow {
  readonly path: CategoryPath;
}

/** Whether two paths are the same, case included. */
export function samePath(a: CategoryPath, b: CategoryPath): boolean {
  return a.length === b.length && a.every((label, i) => label === b[i]);
}

/**
 * Rows as a caller may see them: those outside the filter appear empty. Both the current path of a row and its path in the requested
 * version must be allowed, since an earlier or future path must not give access to what is closed today.
 */
export function visibleTo(filter: CategoryFilter, placements: readonly Placement[]): Placement[] {
  if (filter.kind === 'unrestricted') return [...placements];
  return placements.map((row) =>
    admits(filter, { canonicalPath: row.current, groups: row.groups }) && allows(filter, row.path)
      ? row
      : { ...row, documents: 0 },
  );
}
