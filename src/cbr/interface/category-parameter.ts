import { isCategoryPath } from '../../shared/domain/category-path.js';

/** Reads `?category=`, a category path as JSON that validation has passed; undefined without it. */
export function readCategoryParameter(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const path: unknown = JSON.parse(text);
  return isCategoryPath(path) ? path : undefined;
}
