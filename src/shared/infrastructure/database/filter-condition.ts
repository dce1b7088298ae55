import { CategoryFilter, withoutGroups } from '../../domain/category-filter.js';
import { NO_GROUPS_TEXT } from '../../domain/access-groups.js';
import { Sql, sql, trusted } from './postgres/sql.js';
import { SqlDialect } from './sql-dialect.js';

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

/** Category paths of documents, or of cases, which the taxonomy does not move. In SQLite cases have a separate file. */
export type PathTables = '' | 'cbr_';

/** Table of paths (`category_paths`) or of their prefixes (`category_prefixes`). */
export function pathTable(dialect: SqlDialect, tables: PathTables, name: 'category_paths' | 'category_prefixes'): Sql {
  return trusted(dialect.name === 'postgres' ? `${tables}${name}` : name);
}

/**
 * THE filter in SQL: the one function that turns an effective filter, its categories and its groups, into a condition on a column. Cases have
 * no groups: the documents that they quote are checked at each reading.
 * @param column the column that holds the path's row id; a constant of the caller, never input
 * @example sql`SELECT * FROM documents d WHERE ${categoryCondition(store.dialect, filter, 'd.path_id')}`
 */
export function categoryCondition(
  dialect: SqlDialect,
  filter: CategoryFilter,
  column: string,
  tables: PathTables = '',
): Sql {
  if (filter.kind === 'unrestricted') return sql`1 = 1`;
  const conditions: Sql[] = [];
  if (filter.allowed !== null)
    conditions.push(sql`${trusted(column)} IN (
    SELECT path_id FROM ${pathTable(dialect, tables, 'category_prefixes')} WHERE ${dialect.isOneOf('prefix', [...filter.allowed])})`);
  if (filter.groups !== null && tables === '')
    conditions.push(sql`${trusted(column)} IN (
    SELECT id FROM category_paths WHERE access_groups = ${NO_GROUPS_TEXT} OR ${dialect.holdsOneOf('access_groups', [...filter.groups])})`);
  return conditions.reduce((both, next) => sql`${both} AND ${next}`, sql`1 = 1`);
}
