import { CategoryPath } from '../../shared/domain/category-path.js';

/** The first version of a new store. */
export const FIRST_VERSION = '1.0.0';
/** The keyword for the active version in place of a version number. */
export const CURRENT = 'current';
/** Categories of one version that were added by operations; those of documents are additional. */
export const MAX_CATEGORIES = 100_000;
/** Operations of one version; a larger migration should be split into steps that can be undone one by one. */
export const MAX_OPERATIONS = 1_000;

export const OPERATION_KINDS = ['add', 'rename', 'move', 'merge', 'remove'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** One change of the category tree. Paths are valid category paths; `to` is a full path, for rename, move and merge. */
export interface CategoryOperation {
  readonly op: OperationKind;
  readonly path: CategoryPath;
  readonly to?: CategoryPath;
}

/** A category that changes its path, with the number of documents exactly at it. */
export interface CategoryMove {
  readonly from: CategoryPath;
  readonly to: CategoryPath;
  readonly documents: number;
}

/** The changes of a version against its base. A merged category is in `moved`, not in `removed`. */
export interface TaxonomyDiff {
  readonly added: readonly CategoryPath[];
  readonly removed: readonly CategoryPath[];
  readonly moved: readonly CategoryMove[];
  readonly documentsMoved: number;
}

/** An immutable version of the taxonomy. */
export interface TaxonomyVersion {
  /** SemVer 2.0.0 without build metadata. */
  readonly version: string;
  /** Null for the first one. */
  readonly baseVersion: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly operations: readonly CategoryOperation[];
  /** Categories that exist even while they hold no document, in display case. */
  readonly categories: readonly CategoryPath[];
}

/** The version that documents and searches go by, and since when (ISO 8601, UTC). */
export interface ActiveTaxonomy {
  readonly version: string;
  readonly activatedAt: string;
}

/** A line of the list of versions; `activatedAt` is known for the active one. */
export interface TaxonomyVersionSummary {
  readonly version: string;
  readonly baseVersion: string | null;
  readonly createdAt: string;
  readonly active: boolean;
  readonly activatedAt?: string;
}
