import { Abstract, Provider, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Environment } from '../../../config/environment.js';
import type { Connections } from './databases.js';
import { PostgresDatabase } from './postgres/postgres-database.js';
import type { SqlStore } from './sql-store.js';

/**
 * Provides the adapter of a port for the store in use: the embedded one, or the shared one if DATABASE_URL is set. Only that adapter is
 * created.
 * @example byStore(SearchIndexWriter, SqliteSearchIndexWriter, PostgresSearchIndexWriter)
 */
export function byStore<T>(port: Abstract<T>, embedded: Type<T>, shared: Type<T>): Provider {
  return {
    provide: port,
    inject: [Environment, ModuleRef],
    useFactory: ({ DATABASE_URL }: Environment, module: ModuleRef): Promise<T> =>
      module.create(DATABASE_URL === undefined ? embedded : shared),
  };
}

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
