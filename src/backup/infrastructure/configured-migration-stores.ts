import { existsSync } from 'node:fs';
import { POSTGRES_SCHEMA } from '../../../migrations/postgres/all-migrations.js';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { migratePostgres } from '../../shared/infrastructure/database/postgres/migrate-postgres.js';
import { PooledPostgres } from '../../shared/infrastructure/database/postgres/pooled-postgres.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { PostgresSettings } from '../../shared/infrastructure/database/postgres/postgres-settings.js';
import { Direction, OpenStores, MigrationSourceAndTarget } from '../domain/store-tables.js';
import { isOpenElsewhere } from './sqlite-snapshot.js';
import { storeFile } from '../../shared/infrastructure/database/embedded-file.js';
import { EmbeddedStore } from './tables/embedded-store.js';
import { PostgresCopy } from './tables/postgres-copy.js';
import { PostgresTables } from './tables/postgres-tables.js';
import { SqliteCopy } from './tables/sqlite-copy.js';
import { SqliteTables } from './tables/sqlite-tables.js';
import { STORE_FILES, StoreFolders } from '../../shared/domain/store-files.js';

/** The two stores of the settings. */
export class ConfiguredMigrationStores extends MigrationSourceAndTarget {
  constructor(
    private readonly folders: StoreFolders,
    private readonly settings: PostgresSettings,
  ) {
    super();
  }

  async open(direction: Direction): Promise<OpenStores> {
    if (direction === 'to-postgres') this.checkEmbedded();
    const database = await PooledPostgres.open(this.settings, 'alone');
    try {
      await migratePostgres(database, POSTGRES_SCHEMA);
      return await (direction === 'to-postgres' ? this.toPostgres(database) : this.toEmbedded(database));
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  private checkEmbedded(): void {
    const files = STORE_FILES.map((file) => storeFile(this.folders, file)).filter((file) => existsSync(file));
    if (files.length === 0)
      throw new ConflictError(`There is no store in ${this.folders.store}; set DATA_DIR to the folder of the service.`);
    if (files.some(isOpenElsewhere))
      throw new ConflictError(`The store in ${this.folders.store} is in use; stop the service first.`);
  }

  private async toPostgres(database: PostgresDatabase): Promise<OpenStores> {
    const embedded = await EmbeddedStore.open(this.folders);
    const close = async () => {
      await embedded.close();
      await database.close();
    };
    try {
      const from = new SqliteTables(`the embedded store in ${this.folders.store}`, embedded.connectionOf);
      const content = await PostgresTables.open(database, from.layouts);
      return { from, to: await PostgresCopy.open(database, content, from.place), close };
    } catch (error) {
      await embedded.close();
      throw error;
    }
  }

  private async toEmbedded(database: PostgresDatabase): Promise<OpenStores> {
    const source = `the schema ${database.schema} of DATABASE_URL`;
    const to = await SqliteCopy.open(this.folders, source);
    const close = async () => {
      await to?.close();
      await database.close();
    };
    const layouts = to?.content.layouts ?? [];
    return { from: await PostgresTables.open(database, layouts), to, close };
  }
}
