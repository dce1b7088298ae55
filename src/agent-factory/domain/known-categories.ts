import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** A path that is not a category of the version. */
export interface MissingCategory {
  readonly path: CategoryPath;
  /** Whether the category contains documents nevertheless. */
  readonly holdsDocuments: boolean;
  /** The most similar category. */
  readonly meant?: CategoryPath | undefined;
}

/** The result of a check, or the reason why there is none. */
export type CategoryCheck =
  { readonly missing: readonly MissingCategory[] } | { readonly unchecked: 'unknown-version' | 'taxonomy-away' };

/** Port: the category tree of a version, adapted to the taxonomy feature in infrastructure. */
export abstract class KnownCategories {
  /** The paths that are not categories of the version, as far as the filter permits disclosing it. */
  abstract check(version: string, paths: readonly CategoryPath[], filter: CategoryFilter): Promise<CategoryCheck>;
}
