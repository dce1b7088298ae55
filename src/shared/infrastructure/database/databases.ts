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
  /** The writes that belong to no transaction: those of one turn of the event loop share one. */
  abstract readonly writes: GroupedWrites;
  /** The one queue of all transactions on the writing connection. */
  abstract readonly transaction: SqliteTransaction;
  /** The one writing connection; write inside `transaction`. */
  abstract readonly writer: Database.Database;
  /** Of a store whose writes survive a power cut. */
  abstract readonly log: WalFsync | undefined;
  /** Sees committed data only. */
  abstract readonly reader: Database.Database;
  /** Whether the file was removed or replaced since it was opened; every write fails then. */
  abstract readonly isReplaced: boolean;
  /** How often the file was found to be removed or replaced since it was opened. */
  abstract readonly timesReplaced: number;
  /** Looks at once whether the file is still there. */
  abstract checkFile(): void;
  abstract sizeBytes(): number;
  abstract close(): Promise<void>;
}

/** DI token: documents, categories and search. */
export abstract class MainDatabase extends Connections {}

/** DI token: conversations, traces and jobs. */
export abstract class WorkDatabase extends Connections {}

/** DI token: the keys that were given out. */
export abstract class AccessDatabase extends Connections {}
