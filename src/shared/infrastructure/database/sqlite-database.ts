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
import { SQLITE_FUNCTIONS } from './sql-dialect.js';
import { SqliteStore } from './sqlite-store.js';
import { SqliteTransaction, STATEMENT_WAIT_MS } from './sqlite-transaction.js';
import { makePrivateFolder } from '../private-files.js';

/** Durability of an acknowledged write: `full` survives a power cut, `normal` a crash of the process (for rebuildable data). */
export type Durability = 'full' | 'normal';

/** Length of the log at which a commit runs a checkpoint, which takes a few milliseconds. With 16 MB it took over 30 ms. */
export const OWN_LOG_BYTES = 4 * 1024 * 1024;

/** Interval at which an open file is compared with its path. */
const IDENTITY_CHECK_MS = 500;

/** A commit writes each changed page as a whole: small pages suit many small rows. */
const PAGE_BYTES = 4_096;
/** Passages and vectors are rows of several kilobytes, which fit into larger pages without overflow. */
export const PAGE_BYTES_OF_PASSAGES = 16_384;

/** Sets the length of the log at which commits run a checkpoint. */
export function copyLogFrom(db: Database.Database, bytes: number): void {
  const pages = Math.ceil(bytes / Number(db.pragma('page_size', { simple: true })));
  db.pragma(`wal_autocheckpoint = ${pages}`);
}

function configure(db: Database.Database, { durability, pageBytes = PAGE_BYTES }: SqliteDatabaseOptions): void {
  // Set before the first table is created; an existing file keeps its page size.
  db.pragma(`page_size = ${pageBytes}`);
  db.pragma('journal_mode = WAL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma(`synchronous = ${durability.toUpperCase()}`);
  // Searches read from memory; this connection mostly needs the pages that writes change repeatedly.
  db.pragma('cache_size = -16000');
  copyLogFrom(db, OWN_LOG_BYTES);
  // Readers must not make the log grow without bound.
  db.pragma('journal_size_limit = 67108864');
  dropForeignVectorTable(db);
}

/** Null for null, as of other functions of SQL. */
function addFunctions(db: Database.Database): void {
  for (const [name, compute] of Object.entries(SQLITE_FUNCTIONS))
    db.function(name, { deterministic: true }, (text: unknown) => (typeof text === 'string' ? compute(text) : null));
}

/**
 * Earlier versions kept vectors in a virtual table of a module that is no longer loaded, so that it cannot be dropped like others.
 * Remove its entry from the schema, then drop its shadow tables.
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

/** SQLite creates a log with the permissions of its database, and a new database with those of the umask. */
function makePrivately(file: string): void {
  if (file === IN_MEMORY) return;
  makePrivateFolder(path.dirname(file));
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

export interface SqliteDatabaseOptions extends SqliteSchema {
  /** Absolute path of the file; its folder is created. */
  readonly file: string;
  readonly durability: Durability;
  /** Page size of a new file. */
  readonly pageBytes?: number;
  /** How long a write waits for another program that holds the write lock, in milliseconds. */
  readonly lockLimitMs?: number;
  readonly entities: DataSourceOptions['entities'];
}

/**
 * One SQLite file: TypeORM for migrations, SQL on both connections. Use `sql`; the connections are for indexes and bulk loads. Reads use a
 * separate connection, so that a reader never sees a partial transaction.
 */
export class SqliteDatabase {
  readonly reader: Database.Database;
  readonly log: WalFsync | undefined;
  /** The queue of all transactions on the writing connection. */
  readonly transaction: SqliteTransaction;
  /** Writes outside of transactions: those of one turn of the event loop share a transaction. */
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

  /** Number of times that the file was removed or replaced since it was opened. */
  get timesReplaced(): number {
    return this.losses;
  }

  /**
   * Compares the open file with the file at its path. While they differ no statement can write, so that no write is acknowledged that the
   * next start would lose. Writes resume when the file is back.
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
   * @throws ConfigurationError if the file is damaged, not a database or not writable
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
        addFunctions(db);
        if (options.firstSchema !== undefined) createFirstSchema(db, options.firstSchema);
        writer = db;
      },
    });
    await dataSource.initialize();
    // Migrations may wait for another starting process; requests must not block the event loop.
    writer?.pragma(`busy_timeout = ${STATEMENT_WAIT_MS}`);
    if (writer === undefined)
      throw new Error(`The database ${path.basename(options.file)} was opened without its connection.`);
    // A store in memory exists only in its connection.
    if (options.file === IN_MEMORY) return new SqliteDatabase(options.file, dataSource, writer, { reader: writer });
    const reader = new Database(options.file, { readonly: true, fileMustExist: true });
    reader.pragma('busy_timeout = 5000');
    reader.pragma('cache_size = -32000');
    // Memory-mapped reads avoid a copy of each page; the rest is read through the cache.
    reader.pragma('mmap_size = 268435456');
    addFunctions(reader);
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
