import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** Port: the categories that a caller may see. The adapter in infrastructure uses the taxonomy feature. */
export abstract class Categories {
  abstract list(filter: CategoryFilter): Promise<readonly CategoryPath[]>;
}
