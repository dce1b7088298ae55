import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { StoreCheck } from '../src/health/infrastructure/store-check.js';
import { AccessDatabase, MainDatabase, WorkDatabase } from '../src/shared/infrastructure/database/databases.js';
import { SqliteDatabase } from '../src/shared/infrastructure/database/sqlite-database.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';

const note = (id: string, text = 'The lamp is lit at 07:10.') => ({
  document_id: id,
  title: 'Lamp',
  text,
  canonical_path: ['Notes'],
});

function databaseOf(running: RunningApplication, token: typeof MainDatabase | typeof WorkDatabase): SqliteDatabase {
  const database: unknown = running.app.get(token, { strict: false });
  if (database instanceof SqliteDatabase) return database;
  throw new Error('The store is not an embedded one.');
}

describe('a store whose file is removed or replaced under the running server', () => {
  let running: RunningApplication;
  const file = (name: string) => path.join(running.dataFolder, name);
  beforeEach(async () => {
    running = await startApplication();
    expect((await running.post('/documents', note('before'))).statusCode).toBe(201);
  });
  afterEach(() => running.stop());

  const store = async () => {
    const health = await running.call({ method: 'GET', url: '/health' });
    return [
      health.statusCode,
      health.json<{ components: { store: { status: string; detail?: string } } }>().components.store,
    ];
  };

  it.each(['documents.db', 'documents.db-wal'])(
    'acknowledges no write after %s is gone, reports it in /health, and continues when it is back',
    async (name) => {
      renameSync(file(name), file('aside'));
      databaseOf(running, MainDatabase).checkFile();
      const refused = await running.post('/documents', note('lost'));
      expect([refused.statusCode, refused.json()]).toEqual([
        503,
        expect.objectContaining({ type: expect.stringContaining('store-unwritable') }),
      ]);
      expect(await store()).toEqual([
        503,
        expect.objectContaining({ status: 'unhealthy', detail: expect.stringContaining('documents.db') }),
      ]);
      renameSync(file('aside'), file(name));
      databaseOf(running, MainDatabase).checkFile();
      expect((await running.post('/documents', note('after'))).statusCode).toBe(201);
      expect((await store())[1]).toMatchObject({ status: 'healthy' });
    },
  );

  it('counts nothing as damage that a check read while a file was missing', async () => {
    const check = running.app.get(StoreCheck, { strict: false });
    renameSync(file('documents.db-wal'), file('aside'));
    expect(await check.run()).toBeUndefined();
    renameSync(file('aside'), file('documents.db-wal'));
    databaseOf(running, MainDatabase).checkFile();
    expect(check.faults).toEqual([]);
    expect((await store())[1]).toMatchObject({ status: 'healthy' });
    expect(await check.run()).toEqual([]);
  });

  it('acknowledges no write to another file in its place', async () => {
    renameSync(file('work.db'), file('aside'));
    new Database(file('work.db')).exec('CREATE TABLE t (a)').close();
    const work = databaseOf(running, WorkDatabase);
    work.checkFile();
    expect(() => work.writer.exec('INSERT INTO conversations DEFAULT VALUES')).toThrow(/readonly/);
    expect((await store())[0]).toBe(503);
    // An answer is not lost with the conversation that it belongs to.
    const answer = await running.post('/chat/run', { message: 'When is the lamp lit?' });
    expect([answer.statusCode, answer.json<{ metadata: { degraded: string[] } }>().metadata.degraded]).toEqual([
      200,
      expect.arrayContaining(['store']),
    ]);
  });
});

