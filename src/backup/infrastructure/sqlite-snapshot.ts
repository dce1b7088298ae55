import Database from 'better-sqlite3';
import { TableRows } from '../domain/manifest.js';

/** Copied in one step: otherwise a concurrent write would restart the copy again and again. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/**
 * Copies a database, which may be in use, by SQLite's online backup (https://www.sqlite.org/backup.html): the copy is a
 * consistent snapshot, write-ahead log included.
 */
export async function snapshot(file: string, target: string): Promise<void> {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    await db.backup(target, { progress: () => ALL_PAGES });
  } finally {
    db.close();
  }
  // A single file without a log, readable from read-only media.
  const copy = new Database(target);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/** Row count of each table. @param name of the file in the manifest */
export function tableRows(file: string, name: string): TableRows[] {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const tables = db
      .prepare<[], string>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      )
      .pluck()
      .all();
    return tables.map((table) => ({
      file: name,
      table,
      rows: Number(
        db
          .prepare(`SELECT count(*) FROM "${table.replaceAll('"', '""')}"`)
          .pluck()
          .get(),
      ),
    }));
  } finally {
    db.close();
  }
}

/** Integrity faults of a database, in SQLite's words; empty if it is intact. */
export function damageOf(file: string, name: string): string[] {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const said = db.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    const orphans = db.prepare('PRAGMA foreign_key_check').all();
    return [
      ...said.filter((line) => line !== 'ok').map((line) => `${name}: ${line}`),
      ...(orphans.length > 0 ? [`${name}: ${orphans.length} rows point to rows that are not there`] : []),
    ];
  } finally {
    db.close();
  }
}

/** Whether another program has the database open: then the exclusive lock is not available. */
export function isOpenElsewhere(file: string): boolean {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('ROLLBACK');
    return false;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    db.close();
  }
}
