import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ACCESS_SCHEMA, CASE_SCHEMA, MAIN_SCHEMA, WORK_SCHEMA } from '../migrations/sqlite/all-migrations.js';
import { schemaFaults } from '../src/backup/infrastructure/known-schema.js';
import { ColumnType, TableLayout } from '../src/backup/infrastructure/tables/table-layout.js';
import { SqliteDatabase } from '../src/shared/infrastructure/database/sqlite-database.js';
import { SqliteSchema } from '../src/shared/infrastructure/database/sqlite-schema.js';
import { temporaryFolder } from './support/application.js';
import { fillStore } from './support/filled-store.js';

const FILES = [
  ['documents.db', MAIN_SCHEMA],
  ['work.db', WORK_SCHEMA],
  ['access.db', ACCESS_SCHEMA],
  ['cbr_system.db', CASE_SCHEMA],
] as const;

/** Tables that a migration renames; `PlainNames…` in each file. */
const RENAMED: Readonly<Record<string, string>> = {
  search_removals: 'chunk_tombstones',
  search_store: 'store_identity',
  test_gists: 'test_result_summaries',
  test_judge_cards: 'test_judge_scorecards',
  latest_time: 'clock_watermark',
};

const ROWS = 7;

async function openWith(file: string, schema: SqliteSchema): Promise<SqliteDatabase> {
  return SqliteDatabase.open({ file, durability: 'normal', ...schema, entities: [] });
}

/** Statements of a schema by object; ALTER TABLE leaves quotes around names, and other white space. */
function schemaOf(db: Database.Database): Record<string, string> {
  const rows = db
    .prepare<[], { name: string; sql: string | null }>("SELECT type || ' ' || name AS name, sql FROM sqlite_master")
    .all();
  const plain = (sql: string) =>
    sql
      .replaceAll(/--.*\n/gu, ' ')
      .replaceAll('"', '')
      .replaceAll(/\s+/gu, ' ');
  return Object.fromEntries(
    rows.filter(({ name }) => !name.includes('sqlite_')).map(({ name, sql }) => [name, plain(sql ?? '')]),
  );
}

const tablesOf = (db: Database.Database): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    )
    .pluck()
    .all();

/** A column that the newest migration adds, with an empty list in every earlier row. */
const ADDED = 'access_groups';

/** Rows of each table, without the names of columns; tables by their newest names. */
function rowsOf(db: Database.Database): Record<string, unknown> {
  return Object.fromEntries(
    tablesOf(db).map((table) => [
      RENAMED[table] ?? table,
      db
        .prepare<[], object>(
          `SELECT * FROM "${table}" ORDER BY 1, 2`.replace(', 2', hasTwoColumns(db, table) ? ', 2' : ''),
        )
        .all()
        .map((row) => Object.entries(row).flatMap(([column, value]) => (column === ADDED ? [] : [value]))),
    ]),
  );
}

const hasTwoColumns = (db: Database.Database, table: string): boolean =>
  Number(db.prepare('SELECT count(*) FROM pragma_table_info(?)').pluck().get(table)) > 1;

/** The part of later rows that an earlier version had: its tables, and its columns, after which later ones are added. */
function asBefore(later: Record<string, unknown>, earlier: Record<string, unknown>): Record<string, unknown> {
  const rowsIn = (value: unknown): unknown[][] => (Array.isArray(value) ? (value as unknown[][]) : []);
  return Object.fromEntries(
    Object.entries(earlier).map(([table, rows]) => {
      const width = rowsIn(rows)[0]?.length ?? 0;
      return [table, rowsIn(later[table]).map((row) => row.slice(0, width))];
    }),
  );
}

/** Fills every table with rows that refer to one another. */
function fill(db: Database.Database): void {
  const typeOf = (declared: string): ColumnType =>
    (({ INTEGER: 'integer', REAL: 'real', BLOB: 'blob' }) as const)[declared] ?? 'text';
  const layouts = tablesOf(db).map((table): TableLayout => {
    const columns = db
      .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
      .all(table)
      .map(({ name, type }) => ({ name, type: typeOf(type), embedded: `"${name}"` }));
    return { name: RENAMED[table] ?? table, file: 'documents', shared: table, embedded: table, columns, keyLength: 1 };
  });
  db.pragma('foreign_keys = OFF');
  fillStore(layouts, () => db, ROWS);
  db.pragma('foreign_keys = ON');
  expect(db.pragma('foreign_key_check')).toEqual([]);
}

