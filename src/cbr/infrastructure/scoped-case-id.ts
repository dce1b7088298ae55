import { createHash } from 'node:crypto';
import { CategoryFilter, filterKey, withoutGroups } from '../../shared/domain/category-filter.js';
import { MAX_ID } from '../domain/case-record.js';

/** Number of hexadecimal digits after an id. */
const DIGITS = 16;

/**
 * The stored id of a case for which a caller limited to some categories chose an id. Each set of categories has
 * separate ids: whether an id is free must not depend on invisible cases.
 * @param attempt from 0; another id for each
 */
export function scopedCaseId(caseId: string, filter: CategoryFilter, attempt: number): string {
  const text = JSON.stringify([filterKey(withoutGroups(filter)), caseId, attempt]);
  const mark = createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
  return `${caseId.slice(0, MAX_ID - DIGITS - 1)}~${mark}`;
}
