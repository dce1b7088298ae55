import { type CategoryFilter, withoutGroups } from '../../domain/category-filter.js';
import { NO_GROUPS_TEXT } from '../../domain/access-groups.js';

/** An SQL condition with its parameters, for use after WHERE. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/**
 * THE filter in SQL: the one function that turns an effective filter, its categories and its groups, into a condition on a `path_id` column.
 * Every query on documents or chunks goes through it.
 * @param column the column that holds the path's row id; a constant of the caller, never input
 */
export function filterCondition(filter: CategoryFilter, column: string): SqlCondition {
  if (filter.kind === 'unrestricted') return { sql: '1', params: [] };
  const conditions: string[] = [];
  const params: string[] = [];
  if (filter.allowed !== null) {
    conditions.push(
      `${column} IN (SELECT path_id FROM category_prefixes WHERE prefix IN (SELECT value FROM json_each(?)))`,
    );
    params.push(JSON.stringify([...filter.allowed]));
  }
  if (filter.groups !== null) {
    conditions.push(`${column} IN (SELECT id FROM category_paths WHERE access_groups = '${NO_GROUPS_TEXT}'
      OR EXISTS (SELECT 1 FROM json_each(access_groups) WHERE value IN (SELECT value FROM json_each(?))))`);
    params.push(JSON.stringify([...filter.groups]));
  }
  return { sql: conditions.length === 0 ? '1' : `(${conditions.join(' AND ')})`, params };
}

/** The same for cases, which have a category and no groups: the documents that they quote are checked at each reading. */
export function caseCondition(filter: CategoryFilter, column: string): SqlCondition {
  return filterCondition(withoutGroups(filter), column);
}
