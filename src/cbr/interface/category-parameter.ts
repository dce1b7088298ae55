import { isCategoryPath } from '../../shared/domain/category-path.js';

/** Reads `?category=`, a validated category path as JSON; undefined without it. */
export function readCategoryParameter(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const path: unknown = JSON.parse(text);
  return isCategoryPath(path) ? path : undefined;
}
