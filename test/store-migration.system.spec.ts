import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { dropSchema, SERVER_LACK, TEST_DATABASE_URL } from './support/postgres-servers.js';
import { fillWithLamps, lampDocument, picture, touchstone } from './support/store-picture.js';
import { describeUnless } from './support/lacking.js';

const LAMPS = 30;
/** More than a batch of each, so that a copy can be killed inside of a table. */
const TURNS = 3_000;

/** Rows that would take long to make one by one. */
function addTurns(file: string): void {
  const db = new Database(file);
  const insert = db.prepare(
    `INSERT INTO conversation_turns (conversation_id, owner, message, completed_question, response, sources, trace_id, created_at)
     SELECT conversation_id, owner, 'again', 'again', ?, '[]', ?, created_at FROM conversations LIMIT 1`,
  );
  db.transaction(() => {
    for (let i = 0; i < TURNS; i++) insert.run('가'.repeat(500), `trace_${i}`);
  })();
  db.close();
}

describeUnless(SERVER_LACK, 'a store that moves', () => {
  const folder = temporaryFolder();
  const embedded = path.join(folder, 'embedded');
  const back = path.join(folder, 'back');
  const schemas: string[] = [];
  const settingsOf = (schema: string) => ({ DATABASE_URL: TEST_DATABASE_URL, DATABASE_SCHEMA: schema });
  const newSchema = () => {
    schemas.push(`spec_${randomBytes(6).toString('hex')}`);
    return settingsOf(schemas.at(-1) ?? '');
  };
  const shared = newSchema();
  let conversation: string;
  let seen: Awaited<ReturnType<typeof picture>>;
  const seenIn = async (settings: Record<string, string>) => {
    const running = await startApplication(settings);
    try {
      return await picture(running, conversation);
    } finally {
      await running.stop();
    }
  };

  beforeAll(async () => {
    for (const each of [embedded, back]) mkdirSync(each);
    const running = await startApplication({ DATA_DIR: embedded });
    conversation = await fillWithLamps(running, LAMPS);
    await running.stop();
    addTurns(path.join(embedded, 'work.db'));
    seen = await seenIn({ DATA_DIR: embedded });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const schema of schemas) await dropSchema(schema);
  });

  it('answers everything in PostgreSQL as it did, though the copy was killed on its way', async () => {
    let batches = 0;
    const killed = await touchstone(embedded, ['migrate-store', 'to-postgres'], shared, (said) => {
      batches = said.split('conversation_turns').length - 1;
      return batches > 1;
    });
    // More may have been said between the order and its death.
    expect([killed.code, batches > 1]).toEqual([null, true]);
    // An incomplete store is not served.
    await expect(startApplication({ DATA_DIR: back, ...shared })).rejects.toThrow('is not complete');
    const done = await touchstone(embedded, ['migrate-store', 'to-postgres'], shared);
    expect([done.code, done.said]).toEqual([0, expect.stringContaining('found equal')]);
    expect(done.said).not.toMatch(/^documents: \d+ rows$/mu);
    expect(await seenIn({ DATA_DIR: back, ...shared })).toEqual(seen);
    rmSync(back, { recursive: true });
    mkdirSync(back);
  });

  it('is never copied over another one, nor while it is in use', async () => {
    const again = await touchstone(embedded, ['migrate-store', 'to-postgres'], shared);
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('There is a store in')]);
    const running = await startApplication({ DATA_DIR: back, ...shared });
    const busy = await touchstone(path.join(folder), ['migrate-store', 'to-embedded'], shared);
    await running.stop();
    expect([busy.code, busy.said]).toEqual([1, expect.stringContaining('is in use')]);
    const used = await startApplication({ DATA_DIR: embedded });
    const inUse = await touchstone(embedded, ['migrate-store', 'to-postgres'], newSchema());
    await used.stop();
    expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining('is in use')]);
    const nothing = await touchstone(path.join(folder), ['migrate-store', 'to-postgres'], newSchema());
    expect([nothing.code, nothing.said]).toEqual([1, expect.stringContaining('There is no store in')]);
    expect((await touchstone(embedded, ['migrate-store', 'sideways'], shared)).code).toBe(2);
    expect((await touchstone(embedded, ['migrate-store', 'to-postgres'])).said).toContain('DATABASE_URL');
  });

  it('comes back with what was written there, though that copy was killed too', async () => {
    const target = path.join(folder, 'returned');
    mkdirSync(target);
    const running = await startApplication({ DATA_DIR: back, ...shared });
    await running.post('/documents', lampDocument(LAMPS));
    await running.post('/cbr/suggest', { query: 'lamp out', category_path: ['Harbour'] });
    const there = await picture(running, conversation);
    await running.stop();
    const killed = await touchstone(target, ['migrate-store', 'to-embedded'], shared, (said) =>
      said.includes('conversation_turns: 1000'),
    );
    expect([killed.code, existsSync(path.join(target, 'documents.db'))]).toEqual([null, false]);
    const done = await touchstone(target, ['migrate-store', 'to-embedded'], shared);
    expect([done.code, done.said]).toEqual([0, expect.stringContaining('found equal')]);
    expect(await seenIn({ DATA_DIR: target })).toEqual(there);
  });

  describe('in PostgreSQL', () => {
    const backup = path.join(folder, 'backup');
    let running: RunningApplication;
    let there: Awaited<ReturnType<typeof picture>>;
    beforeAll(async () => {
      running = await startApplication({ DATA_DIR: back, ...shared });
      mkdirSync(path.join(back, 'output', 'test_sessions'), { recursive: true });
      writeFileSync(path.join(back, 'output', 'test_sessions', 'report.md'), '# Report\n');
      there = await picture(running, conversation);
    });
    afterAll(() => running.stop());

    it('is backed up while it is written to, each backup of one moment', async () => {
      const written: string[] = [];
      let isDone = false;
      const writing = (async () => {
        for (let i = 1000; !isDone; i++) {
          expect((await running.post('/documents', lampDocument(i))).statusCode).toBe(201);
          written.push(`lamp/${i}`);
        }
      })();
      while (written.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
      const acknowledged = [...written];
      const busy = path.join(folder, 'busy');
      const ended = await touchstone(back, ['backup', busy], shared);
      isDone = true;
      await writing;
      expect([ended.code, ended.said]).toEqual([0, expect.stringContaining('Copied to')]);
      const copy = new Database(path.join(busy, 'store', 'documents.db'), { readonly: true });
      const idsIn = (table: string) =>
        new Set(copy.prepare<[], string>(`SELECT document_id FROM ${table}`).pluck().all());
      const [texts, indexed] = [idsIn('documents'), idsIn('search_documents')];
      copy.close();
      expect(acknowledged.filter((id) => !texts.has(id))).toEqual([]);
      expect([...texts].sort()).toEqual([...indexed].sort());
      for (const id of written) await running.call({ method: 'DELETE', url: `/documents/${encodeURIComponent(id)}` });
    });

    it('is restored from a backup, to PostgreSQL or to files, and answers the same to everything', async () => {
      expect(await touchstone(back, ['backup', backup], shared)).toMatchObject({ code: 0 });
      expect(await touchstone(back, ['verify', backup], shared)).toMatchObject({
        code: 0,
        said: expect.stringContaining('Whole'),
      });
      const over = await touchstone(back, ['restore', backup], shared);
      expect([over.code, over.said]).toEqual([1, expect.stringContaining('is in use')]);
      for (const settings of [newSchema(), {}]) {
        const restored = path.join(folder, `restored-${Object.keys(settings).length}`);
        mkdirSync(restored);
        expect(await touchstone(restored, ['restore', backup], settings)).toMatchObject({ code: 0 });
        expect(readFileSync(path.join(restored, 'output', 'test_sessions', 'report.md'), 'utf8')).toBe('# Report\n');
        expect(await seenIn({ DATA_DIR: restored, ...settings })).toEqual(there);
      }
    });
  });

  it('takes the cases of the specification’s own program over, once', async () => {
    const cbr = path.join(folder, 'theirs');
    mkdirSync(cbr);
    const db = new Database(path.join(cbr, 'cbr_system.db'));
    db.exec(
      'CREATE TABLE cbr_cases (case_id TEXT PRIMARY KEY, query TEXT, category_path TEXT, content TEXT, usage_count INTEGER)',
    );
    db.prepare('INSERT INTO cbr_cases VALUES (?, ?, ?, ?, ?)').run('theirs', 'q', '["AI"]', 'c', 7);
    db.close();
    const settings = { ...newSchema(), CBR_DATA_DIR: cbr };
    for (const start of [1, 2]) {
      const running = await startApplication(settings);
      const found = (await running.call({ method: 'GET', url: '/cbr/cases/theirs' })).json();
      expect([start, found.usage_count, found.content]).toEqual([start, 7, start === 1 ? 'c' : 'changed']);
      await running.call({ method: 'PUT', url: '/cbr/cases/theirs', payload: { content: 'changed' } });
      await running.stop();
    }
    expect(existsSync(path.join(cbr, 'cbr_system.specification.db'))).toBe(true);
  });
});
