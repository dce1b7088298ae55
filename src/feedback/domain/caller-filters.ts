import { CategoryFilter } from '../../shared/domain/category-filter.js';

/** Port: what those who ask may see. */
export abstract class CallerFilters {
  /** What this owner of answers may see at all; everything for one that is no longer known. */
  abstract of(owner: string): Promise<CategoryFilter>;
}
