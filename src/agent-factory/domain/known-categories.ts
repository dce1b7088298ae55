import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** Port: the category tree of a version, adapted to the taxonomy feature in infrastructure. */
export abstract class KnownCategories {
  /**
   * Those of the paths that the version does not have, as far as the filter lets anybody know.
   * @returns undefined for a version that does not exist
   */
  abstract missing(
    version: string,
    paths: readonly CategoryPath[],
    filter: CategoryFilter,
  ): Promise<readonly CategoryPath[] | undefined>;
}
