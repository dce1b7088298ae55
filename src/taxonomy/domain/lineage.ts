import { CategoryPath } from '../../shared/domain/category-path.js';
import { lastOf, Steps } from '../../shared/domain/steps.js';
import { replaySteps } from './apply-operations.js';
import { CategoryRow, Placement } from './placement.js';
import { ActiveTaxonomy, TaxonomyVersion } from './taxonomy-version.js';

/** The data that determine the paths of documents in a version, read at one moment. */
export interface Lineage {
  readonly version: TaxonomyVersion;
  /**
   * The versions that it is based on, nearest first, up to the first one whose paths are known: the active one or one that was active
   * before. Empty when the version itself is such a one.
   */
  readonly bases: readonly TaxonomyVersion[];
  /** Paths of the rows when the last of these versions became inactive; empty when it is the active one. */
  readonly snapshot: ReadonlyMap<number, CategoryPath>;
  /** All rows, by id. */
  readonly rows: readonly CategoryRow[];
  readonly active: ActiveTaxonomy;
}

/**
 * The path of each row in the version: the known paths of the version, or of its nearest base that has been active, with the operations
 * since then. A row that was added later keeps its current path.
 */
export function placementsOf(lineage: Lineage): readonly Placement[] {
  return lastOf(placementSteps(lineage));
}

/** `placementsOf` in steps. */
export function* placementSteps(lineage: Lineage): Steps<readonly Placement[]> {
  let placements: readonly Placement[] = lineage.rows.map((row) => ({
    ...row,
    path: lineage.snapshot.get(row.id) ?? row.current,
  }));
  const chain = [lineage.version, ...lineage.bases].reverse();
  for (const [i, version] of chain.entries()) {
    const base = chain[i - 1];
    if (base !== undefined)
      placements = yield* replaySteps({ categories: base.categories, placements }, version.operations);
  }
  return placements;
}
