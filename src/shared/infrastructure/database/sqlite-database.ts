import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { IN_MEMORY } from './embedded-file.js';
import { FileIdentity } from './file-identity.js';
import { GroupedWrites } from './grouped-writes.js';
import { WalFsync } from './wal-fsync.js';
import { openingFile } from './open-failure.js';
import { createFirstSchema, SqliteSchema } from './sqlite-schema.js';
import { SqliteStore } from './sqlite-store.js';
import { SqliteTransaction } from './sqlite-transaction.js';
import { STATEMENT_WAIT_MS } from './write-lock.js';
import { makePrivateFolder } from '../private-files.js';

/** How much an acknowledged write must survive: `full` also a power cut, `normal` a crash of the process (rebuildable parts). */
export type Durability = 'full' | 'normal';

/** Length of the log at which a commit copies it back: a few milliseconds. 16 MB took over 30. */
export const OWN_LOG_BYTES = 4 * 1024 * 1024;

/** How often an open file is compared with what its path leads to. */
const IDENTITY_CHECK_MS = 500;

/** A commit writes every page that it touches whole: many small rows want small pages. */
const PAGE_BYTES = 4_096;
/** Passages and vectors are rows of kilobytes, which larger pages hold without overflow. */
export const PAGE_BYTES_OF_PASSAGES = 16_384;

/** Has commits copy the log back from this length on. */
export function copyLogFrom(db: Database.Database, bytes: number): void {
  const pages = Math.ceil(bytes / Number(db.pragma('page_size', { simple: true })));
  db.pragma(`wal_autocheckpoint = ${pages}`);
}

function configure(db: Database.Database, { durability, pageBytes = PAGE_BYTES }: SqliteDatabaseOptions): void {
  // Before the first table; a file that is there keeps its size of pages.
  db.pragma(`page_size = ${pageBytes}`);
  db.pragma('journal_mode = WAL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma(`synchronous = ${durability.toUpperCase()}`);
  // Searches read from memory; what is left to this connection are the pages that writes touch again and again.
  db.pragma('cache_size = -16000');
  copyLogFrom(db, OWN_LOG_BYTES);
  // Readers must not force the writer to keep an ever growing log.
  db.pragma('journal_size_limit = 67108864');
  dropForeignVectorTable(db);
}

/**
 * Earlier versions kept vectors in a virtual table of a module that is no longer loaded, so that it cannot be dropped like others.
 * Its entry in the schema is taken out, then the plain tables behind it go.
 */
function dropForeignVectorTable(db: Database.Database): void {
  const isThere = "SELECT 1 FROM sqlite_master WHERE name = 'search_vectors' AND sql LIKE '%USING vec0%'";
  if (db.prepare(isThere).get() === undefined) return;
  db.unsafeMode(true);
  try {
    db.transaction(() => {
      db.pragma('writable_schema = ON');
      db.exec("DELETE FROM sqlite_master WHERE name = 'search_vectors'");
      db.pragma('writable_schema = RESET');
      const behind = db.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'search\\_vectors\\_%' ESCAPE '\\'",
      );
      for (const name of behind.pluck().all()) db.exec(`DROP TABLE "${String(name)}"`);
    })();
  } finally {
    db.unsafeMode(false);
  }
}

