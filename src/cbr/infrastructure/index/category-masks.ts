import { allows, CategoryFilter, filterKey } from '../../../shared/domain/category-filter.js';
import { CategoryPath, foldPath } from '../../../shared/domain/category-path.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Number of cached masks: each caller has one filter, and most callers ask often. */
const REMEMBERED = 32;

/** The categories of the cases as numbers, with the permitted ones for a filter. */
export class CategoryMasks {
  private readonly numbers = new Map<string, number>();
  private readonly paths: CategoryPath[] = [];
  private readonly masks = new LruCache<string, Uint8Array>(REMEMBERED);

  numberOf(path: CategoryPath): number {
    const key = foldPath(path);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.paths.length);
    return this.paths.push(path) - 1;
  }

  /** 1 for each category that the filter allows and that equals the requested one, if any. */
  mask(filter: CategoryFilter, category: CategoryPath | undefined): Uint8Array {
    const allowed = this.allowed(filter);
    if (category === undefined) return allowed;
    const only = new Uint8Array(allowed.length);
    const wanted = this.numbers.get(foldPath(category));
    if (wanted !== undefined) only[wanted] = allowed[wanted] ?? 0;
    return only;
  }

  /** The only visibility check here: `allows` is the one rule of the category filter. */
  private allowed(filter: CategoryFilter): Uint8Array {
    const key = filterKey(filter);
    const known = this.masks.get(key);
    if (known?.length === this.paths.length) return known;
    const mask = Uint8Array.from(this.paths, (path) => (allows(filter, path) ? 1 : 0));
    this.masks.set(key, mask);
    return mask;
  }
}
