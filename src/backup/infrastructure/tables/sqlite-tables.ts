import type Database from 'better-sqlite3';
import { CopiedRow, CopiedValue, StoreTables, TableDigest } from '../../domain/store-tables.js';
import { digestOf, inBatches } from './row-digest.js';
import { quoted, readLayouts, TableLayout } from './table-layout.js';
import { StoreFile } from '../../../shared/domain/store-files.js';

/** The replacement in PostgreSQL for a character that it cannot store. */
const REPLACEMENT = '\ufffd';

function isRow(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function toValue(value: unknown): CopiedValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value;
  if (typeof value === 'number' || value === null || value instanceof Uint8Array) return value;
  throw new Error(`A value of the store cannot be copied: ${typeof value}.`);
}

/**
 * The tables of an embedded store, over a connection to each of its files. Each engine has its own class: it reads
 * every column of every table of one engine, raw.
 */
export class SqliteTables extends StoreTables {
  readonly tables: readonly string[];
  readonly layouts: readonly TableLayout[];

  constructor(
    readonly place: string,
    private readonly databaseOf: (file: StoreFile) => Database.Database,
  ) {
    super();
    this.layouts = readLayouts(databaseOf);
    this.tables = this.layouts.map(({ name }) => name);
  }

  layout(table: string): TableLayout {
    const layout = this.layouts.find(({ name }) => name === table);
    if (layout === undefined) throw new Error(`No table ${table} is copied.`);
    return layout;
  }

  /** The service is stopped, so that no process writes. */
  atOneMoment<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  rows(table: string, after: CopiedRow): AsyncGenerator<CopiedRow[]> {
    return inBatches(this.read(this.layout(table), after));
  }

  lastNumber(table: string): Promise<number> {
    const { file, embedded, columns, keyLength } = this.layout(table);
    const key = columns[0];
    if (keyLength !== 1 || key?.type !== 'integer') return Promise.resolve(0);
    const db = this.databaseOf(file);
    const given = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").get();
    const last =
      given === undefined
        ? 0
        : Number(db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(embedded) ?? 0);
    const highest = Number(
      db
        .prepare(`SELECT max(${key.embedded}) FROM ${quoted(embedded)}`)
        .pluck()
        .get() ?? 0,
    );
    return Promise.resolve(Math.max(last, highest));
  }

  digest(table: string): Promise<TableDigest> {
    return digestOf(this.rows(table, []));
  }

  private *read(layout: TableLayout, after: CopiedRow): Generator<CopiedRow> {
    const columns = layout.columns.map(({ embedded }) => embedded);
    const key = columns.slice(0, layout.keyLength);
    const behind = after.length === 0 ? '' : `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`;
    const statement = this.databaseOf(layout.file)
      .prepare(`SELECT ${columns.join(', ')} FROM ${quoted(layout.embedded)} ${behind} ORDER BY ${key.join(', ')}`)
      .raw();
    for (const row of statement.iterate(...after)) if (isRow(row)) yield row.map(toValue);
  }
}
