import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres/all-migrations.js';
import { CASE_MIGRATIONS, MAIN_MIGRATIONS, WORK_MIGRATIONS } from '../migrations/sqlite/all-migrations.js';
import { migratePostgres, revertPostgres } from '../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { PostgresDatabase } from '../src/shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../src/shared/infrastructure/database/postgres/sql.js';
import { SqliteDatabase } from '../src/shared/infrastructure/database/sqlite-database.js';
import { startApplication, temporaryFolder } from './support/application.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from './support/postgres-servers.js';

type Migrations = typeof MAIN_MIGRATIONS | typeof WORK_MIGRATIONS | typeof CASE_MIGRATIONS;

/** What the first release kept, by SQL that it understood. */
const MAIN = `
  INSERT INTO category_paths (id, home, display) VALUES (7, '["Harbour"]', '["Harbour"]');
  INSERT INTO category_prefixes (prefix, path_id) VALUES ('harbour', 7);
  INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at)
    VALUES ('lamp', 'Lamp', 'The lamp is lit at seven.', 'text/plain', 7, '{"k":1}', 'h', 1, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');
  INSERT INTO search_documents (id, document_id, title, name_key, metadata, path_id) VALUES (3, 'lamp', 'Lamp', 'lamp', '{"k":1}', 7);
  INSERT INTO search_chunks (id, chunk_id, document, path_id, ordinal, start, "end", text, metadata, embedded)
    VALUES (9, 'lamp#0', 3, 7, 0, 0, 25, 'The lamp is lit at seven.', '{}', 0);
  INSERT INTO search_words (rowid, heading, body) VALUES (9, 'lamp', 'lamp lit seven');
  INSERT INTO taxonomy_versions VALUES ('1.0.0', NULL, '2025-01-01T00:00:00.000Z', '[]', '{"added":[],"removed":[],"moved":[],"documentsMoved":0}', '[]');
  INSERT INTO taxonomy_active VALUES (1, '1.0.0', '2025-01-01T00:00:00.000Z');`;
const WORK = `
  INSERT INTO conversations VALUES ('c1', 'anonymous', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');
  INSERT INTO conversation_turns (id, conversation_id, owner, message, completed_question, response, sources, trace_id, created_at)
    VALUES (5, 'c1', 'anonymous', 'When?', 'When is the lamp lit?', 'At seven.', '[]', 'tr1', '2025-01-01T00:00:00.000Z');
  INSERT INTO traces (trace_id, owner, created_at, events) VALUES ('tr1', 'anonymous', '2025-01-01T00:00:00.000Z', '[]');
  INSERT INTO jobs (job_id, kind, status, done, total, error, created_at, updated_at)
    VALUES ('j1', 'index', 'succeeded', 1, 1, NULL, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');`;

/** The checks of the old rows at every step. */
const READ = {
  main: [
    'SELECT document_id, title, text, path_id, metadata, content_hash FROM documents',
    'SELECT id, document_id, title, metadata, path_id FROM search_documents',
    'SELECT id, chunk_id, document, path_id, ordinal, start, "end", text, metadata FROM search_chunks',
    'SELECT prefix, path_id FROM category_prefixes',
    'SELECT version, categories FROM taxonomy_versions',
  ],
  work: [
    'SELECT conversation_id, owner, created_at FROM conversations',
    'SELECT id, conversation_id, message, completed_question, response, sources, trace_id FROM conversation_turns',
    'SELECT trace_id, owner, events FROM traces',
    'SELECT job_id, kind, status, done, total FROM jobs',
  ],
};

async function openWith(file: string, migrations: Migrations): Promise<SqliteDatabase> {
  return SqliteDatabase.open({ file, durability: 'normal', migrations, entities: [] });
}

const rowsOf = (file: string, statements: readonly string[]) => {
  const db = new Database(file, { readonly: true });
  const rows = statements.map((text) => db.prepare(text).all());
  db.close();
  return rows;
};

describe('an embedded store of the first release', () => {
  const folder = temporaryFolder();
  const files = [
    ['documents.db', MAIN_MIGRATIONS, MAIN, READ.main],
    ['work.db', WORK_MIGRATIONS, WORK, READ.work],
  ] as const;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(files)(
    'keeps all rows of %s step by step to the newest schema, back and forth again',
    async (name, all, fill, read) => {
      const file = path.join(folder, name);
      const first = await openWith(file, all.slice(0, 1));
      first.writer.exec(fill);
      await first.close();
      const before = rowsOf(file, read);
      expect(before.filter((rows) => rows.length !== 1)).toEqual([]);
      for (let steps = 2; steps <= all.length; steps++) {
        await (await openWith(file, all.slice(0, steps))).close();
        expect([steps, rowsOf(file, read)]).toEqual([steps, before]);
      }
      const newest = await openWith(file, all);
      for (let steps = all.length; steps > 1; steps--) {
        await newest.dataSource.undoLastMigration();
        expect([steps, rowsOf(file, read)]).toEqual([steps, before]);
      }
      await newest.close();
      await (await openWith(file, all)).close();
      expect(rowsOf(file, read)).toEqual(before);
    },
  );

  it('is served: documents, search, categories and conversations', async () => {
    const running = await startApplication({ DATA_DIR: folder });
    const get = async (url: string) => (await running.call({ method: 'GET', url })).json();
    expect((await get('/documents/lamp')).text).toBe('The lamp is lit at seven.');
    expect((await running.post('/search', { query: 'lamp lit' })).json().hits).toHaveLength(1);
    expect((await get('/conversations/c1')).turns).toHaveLength(1);
    expect(JSON.stringify(await get('/taxonomy/current/tree'))).toContain('Harbour');
    await running.stop();
  });
});

