import type { CategoryFilter } from '../../domain/category-filter.js';

/** An SQL condition with its parameters, for use after WHERE. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/**
 * THE category filter in SQL: the one function that turns an effective filter into a condition on a `path_id` column.
 * Every query on documents or chunks goes through it.
 * @param column the column that holds the path's row id; a constant of the caller, never input
 */
export function filterCondition(filter: CategoryFilter, column: string): SqlCondition {
  if (filter.kind === 'unrestricted') return { sql: '1', params: [] };
  return {
    sql: `${column} IN (SELECT path_id FROM category_prefixes WHERE prefix IN (SELECT value FROM json_each(?)))`,
    params: [JSON.stringify([...filter.allowed])],
  };
}
