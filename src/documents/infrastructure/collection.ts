import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { SqlDialect } from '../../shared/infrastructure/database/sql-dialect.js';

/**
 * Condition on the collection, which is the leading key of each table of documents in the shared store. The embedded store has one
 * collection, and no column for it.
 * @param table alias with its dot; of this program, never input
 */
export function inCollection({ name }: SqlDialect, table: '' | `${string}.` = ''): Sql {
  return name === 'postgres' ? sql`${trusted(table)}collection = 1` : sql`1 = 1`;
}

/** The key of a table with one row per document, for ON CONFLICT. */
export function documentKey({ name }: SqlDialect): Sql {
  return trusted(name === 'postgres' ? 'collection, document_id' : 'document_id');
}
