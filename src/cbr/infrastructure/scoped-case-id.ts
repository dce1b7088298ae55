import { createHash } from 'node:crypto';
import { CategoryFilter, filterKey } from '../../shared/domain/category-filter.js';
import { MAX_ID } from '../domain/case-record.js';

/** Hexadecimal digits behind an id. */
const DIGITS = 16;

/**
 * The name under which a case is kept for which a caller who sees a part of the categories chose an id: whether that id is free must
 * not depend on cases that the caller cannot see, so that every such part has ids of its own.
 * @param attempt from 0; another name for each
 */
export function scopedCaseId(caseId: string, filter: CategoryFilter, attempt: number): string {
  const text = JSON.stringify([filterKey(filter), caseId, attempt]);
  const mark = createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
  return `${caseId.slice(0, MAX_ID - DIGITS - 1)}~${mark}`;
}
