import type { Abstract, Provider } from '@nestjs/common';
import type { Connections } from './databases.js';
import { PostgresDatabase } from './postgres/postgres-database.js';
import type { SqlStore } from './sql-store.js';

/**
 * Provides the tables of one embedded file, or of the shared store if DATABASE_URL is set.
 * @example provideSqlStore(AccessSqlStore, AccessDatabase)
 */
export function provideSqlStore(token: Abstract<SqlStore>, file: Abstract<Connections>): Provider {
  return {
    provide: token,
    inject: [file, { token: PostgresDatabase, optional: true }],
    useFactory: ({ sql }: Connections, shared: PostgresDatabase | undefined): SqlStore => shared ?? sql,
  };
}
