import { CategoryPath, foldPath } from '../../../shared/domain/category-path.js';
import { Case } from '../case.js';

/** What the selector sees of a suggested case, in this order: similarity, quality, usage, category distance, recency. */
export type CaseFeatures = readonly [
  similarity: number,
  quality: number,
  usage: number,
  distance: number,
  recency: number,
];
export const FEATURE_NAMES = ['similarity', 'quality', 'usage', 'category_distance', 'recency'] as const;

const DAY_MS = 86_400_000;

/** Labels that part two categories over all their labels: 0 for the same, 1 for strangers. */
export function categoryDistance(a: CategoryPath, b: CategoryPath): number {
  const left = foldPath(a).split('/');
  const right = foldPath(b).split('/');
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return 1 - (2 * shared) / (left.length + right.length);
}

/**
 * @param near the category that was asked for or, without one, that of the most similar case: neighbours agree on a topic
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

/** Whether a stored value is what the functions above made. */
export function isCaseFeatures(value: unknown): value is CaseFeatures {
  return Array.isArray(value) && value.length === FEATURE_NAMES.length && value.every((x) => Number.isFinite(x));
}