/** Rows that each step of the schema in PostgreSQL adds, and their checks. */
const SHARED: readonly (readonly [fill: string, read: string])[] = [
  [
    `INSERT INTO category_paths (id, home, display, changed) VALUES (7, '["Harbour"]', '["Harbour"]', 1);
     INSERT INTO category_prefixes VALUES ('harbour', 7);
     INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at, changed)
       VALUES ('lamp', 'Lamp', 'The lamp is lit.', 'text/plain', 7, '{}', 'h', 1, '', '', 1);
     INSERT INTO search_documents (id, document_id, title, metadata, path_id) VALUES (3, 'lamp', 'Lamp', '{}', 7);
     INSERT INTO search_chunks (id, chunk_id, document, path_id, ordinal, start, "end", text, metadata)
       VALUES (9, 'lamp#0', 3, 7, 0, 0, 16, 'The lamp is lit.', '{}')`,
    `SELECT d.document_id, d.title, d.text, c.id, c.text AS passage, p.prefix FROM documents d
       JOIN search_documents s ON s.document_id = d.document_id JOIN search_chunks c ON c.document = s.id
       JOIN category_prefixes p ON p.path_id = d.path_id`,
  ],
  [
    `INSERT INTO conversations VALUES ('c1', 'anonymous', '', '');
     INSERT INTO conversation_turns (id, conversation_id, owner, message, completed_question, response, sources, trace_id, created_at)
       VALUES (5, 'c1', 'anonymous', 'When?', 'q', 'At seven.', '[]', 'tr1', '');
     INSERT INTO api_keys (id, prefix, secret_hash, name, scopes, created_at) VALUES ('k', 'p', 'h', 'n', '[]', '')`,
    'SELECT t.id, t.message, t.response, k.id AS key FROM conversation_turns t, api_keys k',
  ],
  [
    `INSERT INTO cbr_category_paths (id, home, display, changed) VALUES (1, '["A"]', '["A"]', 1);
     INSERT INTO cbr_cases (case_id, query, category_path, path_id, content, quality_score, usage_count, success_rate, metadata, created_at, updated_at)
       VALUES ('c', 'q', '["A"]', 1, 'x', 0.3, 2, 1, '{}', '', '')`,
    'SELECT id, case_id, query, content, quality_score, usage_count FROM cbr_cases',
  ],
  [
    `INSERT INTO review_decisions VALUES ('r', 'approved', 'a', NULL, 'k', '', NULL)`,
    'SELECT review_id, decision, answer FROM review_decisions',
  ],
];

describe.each(POSTGRES_SERVERS)('a store of the first release in %s', (_name, open) => {
  let server: PostgresUnderTest;
  beforeAll(async () => {
    server = await open();
    await revertPostgres(server.database, POSTGRES_MIGRATIONS, POSTGRES_MIGRATIONS.length);
  });
  afterAll(() => server.drop());

  const readAll = (database: PostgresDatabase, steps: number) =>
    Promise.all(SHARED.slice(0, steps).map(([, read]) => database.query(sql`${trusted(read)}`)));

  it('keeps all rows step by step to the newest schema, back and forth again', async () => {
    const { database } = server;
    const kept: unknown[] = [];
    for (let steps = 1; steps <= POSTGRES_MIGRATIONS.length; steps++) {
      await migratePostgres(database, { migrations: POSTGRES_MIGRATIONS.slice(0, steps) });
      const fill = SHARED[steps - 1]?.[0];
      if (fill !== undefined) await database.execute(fill);
      const all = await readAll(database, steps);
      expect(all.filter((rows) => rows.length !== 1)).toEqual([]);
      expect(all.slice(0, kept.length)).toEqual(kept);
      kept.splice(0, kept.length, ...all);
    }
    for (let steps = POSTGRES_MIGRATIONS.length; steps > 1; steps--) {
      await revertPostgres(database, POSTGRES_MIGRATIONS, 1);
      expect(await readAll(database, steps - 1)).toEqual(kept.slice(0, steps - 1));
    }
    await migratePostgres(database, { migrations: POSTGRES_MIGRATIONS });
    expect(await readAll(database, 1)).toEqual(kept.slice(0, 1));
  });

  it('is not changed by an older program', async () => {
    await expect(migratePostgres(server.database, { migrations: POSTGRES_MIGRATIONS.slice(0, 2) })).rejects.toThrow(
      'a newer version',
    );
  });
});
