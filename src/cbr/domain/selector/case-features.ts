import { CategoryPath, foldPath } from '../../../shared/domain/category-path.js';
import { Case } from '../case.js';

/** Features of a suggested case, in this order: similarity, quality, usage, category distance, recency. */
export type CaseFeatures = readonly [
  similarity: number,
  quality: number,
  usage: number,
  distance: number,
  recency: number,
];
export const FEATURE_NAMES = ['similarity', 'quality', 'usage', 'category_distance', 'recency'] as const;

const DAY_MS = 86_400_000;

/** Share of labels in which two categories differ: 0 for equal ones, 1 for unrelated ones. */
export function categoryDistance(a: CategoryPath, b: CategoryPath): number {
  const left = foldPath(a).split('/');
  const right = foldPath(b).split('/');
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return 1 - (2 * shared) / (left.length + right.length);
}

/**
 * @param near the requested category or, without one, that of the most similar case: neighbours agree on a topic
 * @param now in milliseconds
 */
export function caseFeatures(one: Case, similarity: number, near: CategoryPath, now: number): CaseFeatures {
  const days = Math.max(0, now - Date.parse(one.updatedAt)) / DAY_MS;
  return [
    similarity,
    one.qualityScore,
    Math.log1p(one.usageCount),
    categoryDistance(one.categoryPath, near),
    -Math.log1p(Number.isFinite(days) ? days : 0),
  ];
}

/** Whether a stored value has the shape of these features. */
export function isCaseFeatures(value: unknown): value is CaseFeatures {
  return Array.isArray(value) && value.length === FEATURE_NAMES.length && value.every((x) => Number.isFinite(x));
}