describe('files of the store', () => {
  it('can be read by the user of the server alone', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const running = await startApplication({ DATA_DIR: path.join(folder, 'data') });
    try {
      expect((await running.post('/documents', note('a'))).statusCode).toBe(201);
      const data = path.join(folder, 'data');
      const found = readdirSync(data, { recursive: true, withFileTypes: true })
        .filter((entry) => /\.db/u.test(entry.name) || entry.isDirectory())
        .map((entry) => path.join(entry.parentPath, entry.name));
      const open = [data, ...found].filter((place) => (statSync(place).mode & 0o077) !== 0);
      expect([found.length > 4, open]).toEqual([true, []]);
    } finally {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a reader with a key', () => {
  it('is answered while another program locks the file of the keys, and while it cannot be written', async () => {
    const admin = { 'x-api-key': 'an-admin-key-for-the-test' };
    const running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: admin['x-api-key'] });
    const other = new Database(path.join(running.dataFolder, 'access.db'));
    try {
      const made = await running.post('/api-keys', { name: 'reader', scopes: ['query'] }, admin);
      const headers = { 'x-api-key': made.json<{ key: string }>().key };
      other.exec('BEGIN IMMEDIATE');
      expect((await running.call({ method: 'GET', url: '/documents', headers })).statusCode).toBe(200);
      other.exec('ROLLBACK');
      const access = running.app.get<SqliteDatabase>(AccessDatabase, { strict: false });
      access.writer.pragma('query_only = ON');
      expect((await running.call({ method: 'GET', url: '/documents', headers })).statusCode).toBe(200);
    } finally {
      other.close();
      await running.stop();
    }
  });
});

describe('texts that a store cannot return unchanged', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
  });
  afterAll(() => running.stop());

  const SHARED = { query: 'q', category_path: ['N'], content: 'c' };
  const DOCUMENT = { title: 'T', text: 'x', canonical_path: ['N'] };
  it.each([
    ['/documents', { ...DOCUMENT, document_id: 'a\ud800b' }],
    ['/documents', { ...DOCUMENT, title: 'a\ud800b' }],
    ['/documents', { ...DOCUMENT, canonical_path: ['a\udc00b'] }],
    ['/documents', { ...DOCUMENT, version: '\ud800' }],
    ['/documents', { ...DOCUMENT, metadata: { deep: [{ '\ud800': 1 }] } }],
    ['/documents', { ...DOCUMENT, metadata: { deep: ['\ud800'] } }],
    ['/documents', { ...DOCUMENT, title: 'a\u202eb' }],
    ['/documents', { ...DOCUMENT, document_id: 'a\u200bb' }],
    ['/documents', { ...DOCUMENT, canonical_path: ['\u3164'] }],
    ['/documents', { ...DOCUMENT, source_url: 'javascript:alert(1)' }],
    ['/documents', { ...DOCUMENT, source_url: 'https://a.example/\nx' }],
    ['/documents', { ...DOCUMENT, source_url: 'data:text/html,x' }],
    ['/cbr/case', { ...SHARED, case_id: '\ud800' }],
    ['/cbr/case', { ...SHARED, case_id: 'a\u2066' }],
    ['/cbr/case', { ...SHARED, metadata: { a: '\udfff' } }],
    ['/cbr/suggest', { query: '\ud800' }],
    ['/chat/run', { message: 'a \ud800 b' }],
    ['/search', { query: '\udc00' }],
    ['/agents/from-category', { version: '1.0.0', node_paths: [['N']], options: { name: '\u200e' } }],
    ['/taxonomy/versions', { version: '1.1.0', operations: [{ op: 'add', path: ['\u00ad'] }] }],
    ['/test-sessions', { name: '\ud800' }],
    ['/test-sessions', { name: 'a\u202eb' }],
    ['/test-sessions', { name: 'a\nb' }],
    ['/chat/run', { message: 'When?', conversation_id: 'a\u202eb' }],
    ['/chat/run', { message: 'When?', conversation_id: 'a\nb' }],
    ['/documents', { ...DOCUMENT, source_url: 'https://user:password@example.org/' }],
    ['/documents', { ...DOCUMENT, source_url: 'https://user@example.org/' }],
    ['/documents', { ...DOCUMENT, source_url: 'https://example.org/\u202egpj' }],
    ['/documents', { ...DOCUMENT, canonical_path: ['.'] }],
    ['/documents', { ...DOCUMENT, canonical_path: ['\u2800'] }],
    ['/documents', { ...DOCUMENT, document_id: '.' }],
    ['/documents', { ...DOCUMENT, document_id: '..' }],
  ])('is refused by %s: %j', async (url, body) => {
    const answer = await running.post(url, body);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([422, expect.stringContaining('problem+json')]);
  });
});
