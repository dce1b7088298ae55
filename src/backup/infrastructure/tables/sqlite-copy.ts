import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { CopiedRow, CopyProgress, StoreCopy, isCopiedRow } from '../../domain/store-tables.js';
import { storeFile } from '../../../shared/infrastructure/database/embedded-file.js';
import { EmbeddedStore } from './embedded-store.js';
import { SqliteTables } from './sqlite-tables.js';
import { quoted, TableLayout } from './table-layout.js';
import { STORE_FILES, StoreFile, StoreFolders } from '../../../shared/domain/store-files.js';

/** The source of the copy, and whether the files are complete and only have to be renamed. */
const noteSchema = z.strictObject({ source: z.string(), phase: z.enum(['copying', 'placing']) });
type Note = z.infer<typeof noteSchema>;

const NOTE = 'store-copy.unfinished.json';
const PROGRESS = 'unfinished_copy';

function readNote(file: string): Note | undefined {
  return existsSync(file) ? noteSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

function writeNote(file: string, note: Note): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(note), { flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * Files that are filled under temporary names, which the service ignores; they are renamed when all of them are
 * complete. Each engine has its own class: this one fills files, next to those in use.
 */
export class SqliteCopy extends StoreCopy {
  readonly content: SqliteTables;
  private isClosed = false;

  private constructor(
    private readonly folders: StoreFolders,
    private readonly note: string,
    private readonly source: string,
    private readonly store: EmbeddedStore,
  ) {
    super();
    this.content = new SqliteTables(`the embedded store in ${folders.store}`, store.connectionOf);
    for (const file of STORE_FILES)
      store
        .connectionOf(file)
        .exec(`CREATE TABLE IF NOT EXISTS ${PROGRESS} (name TEXT PRIMARY KEY, progress TEXT NOT NULL) WITHOUT ROWID`);
  }

  /**
   * @param source of the rows; a copy from another source does not resume
   * @returns undefined if an earlier run had filled everything and only the renames were missing; this call does them
   * @throws ConflictError if there is a store already
   */
  static async open(folders: StoreFolders, source: string): Promise<SqliteCopy | undefined> {
    const note = path.join(folders.store, NOTE);
    const known = readNote(note);
    if (known !== undefined && known.source !== source)
      throw new ConflictError(
        `A copy of ${known.source} into ${folders.store} is not finished; finish it, or remove its files (*.unfinished*) and start again.`,
      );
    if (known?.phase === 'placing') {
      place(folders, note);
      return undefined;
    }
    const there = STORE_FILES.filter((file) => existsSync(storeFile(folders, file)));
    if (there.length > 0)
      throw new ConflictError(
        `There is a store in ${folders.store} (${there.map((file) => path.basename(storeFile(folders, file))).join(', ')}); move it away, or set DATA_DIR to a new folder.`,
      );
    writeNote(note, { source, phase: 'copying' });
    const store = await EmbeddedStore.openAll((file) => unfinished(folders, file));
    return new SqliteCopy(folders, note, source, store);
  }

  progress(table: string): Promise<CopyProgress> {
    const { db } = this.parts(table);
    const json: unknown = db.prepare(`SELECT progress FROM ${PROGRESS} WHERE name = ?`).pluck().get(table);
    if (typeof json !== 'string') return Promise.resolve({ after: [], isDone: false });
    const after: unknown = JSON.parse(json);
    return Promise.resolve(isCopiedRow(after) ? { after, isDone: false } : { after: [], isDone: true });
  }

  take(table: string, rows: readonly CopiedRow[]): Promise<void> {
    const { db, layout } = this.parts(table);
    const columns = layout.columns.map(({ embedded }) => embedded);
    const insert = db.prepare(
      `INSERT INTO ${quoted(layout.embedded)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    db.transaction(() => {
      if (layout.isSeeded === true) db.exec(`DELETE FROM ${quoted(layout.embedded)}`);
      for (const row of rows) insert.run(...row);
      this.notice(db, table, JSON.stringify(rows.at(-1)?.slice(0, layout.keyLength)));
    })();
    return Promise.resolve();
  }

  complete(table: string, lastNumber: number): Promise<void> {
    const { db, layout } = this.parts(table);
    db.transaction(() => {
      if (lastNumber > 0 && isNumbered(db, layout)) {
        db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(layout.embedded);
        db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(layout.embedded, lastNumber);
      }
      this.notice(db, table, '"done"');
    })();
    return Promise.resolve();
  }

  async finish(): Promise<void> {
    for (const file of STORE_FILES) this.store.connectionOf(file).exec('ANALYZE');
    await this.close();
    writeNote(this.note, { source: this.source, phase: 'placing' });
    place(this.folders, this.note);
  }

  /** Copied rows stay for the next run. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.store.close();
  }

  private parts(table: string): { readonly db: Database.Database; readonly layout: TableLayout } {
    const layout = this.content.layout(table);
    return { db: this.store.connectionOf(layout.file), layout };
  }

  private notice(db: Database.Database, table: string, progress: string): void {
    db.prepare(`INSERT OR REPLACE INTO ${PROGRESS} (name, progress) VALUES (?, ?)`).run(table, progress);
  }
}

/** Whether the table never reuses a number. */
function isNumbered(db: Database.Database, { embedded }: TableLayout): boolean {
  const made: unknown = db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(embedded);
  return typeof made === 'string' && /\bAUTOINCREMENT\b/iu.test(made);
}

function unfinished(folders: StoreFolders, file: StoreFile): string {
  return `${storeFile(folders, file)}.unfinished`;
}

/** Renames complete files; files that an interrupted run renamed already are skipped. */
function place(folders: StoreFolders, note: string): void {
  for (const file of STORE_FILES) {
    const from = unfinished(folders, file);
    if (!existsSync(from)) continue;
    const db = new Database(from);
    db.exec(`DROP TABLE IF EXISTS ${PROGRESS}`);
    // A single file: no data stays in a separate log.
    db.pragma('journal_mode = DELETE');
    db.close();
    renameSync(from, storeFile(folders, file));
  }
  rmSync(note);
}
