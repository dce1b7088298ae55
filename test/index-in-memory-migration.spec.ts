import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { MAIN_MIGRATIONS, MAIN_SCHEMA } from '../migrations/sqlite/all-migrations.js';
import { DocumentsAndSearch1763700000000 } from '../migrations/sqlite/upgrades/1763700000000-documents-and-search.js';
import { restrictedTo } from '../src/shared/domain/category-filter.js';
import { SqliteDatabase } from '../src/shared/infrastructure/database/sqlite-database.js';
import { temporaryFolder } from './support/application.js';
import { IndexUnderTest } from './support/stored-corpus.js';
import { describeUnless } from './support/lacking.js';

const load = createRequire(import.meta.url);

/** The module of the former vector table; earlier versions depended on it. */
function vectorModule(): { load(db: Database.Database): void } | undefined {
  try {
    return load('sqlite-vec') as { load(db: Database.Database): void };
  } catch {
    return undefined;
  }
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'main.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TEXTS = ['The kiln fires clay.', '가마는 흙을 굽는다.', '유약을 바른다'];

/** A store as the version before wrote it: its migration alone, documents, words, and vectors if their module is installed. */
async function formerStore(vectors: ReturnType<typeof vectorModule>): Promise<void> {
  const source = new DataSource({
    type: 'better-sqlite3',
    database: file,
    migrations: [DocumentsAndSearch1763700000000],
    migrationsRun: true,
    prepareDatabase: (db: Database.Database) => {
      db.pragma('page_size = 16384');
      db.pragma('journal_mode = WAL');
    },
  });
  await source.initialize();
  await source.destroy();
  const db = new Database(file);
  vectors?.load(db);
  if (vectors !== undefined)
    db.exec('CREATE VIRTUAL TABLE search_vectors USING vec0(chunk INTEGER PRIMARY KEY, embedding float[4])');
  db.exec(`INSERT INTO category_paths (id, home, display) VALUES (1, '["도예"]', '["도예"]')`);
  db.exec("INSERT INTO category_prefixes (prefix, path_id) VALUES ('도예', 1)");
  db.exec(
    "INSERT INTO search_settings (key, value) VALUES ('embedding_model', 'builtin'), ('embedding_dimensions', '4')",
  );
  TEXTS.forEach((text, i) => {
    const id = i + 1;
    db.prepare(
      `INSERT INTO documents (id, document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at)
        VALUES (?, ?, '가마 규정', ?, 'text/plain', 1, '{}', 'hash', 1, 'then', 'then')`,
    ).run(id, `d${id}`, text);
    db.prepare(
      `INSERT INTO search_documents (id, document_id, title, name_key, metadata, path_id) VALUES (?, ?, '가마 규정', '가마규정', '{}', 1)`,
    ).run(id, `d${id}`);
    db.prepare(
      `INSERT INTO search_chunks (id, chunk_id, document, path_id, ordinal, start, "end", article, text, metadata, embedded)
        VALUES (?, ?, ?, 1, 0, 0, ?, ?, ?, '{}', 1)`,
    ).run(id, `d${id}#0`, id, text.length, `제${id}조`, text);
    db.prepare('INSERT INTO search_words (rowid, heading, body) VALUES (?, ?, ?)').run(id, '가마 규정', text);
    if (vectors !== undefined)
      db.prepare('INSERT INTO search_vectors (chunk, embedding) VALUES (?, ?)').run(
        BigInt(id),
        Buffer.from(Float32Array.of(1, 0, 0, i).buffer),
      );
  });
  db.close();
}

const open = () => SqliteDatabase.open({ file, durability: 'full', ...MAIN_SCHEMA, entities: [] });

/** Opens the store with this version and returns its contents. */
async function opened<T>(read: (store: SqliteDatabase) => Promise<T>): Promise<T> {
  const store = await open();
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

async function expectWhole(store: SqliteDatabase): Promise<void> {
  expect(store.reader.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(store.reader.pragma('foreign_key_check')).toEqual([]);
  const texts = store.reader.prepare('SELECT text FROM documents ORDER BY id').pluck().all();
  expect([texts, store.reader.prepare('SELECT text FROM search_chunks ORDER BY id').pluck().all()]).toEqual([
    TEXTS,
    TEXTS,
  ]);
  const reader = new Database(store.file, { readonly: true });
  const index = await IndexUnderTest.open(reader);
  expect(await index.byWords('kiln')).toEqual(['d1']);
  expect(await index.byVector('유약을 바른다')).toEqual(expect.arrayContaining(['d3']));
  expect(await index.byName('가마 규정 제2조')).toEqual(['d2']);
  for (const [allowed, expected] of [
    ['유약', []],
    ['도예', ['d1']],
  ] as const)
    expect(await index.byWords('kiln', { filter: restrictedTo([[allowed]]), asOf: '2025-01-01' })).toEqual(expected);
  reader.close();
}

/** Tables and indexes whose names mention words or vectors. */
const schema = (store: SqliteDatabase) =>
  store.reader
    .prepare("SELECT name FROM sqlite_master WHERE name LIKE 'search%' AND name NOT LIKE '%autoindex%' ORDER BY name")
    .pluck()
    .all();

function describeMigration(name: string, vectors: ReturnType<typeof vectorModule>, lack?: string): void {
  describeUnless(lack, name, () => {
    it('opens whole, with all documents, and they are found', async () => {
      await formerStore(vectors);
      await opened(expectWhole);
      // The next start finds the new tables and leaves them.
      await opened(async (store) => {
        store.writer.exec(
          "INSERT INTO search_models (model, kind, dimensions, chunks, created_at, complete) VALUES ('m', 'provider', 1, 0, 'now', 0)",
        );
        store.writer.exec("INSERT INTO search_vectors (model, chunk, vector) VALUES (1, 1, x'0000803f')");
        return expectWhole(store);
      });
      const count = 'SELECT count(*) FROM search_vectors WHERE model = 1';
      expect(await opened((store) => Promise.resolve(store.reader.prepare(count).pluck().get()))).toBe(1);
    });

    it('has the tables of a store that was made by this version', async () => {
      await formerStore(vectors);
      const migrated = await opened((store) => Promise.resolve(schema(store)));
      rmSync(file);
      const made = await opened((store) => Promise.resolve(schema(store)));
      expect(migrated).toEqual(made);
    });
  });
}

const vectors = vectorModule();
describeMigration('a store of the version before, without vectors', undefined);
describeMigration(
  'a store of the version before, with its vec0 table',
  vectors,
  vectors === undefined ? 'no sqlite-vec' : undefined,
);

describe('going back to the version before', () => {
  it('keeps the documents, and the store opens again afterwards', async () => {
    await formerStore(undefined);
    await opened(async (store) => {
      for (let steps = MAIN_MIGRATIONS.length; steps > 1; steps--) await store.dataSource.undoLastMigration();
      expect(store.writer.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(store.writer.prepare('SELECT count(*) FROM search_words').pluck().get()).toBe(0);
      expect(store.writer.prepare('SELECT count(*) FROM search_chunks').pluck().get()).toBe(TEXTS.length);
    });
    await opened(expectWhole);
  });
});
