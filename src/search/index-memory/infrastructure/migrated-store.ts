import Database from 'better-sqlite3';
import { MAIN_MIGRATIONS } from '../../../../migrations/sqlite/all-migrations.js';

/** Whether a store has the tables that this version reads. @param file path of the documents' database */
export function isMigrated(file: string): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get() === undefined) return false;
    const done = new Set(db.prepare('SELECT name FROM migrations').pluck().all());
    return done.size === MAIN_MIGRATIONS.length && MAIN_MIGRATIONS.every(({ name }) => done.has(name));
  } finally {
    db.close();
  }
}