describe.each(FILES)('the schema of %s', (name, schema) => {
  let folder: string;
  let fresh: Record<string, string>;
  const at = (sub: string) => path.join(folder, sub, name);
  /** The renaming migration with those that follow it. */
  const newest = schema.migrations.slice(schema.migrations.findIndex((one) => one.name.startsWith('PlainNames')));
  const former: SqliteSchema = { migrations: schema.migrations.slice(0, -newest.length) };
  const undo = async ({ dataSource }: SqliteDatabase) => {
    for (let undone = 0; undone < newest.length; undone++) await dataSource.undoLastMigration();
  };

  beforeAll(async () => {
    folder = temporaryFolder();
    const made = await openWith(at('fresh'), schema);
    fresh = schemaOf(made.reader);
    await made.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is created at once for a new file, which records every migration and continues from the newest', async () => {
    const names = () => {
      const db = new Database(at('fresh'), { readonly: true });
      const found = db.prepare('SELECT name FROM migrations ORDER BY id').pluck().all();
      db.close();
      return found;
    };
    const all = schema.migrations.map((migration) => migration.name);
    expect(names()).toEqual(all);
    await (await openWith(at('fresh'), schema)).close();
    expect(names()).toEqual(all);
    expect(await schemaFaults(at('fresh'), name)).toEqual([]);
  });

  it('is the same for a file that any earlier version created', async () => {
    for (let steps = 1; steps < schema.migrations.length; steps++) {
      const file = at(`earlier-${steps}`);
      await (await openWith(file, { migrations: schema.migrations.slice(0, steps) })).close();
      expect(await schemaFaults(file, name)).toEqual([]);
      const upgraded = await openWith(file, schema);
      expect([steps, schemaOf(upgraded.reader)]).toEqual([steps, fresh]);
      await upgraded.close();
      expect(await schemaFaults(file, name)).toEqual([]);
    }
  });

  it('keeps every row of every table, forward and back', async () => {
    const file = at('filled');
    const earlier = await openWith(file, former);
    fill(earlier.writer);
    const [before, rows] = [schemaOf(earlier.writer), rowsOf(earlier.writer)];
    await earlier.close();
    expect(Object.values(rows).filter((found) => Array.isArray(found) && found.length === 0)).toEqual([]);

    const upgraded = await openWith(file, schema);
    expect(asBefore(rowsOf(upgraded.writer), rows)).toEqual(rows);
    expect(upgraded.writer.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(upgraded.writer.pragma('foreign_key_check')).toEqual([]);
    await undo(upgraded);
    expect([schemaOf(upgraded.writer), rowsOf(upgraded.writer)]).toEqual([before, rows]);
    await upgraded.close();

    const again = await openWith(file, schema);
    expect([schemaOf(again.writer), asBefore(rowsOf(again.writer), rows)]).toEqual([fresh, rows]);
    await again.close();
  });

  it('goes back from a new file to the version before, and forward again', async () => {
    const made = await openWith(at('back'), schema);
    const earlier = await openWith(at('before'), former);
    await undo(made);
    expect(schemaOf(made.writer)).toEqual(schemaOf(earlier.writer));
    await made.close();
    await earlier.close();
    const again = await openWith(at('back'), schema);
    expect(schemaOf(again.writer)).toEqual(fresh);
    await again.close();
  });
});

it('does not go back as long as a document has groups: an earlier release would show it to every key', async () => {
  const folder = temporaryFolder();
  const made = await openWith(path.join(folder, 'documents.db'), MAIN_SCHEMA);
  made.writer.exec(`INSERT INTO category_paths VALUES (1, '["A"]', '["A"]', '["staff"]');
    INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at)
      VALUES ('lamp', 'Lamp', 'The lamp is lit.', 'text/plain', 1, '{}', 'h', 1, '', '')`);
  const goBack = async () => {
    for (let left = MAIN_SCHEMA.migrations.length; left > 0; left--) await made.dataSource.undoLastMigration();
  };
  await expect(goBack()).rejects.toThrow('documents have groups');
  await made.close();
  rmSync(folder, { recursive: true, force: true });
});

it('creates a new file once where several processes open it together', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'work.db');
  const opened = await Promise.all([1, 2, 3].map(() => openWith(file, WORK_SCHEMA)));
  expect(opened[0]?.reader.prepare('SELECT count(*) FROM migrations').pluck().get()).toBe(
    WORK_SCHEMA.migrations.length,
  );
  for (const one of opened) await one.close();
  rmSync(folder, { recursive: true, force: true });
});
