import { CategoryFilter } from '../../domain/category-filter.js';
import { Sql, sql, trusted } from './postgres/sql.js';
import { SqlDialect } from './sql-dialect.js';

/** Category paths of documents, or of cases, which the taxonomy does not move. In SQLite cases have a separate file. */
export type PathTables = '' | 'cbr_';

/** Table of paths (`category_paths`) or of their prefixes (`category_prefixes`). */
export function pathTable(dialect: SqlDialect, tables: PathTables, name: 'category_paths' | 'category_prefixes'): Sql {
  return trusted(dialect.name === 'postgres' ? `${tables}${name}` : name);
}

/**
 * THE category filter in SQL: the one function that turns an effective filter into a condition on a column.
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
  return sql`${trusted(column)} IN (
    SELECT path_id FROM ${pathTable(dialect, tables, 'category_prefixes')} WHERE ${dialect.isOneOf('prefix', [...filter.allowed])})`;
}
