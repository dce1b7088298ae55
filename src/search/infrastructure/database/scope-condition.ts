import { dayNumber } from '../../domain/day-number.js';
import { SearchScope } from '../../domain/search-index.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';

/** Rows of a table of words or points that are inside the scope. @param table name or alias, never input */
export function scopeCondition({ filter, asOf }: SearchScope, table: string): Sql {
  const day = dayNumber(asOf);
  return sql`${trusted(table)}.collection = 1 AND ${pathCondition(filter, `${table}.path_id`)}
    AND ${trusted(table)}.valid_from <= ${day} AND ${trusted(table)}.valid_to >= ${day}`;
}
