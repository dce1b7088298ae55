import { allows, CategoryFilter, filterKey } from '../../../shared/domain/category-filter.js';
import { CategoryPath, foldPath } from '../../../shared/domain/category-path.js';
import { Case } from '../../domain/case.js';
import { coversAuthor } from '../../domain/case-author.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Number of cached masks: each caller has one filter, and most callers ask often. */
const REMEMBERED = 32;

/** Where cases of one category and one author are. */
interface Place extends Pick<Case, 'categoryPath' | 'author'> {
  readonly category: string;
}

/** The categories of the cases as numbers, one for each author, with the permitted ones for a filter. */
export class CategoryMasks {
  private readonly numbers = new Map<string, number>();
  private readonly places: Place[] = [];
  private readonly masks = new LruCache<string, Uint8Array>(REMEMBERED);

  numberOf({ categoryPath, author }: Case): number {
    const category = foldPath(categoryPath);
    const key = JSON.stringify([category, author ?? null]);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.places.length);
    return this.places.push({ category, categoryPath, ...(author === undefined ? {} : { author }) }) - 1;
  }

  /** 1 for each category that the filter allows and that equals the requested one, if any. */
  mask(filter: CategoryFilter, category: CategoryPath | undefined): Uint8Array {
    const allowed = this.allowed(filter);
    if (category === undefined) return allowed;
    const wanted = foldPath(category);
    return allowed.map((bit, number) => (this.places[number]?.category === wanted ? bit : 0));
  }

  /** The only visibility check here: `allows` and `coversAuthor` are the rules. */
  private allowed(filter: CategoryFilter): Uint8Array {
    const key = filterKey(filter);
    const known = this.masks.get(key);
    if (known?.length === this.places.length) return known;
    const mask = Uint8Array.from(this.places, ({ categoryPath, author }) =>
      allows(filter, categoryPath) && coversAuthor(filter, author) ? 1 : 0,
    );
    this.masks.set(key, mask);
    return mask;
  }
}
