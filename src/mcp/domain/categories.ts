import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** Port: the categories that a caller may see; adapted to the taxonomy feature in infrastructure. */
export abstract class Categories {
  abstract list(filter: CategoryFilter): Promise<readonly CategoryPath[]>;
}
