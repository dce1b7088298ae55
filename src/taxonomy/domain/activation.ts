import { allows, CategoryFilter, limitsCategories } from '../../shared/domain/category-filter.js';
import { CategoryPath, foldPath, MAX_LEVELS } from '../../shared/domain/category-path.js';
import { ConflictError, DomainError } from '../../shared/domain/domain-error.js';
import { Placement, samePath } from './placement.js';

/** A change of the taxonomy outside the paths of the caller's key. */
export class OutsidePathsError extends DomainError {
  constructor(detail: string) {
    super('forbidden', 'outside-paths', detail);
  }
}

/** Rows whose displayed path the activation changes. */
export function movesOf(placements: readonly Placement[]): Placement[] {
  return placements.filter((row) => !samePath(row.current, row.path));
}

/** @throws ConflictError when documents that were added after the version was created would get too deep in it */
export function assertDepth(moves: readonly Placement[], version: string): void {
  const deep = moves.find((row) => row.documents > 0 && row.path.length > MAX_LEVELS);
  if (deep === undefined) return;
  throw new ConflictError(
    `Version ${version} would put the category '${deep.current.join(' > ')}' at ${deep.path.length} levels, and ${MAX_LEVELS} are allowed; move its documents higher up, or make another version.`,
  );
}

/** Categories before and after, and the rows that move. */
interface Change {
  readonly before: readonly CategoryPath[];
  readonly after: readonly CategoryPath[];
  readonly moves: readonly Placement[];
}

/**
 * A version applies to all callers: a key with paths may only activate one that changes nothing outside.
 * @throws OutsidePathsError
 */
export function assertWithin(filter: CategoryFilter, { before, after, moves }: Change): void {
  if (!limitsCategories(filter)) return;
  const outside = (paths: readonly CategoryPath[]): Set<string> =>
    new Set(paths.filter((path) => !allows(filter, path)).map(foldPath));
  const [left, right] = [outside(before), outside(after)];
  const sameCategories = left.size === right.size && [...left].every((key) => right.has(key));
  const movesInside = moves.every(
    (row) => row.documents === 0 || (allows(filter, row.current) && allows(filter, row.path)),
  );
  if (sameCategories && movesInside) return;
  throw new OutsidePathsError(
    'Activating this version changes categories outside the paths of this key; use a key without path limits.',
  );
}
