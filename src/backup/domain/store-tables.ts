/** A value that every store can represent: bytes, numbers of 53 bits and texts without NUL. */
export type CopiedValue = string | number | Uint8Array | null;

/** Values of a row in the order of its table's columns, those of the key first. */
export type CopiedRow = readonly CopiedValue[];

/**
 * The content of a table for a comparison of two stores: its row count and a digest over all rows in the order of their
 * keys.
 */
export interface TableDigest {
  readonly rows: number;
  /** Hexadecimal SHA-256. */
  readonly sha256: string;
}

/** Port: a whole store as tables of plain rows, of either database. */
export abstract class StoreTables {
  /** The store and its location for messages, without passwords. */
  abstract readonly place: string;
  /** Names of all copied tables; a referenced table precedes those that refer to it. */
  abstract readonly tables: readonly string[];
  /** `work` reads everything from one snapshot. */
  abstract atOneMoment<T>(work: () => Promise<T>): Promise<T>;
  /** Rows in the order of the key, in batches. @param after key of the row after which to start; all rows if empty */
  abstract rows(table: string, after: CopiedRow): AsyncIterable<readonly CopiedRow[]>;
  /** The highest number that the table ever assigned to a row, deleted rows included; 0 for none. */
  abstract lastNumber(table: string): Promise<number>;
  abstract digest(table: string): Promise<TableDigest>;
}

/** Progress of the copy of one table. */
export interface CopyProgress {
  /** Key of the last copied row; empty before the first. */
  readonly after: CopiedRow;
  readonly isDone: boolean;
}

/**
 * Port: a store that is being filled. Copied rows survive a killed process; the service cannot use the store before
 * `finish`.
 */
export abstract class StoreCopy {
  /** Progress so far. */
  abstract readonly content: StoreTables;
  abstract progress(table: string): Promise<CopyProgress>;
  /** Writes all rows and the progress, atomically. */
  abstract take(table: string, rows: readonly CopiedRow[]): Promise<void>;
  /** @param lastNumber later rows get higher numbers */
  abstract complete(table: string, lastNumber: number): Promise<void>;
  /** Activates the copy. */
  abstract finish(): Promise<void>;
}

/** Target of a migration. */
export type Direction = 'to-postgres' | 'to-embedded';

/** Both stores of a migration, open; no other process uses either. */
export interface OpenStores {
  readonly from: StoreTables;
  /** Undefined if an earlier run had copied everything, and this run only activated the copy. */
  readonly to: StoreCopy | undefined;
  close(): Promise<void>;
}

/** Port: the embedded store of DATA_DIR and the shared one of DATABASE_URL. */
export abstract class MigrationSourceAndTarget {
  /** @throws ConflictError if there is nothing to move, if one of them is in use, or if the target contains a store */
  abstract open(direction: Direction): Promise<OpenStores>;
}

/** Whether a value read from JSON is the key of a row: keys are texts and numbers. */
export function isCopiedRow(value: unknown): value is CopiedRow {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number');
}
