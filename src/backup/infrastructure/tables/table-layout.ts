import type Database from 'better-sqlite3';
import { CopiedTable, COPIED_TABLES } from './table-list.js';
import { StoreFile } from '../../../shared/domain/store-files.js';

export type ColumnType = 'integer' | 'real' | 'text' | 'blob';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** SQL type in the embedded store. */
  readonly embedded: string;
}

/** A table with its columns, those of the key first. */
export interface TableLayout extends CopiedTable {
  readonly columns: readonly Column[];
  /** Number of key columns. */
  readonly keyLength: number;
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

function typeOf(declared: string): ColumnType {
  switch (declared) {
    case 'INTEGER':
      return 'integer';
    case 'REAL':
      return 'real';
    case 'BLOB':
      return 'blob';
    default:
      return 'text';
  }
}

function columnOf(name: string, info: ColumnInfo | undefined): Column {
  // A key that is not a column is SQLite's rowid.
  if (info === undefined) return { name, type: 'integer', embedded: 'rowid' };
  return { name, type: typeOf(info.type), embedded: quoted(name) };
}

function layoutOf(table: CopiedTable, infos: readonly ColumnInfo[]): TableLayout {
  const own = infos.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const key = table.key ?? own.map(({ name }) => name);
  const others = infos
    .map(({ name }) => name)
    .filter((name) => !key.includes(name) && table.left?.includes(name) !== true);
  return {
    ...table,
    columns: [...key, ...others].map((name) =>
      columnOf(
        name,
        infos.find((info) => info.name === name),
      ),
    ),
    keyLength: key.length,
  };
}

/** Columns are read from the embedded store, so that a migration that adds one to both stores needs no change here. */
export function readLayouts(databaseOf: (file: StoreFile) => Database.Database): readonly TableLayout[] {
  return COPIED_TABLES.map((table) =>
    layoutOf(
      table,
      databaseOf(table.file)
        .prepare<[string], ColumnInfo>('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid')
        .all(table.embedded),
    ),
  );
}

/** A quoted identifier: some names are keywords of SQL. */
export function quoted(name: string): string {
  return `"${name}"`;
}
