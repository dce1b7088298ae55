import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { MAIN_MIGRATIONS } from '../migrations/sqlite/all-migrations.js';
import { SqliteDatabase } from '../src/shared/infrastructure/database/sqlite-database.js';
import { startApplication, temporaryFolder } from './support/application.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the store of a version that took ids with half a character. */
async function storeWithBrokenId(file: string): Promise<void> {
  const store = await SqliteDatabase.open({
    file,
    durability: 'normal',
    migrations: MAIN_MIGRATIONS.slice(
      0,
      MAIN_MIGRATIONS.findIndex((one) => one.name.startsWith('WholeDocumentIds')),
    ),
    entities: [],
  });
  store.writer.exec(`
    INSERT INTO category_paths (id, home, display) VALUES (7, '["Harbour"]', '["Harbour"]');
    INSERT INTO category_prefixes (prefix, path_id) VALUES ('harbour', 7);
    INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at)
      VALUES (CAST(X'6C616D70EDA080' AS TEXT), 'Lamp', 'The lamp is lit at seven.', 'text/plain', 7, '{}', 'h', 1, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'),
        ('한국', 'Bell', 'The bell rings at eight.', 'text/plain', 7, '{}', 'i', 1, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');
    INSERT INTO search_documents (id, document_id, title, metadata, path_id)
      VALUES (3, CAST(X'6C616D70EDA080' AS TEXT), 'Lamp', '{}', 7), (4, '한국', 'Bell', '{}', 7);
    INSERT INTO search_chunks (id, chunk_id, document, path_id, ordinal, start, "end", text, metadata)
      VALUES (9, CAST(X'6C616D70EDA0802330' AS TEXT), 3, 7, 0, 0, 25, 'The lamp is lit at seven.', '{}'),
        (10, '한국#0', 4, 7, 0, 0, 24, 'The bell rings at eight.', '{}');`);
  await store.close();
}

it('gives a document whose stored id holds half a character an id by which it is found, read and deleted', async () => {
  const file = path.join(folder, 'documents.db');
  await storeWithBrokenId(file);
  const application = await startApplication({ DATA_DIR: folder, SAMPLE_DATA: 'skip' });
  try {
    const found = await application.post('/search', { query: 'lamp lit at seven' });
    const id: string = found.json().hits[0].document_id;
    expect(id).toMatch(/^renamed-1-6c616d70eda0$/);
    const url = `/documents/${encodeURIComponent(id)}`;
    expect((await application.call({ method: 'GET', url })).json()).toMatchObject({ title: 'Lamp' });
    expect((await application.call({ method: 'DELETE', url })).statusCode).toBe(204);
  } finally {
    await application.stop();
  }
  const db = new Database(file, { readonly: true });
  expect(db.prepare('SELECT document_id FROM documents').all()).toEqual([{ document_id: '한국' }]);
  expect(db.prepare('SELECT chunk_id FROM search_chunks').all()).toEqual([{ chunk_id: '한국#0' }]);
  db.close();
});
