import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** A path that the version does not have as a category. */
export interface MissingCategory {
  readonly path: CategoryPath;
  /** Whether the category contains documents nevertheless. */
  readonly holdsDocuments: boolean;
  /** The category that resembles it most. */
  readonly meant?: CategoryPath | undefined;
}

/** What was found out about some paths, or why nothing could be. */
export type CategoryCheck =
  { readonly missing: readonly MissingCategory[] } | { readonly unchecked: 'unknown-version' | 'taxonomy-away' };

/** Port: the category tree of a version, adapted to the taxonomy feature in infrastructure. */
export abstract class KnownCategories {
  /** Those of the paths that the version does not have, as far as the filter lets anybody know. */
  abstract check(version: string, paths: readonly CategoryPath[], filter: CategoryFilter): Promise<CategoryCheck>;
}