/** SQLite gives a log the rights of its database, and a new database those that the umask leaves. */
function makePrivately(file: string): void {
  if (file === IN_MEMORY) return;
  makePrivateFolder(path.dirname(file));
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

export interface SqliteDatabaseOptions extends SqliteSchema {
  /** Absolute path of the file; its folder is made. */
  readonly file: string;
  readonly durability: Durability;
  /** Of a new file. */
  readonly pageBytes?: number;
  /** How long a write waits for another program that holds the write lock, in milliseconds. */
  readonly lockLimitMs?: number;
  readonly entities: DataSourceOptions['entities'];
}

/**
 * One SQLite file: TypeORM for migrations, SQL on both connections. Use `sql`; the connections are for indexes and bulk loads. Reading goes through a connection of its own, so that a reader never sees half of a transaction.
 */
export class SqliteDatabase {
  readonly reader: Database.Database;
  readonly log: WalFsync | undefined;
  /** The one queue of all transactions on the writing connection. */
  readonly transaction: SqliteTransaction;
  /** The writes that belong to no transaction: those of one turn of the event loop share one. */
  readonly writes: GroupedWrites;
  readonly sql: SqliteStore;
  private readonly identity: FileIdentity | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private hasLostFile = false;
  private losses = 0;

  private constructor(
    readonly file: string,
    readonly dataSource: DataSource,
    readonly writer: Database.Database,
    { reader, log, lockLimitMs }: { reader: Database.Database; log?: WalFsync; lockLimitMs?: number | undefined },
  ) {
    this.reader = reader;
    this.log = log;
    this.transaction = new SqliteTransaction(writer, { log, lockLimitMs });
    this.writes = new GroupedWrites(this.transaction);
    this.sql = new SqliteStore(this, this.transaction, this.writes);
    if (file === IN_MEMORY) return;
    this.identity = new FileIdentity(file);
    this.timer = setInterval(() => this.checkFile(), IDENTITY_CHECK_MS).unref();
  }

  /** Whether the file was removed or replaced since it was opened; every write fails then. */
  get isReplaced(): boolean {
    return this.hasLostFile;
  }

  /** How often the file was found to be removed or replaced since it was opened. */
  get timesReplaced(): number {
    return this.losses;
  }

  /**
   * Compares the open file with what its path leads to. While they differ no statement can write, so that nothing is acknowledged that
   * the next start would not find. Writes go on when the file is back.
   */
  checkFile(): void {
    const isReplaced = this.identity?.isReplaced() ?? false;
    if (isReplaced === this.hasLostFile || !this.writer.open) return;
    this.hasLostFile = isReplaced;
    if (isReplaced) this.losses++;
    this.writer.pragma(`query_only = ${isReplaced ? 'ON' : 'OFF'}`);
  }

  /**
   * Opens the file, migrates it, and opens the reader.
   * @throws ConfigurationError when the file is damaged or no database, or cannot be written
   */
  static open(options: SqliteDatabaseOptions): Promise<SqliteDatabase> {
    return openingFile(options.file, () => SqliteDatabase.openFile(options));
  }

  private static async openFile(options: SqliteDatabaseOptions): Promise<SqliteDatabase> {
    makePrivately(options.file);
    let writer: Database.Database | undefined;
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      database: options.file,
      entities: options.entities ?? [],
      migrations: [...options.migrations],
      migrationsRun: true,
      prepareDatabase: (db: Database.Database) => {
        configure(db, options);
        if (options.firstSchema !== undefined) createFirstSchema(db, options.firstSchema);
        writer = db;
      },
    });
    await dataSource.initialize();
    // Migrations may wait for another start of the program; requests must not keep everything waiting.
    writer?.pragma(`busy_timeout = ${STATEMENT_WAIT_MS}`);
    if (writer === undefined)
      throw new Error(`The database ${path.basename(options.file)} was opened without its connection.`);
    // A store in memory belongs to its one connection.
    if (options.file === IN_MEMORY) return new SqliteDatabase(options.file, dataSource, writer, { reader: writer });
    const reader = new Database(options.file, { readonly: true, fileMustExist: true });
    reader.pragma('busy_timeout = 5000');
    reader.pragma('cache_size = -32000');
    // Reading through a mapping saves a copy of every page; beyond this the cache serves.
    reader.pragma('mmap_size = 268435456');
    const log = options.durability === 'full' ? { log: new WalFsync(options.file) } : {};
    return new SqliteDatabase(options.file, dataSource, writer, { reader, ...log, lockLimitMs: options.lockLimitMs });
  }

  /** Bytes of the database and its log. */
  sizeBytes(): number {
    const pages = Number(this.reader.pragma('page_count', { simple: true }));
    return pages * Number(this.reader.pragma('page_size', { simple: true }));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.log?.close();
    this.sql.close();
    if (this.reader !== this.writer) this.reader.close();
    await this.dataSource.destroy();
  }
}
