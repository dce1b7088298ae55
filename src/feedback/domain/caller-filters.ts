import { CategoryFilter } from '../../shared/domain/category-filter.js';

/** Port: the categories that callers may see. */
export abstract class CallerFilters {
  /** Categories that this owner of answers may see; unrestricted for an unknown owner. */
  abstract of(owner: string): Promise<CategoryFilter>;
}
