import { Abstract, Provider, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Environment } from '../../../../config/environment.js';

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
