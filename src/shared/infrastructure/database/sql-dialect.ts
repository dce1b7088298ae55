import { Sql, sql, trusted } from './postgres/sql.js';

/**
 * What SQLite and PostgreSQL write differently. Use standard SQL first: `INSERT … ON CONFLICT (key) DO UPDATE`, `RETURNING`,
 * `CAST (x AS bigint)`, `coalesce`, row values and `CASE` are the same in both.
 */
export abstract class SqlDialect {
  abstract readonly name: 'sqlite' | 'postgres';
  /**
   * Condition: the column has one of these values. False for an empty list.
   * @param column of this program, never input
   * @example sql`SELECT * FROM documents WHERE ${store.dialect.isOneOf('document_id', ids)}`
   */
  abstract isOneOf(column: string, values: readonly string[] | readonly number[]): Sql;
  /** After a SELECT inside a transaction: nobody else changes these rows until its end. SQLite has one writer. */
  abstract readonly forUpdate: Sql;
}

export class SqliteDialect extends SqlDialect {
  readonly name = 'sqlite';
  readonly forUpdate = trusted('');

  isOneOf(column: string, values: readonly string[] | readonly number[]): Sql {
    return sql`${trusted(column)} IN (SELECT value FROM json_each(${values}))`;
  }
}

export class PostgresDialect extends SqlDialect {
  readonly name = 'postgres';
  readonly forUpdate = trusted('FOR UPDATE');

  isOneOf(column: string, values: readonly string[] | readonly number[]): Sql {
    return sql`${trusted(column)} = ANY (${values})`;
  }
}
