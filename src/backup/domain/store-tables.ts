/** A value as every store can hold it: bytes, numbers of 53 bits and texts without NUL. */
export type CopiedValue = string | number | Uint8Array | null;

/** Values of a row in the order of its table's columns, those of the key first. */
export type CopiedRow = readonly CopiedValue[];

/** What a table holds, so that two stores can be compared: its rows and a digest over all of them in the order of their keys. */
export interface TableDigest {
  readonly rows: number;
  /** Hexadecimal SHA-256. */
  readonly sha256: string;
}

/** Port: a whole store as tables of plain rows, whichever database holds it. */
export abstract class StoreTables {
  /** What it is, for people: where it stands, without passwords. */
  abstract readonly place: string;
  /** Names of all tables that are copied, those that others point to first. */
  abstract readonly tables: readonly string[];
  /** Everything that `work` reads is of one moment. */
  abstract atOneMoment<T>(work: () => Promise<T>): Promise<T>;
  /** Rows in the order of the key, in batches. @param after key of the row behind which to begin; all rows when empty */
  abstract rows(table: string, after: CopiedRow): AsyncIterable<readonly CopiedRow[]>;
  /** The highest number that the table ever gave a row by itself, also to one that is gone; 0 for none. */
  abstract lastNumber(table: string): Promise<number>;
  abstract digest(table: string): Promise<TableDigest>;
}

/** How far a copy of one table has come. */
export interface CopyProgress {
  /** Key of the last row that is there; empty before the first. */
  readonly after: CopiedRow;
  readonly isDone: boolean;
}

/** Port: a store that is being filled. What it took stays when the process is killed; nobody can use it before `finish`. */
export abstract class StoreCopy {
  /** What is there already. */
  abstract readonly content: StoreTables;
  abstract progress(table: string): Promise<CopyProgress>;
  /** All rows and how far the copy has come, or nothing. */
  abstract take(table: string, rows: readonly CopiedRow[]): Promise<void>;
  /** @param lastNumber rows that are made later get higher numbers */
  abstract complete(table: string, lastNumber: number): Promise<void>;
  /** Puts the copy in service. */
  abstract finish(): Promise<void>;
}
