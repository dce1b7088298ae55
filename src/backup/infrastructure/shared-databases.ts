import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { POSTGRES_MIGRATIONS, POSTGRES_SCHEMA } from '../../../migrations/postgres/all-migrations.js';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { migratePostgres, stateOfSchema } from '../../shared/infrastructure/database/postgres/migrate-postgres.js';
import { PooledPostgres } from '../../shared/infrastructure/database/postgres/pooled-postgres.js';
import { PostgresDatabase, StoreUse } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { PostgresSettings } from '../../shared/infrastructure/database/postgres/postgres-settings.js';
import { hasIncompleteMigration } from '../../shared/infrastructure/database/postgres/open-postgres.js';
import { CopyStore } from '../application/migrate-store.js';
import { Manifest } from '../domain/manifest.js';
import { StoreDatabases } from './store-databases.js';
import { DATABASE } from './store-files.js';
import { EmbeddedStore } from './tables/embedded-store.js';
import { PostgresCopy } from './tables/postgres-copy.js';
import { PostgresTables } from './tables/postgres-tables.js';
import { SqliteCopy } from './tables/sqlite-copy.js';
import { SqliteTables } from './tables/sqlite-tables.js';
import { StoreFolders } from '../../shared/domain/store-files.js';
import { isKept } from '../domain/backup-files.js';

const nobody = (): void => undefined;

/**
 * The store in PostgreSQL. Its backup is an embedded store with the same contents, read from one snapshot while the
 * service continues.
 */
export class SharedDatabases extends StoreDatabases {
  constructor(
    private readonly settings: PostgresSettings,
    private readonly copyStore: CopyStore,
  ) {
    super();
  }

  /** A schema with an unfinished copy counts as new: the copy resumes. */
  found(): Promise<readonly string[]> {
    return this.using('look', async (database) => {
      const state = await stateOfSchema(database, POSTGRES_MIGRATIONS);
      if (state === 'none' || (await hasIncompleteMigration(database))) return [];
      const name = `the schema ${database.schema} of DATABASE_URL`;
      if (state === 'other') return [name];
      const content = await PostgresTables.open(database, await emptyLayouts());
      return (await PostgresCopy.firstFullTable(database, content)) === undefined ? [] : [name];
    });
  }

  async isInUse(): Promise<boolean> {
    try {
      await this.using('alone', () => Promise.resolve());
      return false;
    } catch (error) {
      if (error instanceof ConflictError) return true;
      throw error;
    }
  }

  copy(_: StoreFolders, __: string, unfinished: string): Promise<void> {
    return this.using('look', async (database) => {
      // A migration would make the schema unusable for the processes that serve it.
      if ((await stateOfSchema(database, POSTGRES_MIGRATIONS)) !== 'current')
        throw new ConflictError(
          `The schema ${database.schema} is not of this version of the program; make the backup with the version that serves it.`,
        );
      const folders = { store: path.join(unfinished, 'store'), cases: path.join(unfinished, 'cases') };
      const target = await SqliteCopy.open(folders, database.schema);
      if (target === undefined) return;
      const source = await PostgresTables.open(database, target.content.layouts);
      await this.copyStore.copyStore(source, target, nobody);
    });
  }

  /** A backup may be older than this program: its databases are migrated in a separate copy, never in the backup. */
  async place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void> {
    const beside = path.join(folders.store, 'restore.unfinished');
    await rm(beside, { recursive: true, force: true });
    try {
      for (const { path: name } of manifest.files) {
        if (!isKept(name) || !DATABASE.test(name)) continue;
        const copy = path.join(beside, name);
        await mkdir(path.dirname(copy), { recursive: true });
        await copyFile(path.join(backup, name), copy);
      }
      const embedded = await EmbeddedStore.open({
        store: path.join(beside, 'store'),
        cases: path.join(beside, 'cases'),
      });
      try {
        await this.fill(embedded, `the backup of ${manifest.created_at}`);
      } finally {
        await embedded.close();
      }
    } finally {
      await rm(beside, { recursive: true, force: true });
    }
  }

  private fill(embedded: EmbeddedStore, source: string): Promise<void> {
    return this.using('alone', async (database) => {
      await migratePostgres(database, POSTGRES_SCHEMA);
      const from = new SqliteTables(source, embedded.connectionOf);
      const content = await PostgresTables.open(database, from.layouts);
      await this.copyStore.copyStore(from, await PostgresCopy.open(database, content, source), nobody);
    });
  }

  private async using<T>(use: StoreUse, work: (database: PostgresDatabase) => Promise<T>): Promise<T> {
    const database = await PooledPostgres.open(this.settings, use);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}

/** The tables that both stores have in common, from a temporary embedded store. */
async function emptyLayouts() {
  const embedded = await EmbeddedStore.openAll(() => ':memory:');
  const { layouts } = new SqliteTables('', embedded.connectionOf);
  await embedded.close();
  return layouts;
}
