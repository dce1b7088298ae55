import type Database from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { GroupedWrites } from './grouped-writes.js';
import type { WalFsync } from './wal-fsync.js';
import type { SqlStore } from './sql-store.js';
import type { SqliteTransaction } from './sqlite-transaction.js';

/** One embedded store: its tables, and its raw connections for indexes and bulk loads. */
export abstract class Connections {
  /** Absolute path, for threads that read with a connection of their own. */
  abstract readonly file: string;
  abstract readonly dataSource: DataSource;
  /** The tables. */
  abstract readonly sql: SqlStore;
  /** Writes outside of transactions: those of one turn of the event loop share a transaction. */
  abstract readonly writes: GroupedWrites;
  /** The queue of all transactions on the writing connection. */
  abstract readonly transaction: SqliteTransaction;
  /** The only writing connection; write inside `transaction`. */
  abstract readonly writer: Database.Database;
  /** Present for a store whose writes survive a power cut. */
  abstract readonly log: WalFsync | undefined;
  /** Sees committed data only. */
  abstract readonly reader: Database.Database;
  /** Whether the file was removed or replaced since it was opened; every write fails then. */
  abstract readonly isReplaced: boolean;
  /** Number of times that the file was removed or replaced since it was opened. */
  abstract readonly timesReplaced: number;
  /** Checks immediately whether the file still exists. */
  abstract checkFile(): void;
  abstract sizeBytes(): number;
  abstract close(): Promise<void>;
}

/** DI token: documents, categories and search. */
export abstract class MainDatabase extends Connections {}

/** DI token: conversations, traces and jobs. */
export abstract class WorkDatabase extends Connections {}

/** DI token: API keys. */
export abstract class AccessDatabase extends Connections {}
