import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';

const CLI = fileURLToPath(new URL('../src/cli.js', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs the command line beside this process, which goes on writing. */
function touchstone(dataFolder: string, ...words: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...words], {
    cwd: dataFolder,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataFolder },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

const document = (i: number) => ({
  document_id: `lamp/${i}`,
  title: `Lamp ${i}`,
  text: `Lamp number ${i} of the harbour is lit at ${(i % 12) + 1} in the evening.`,
  canonical_path: ['Harbour', i % 2 === 0 ? 'North' : 'South'],
});

/** Everything that a caller can see of a store, without times of answering. */
async function picture(running: RunningApplication, conversationId: string) {
  const get = async (url: string) => (await running.call({ method: 'GET', url })).body;
  const ids: string[] = JSON.parse(await get('/documents?limit=100')).items.map(
    (item: { document_id: string }) => item.document_id,
  );
  const documents = await Promise.all(ids.map((id) => get(`/documents/${encodeURIComponent(id)}`)));
  const found = (await running.post('/search', { query: 'When is lamp 7 lit?', explain: true })).json();
  const tree = JSON.parse(await get('/taxonomy/current/tree'));
  return {
    documents,
    hits: found.hits,
    conversation: JSON.parse(await get(`/conversations/${conversationId}`)),
    cases: await get('/cbr/export'),
    logs: JSON.parse(await get('/cbr/logs')),
    tree,
    agents: JSON.parse(await get('/agents')),
  };
}

describe('a backup', () => {
  let running: RunningApplication;
  let conversationId: string;
  const elsewhere = temporaryFolder();
  const backup = path.join(elsewhere, 'copy');
  const restored = path.join(elsewhere, 'restored');

  beforeAll(async () => {
    running = await startApplication();
    for (let i = 0; i < 20; i++) await running.post('/documents', document(i));
    conversationId = (await running.post('/chat/run', { message: 'When is lamp 7 lit?' })).json().conversation_id;
    await running.post('/cbr/case', { query: 'lamp out', category_path: ['Harbour'], content: 'Call the keeper.' });
    await running.post('/cbr/suggest', { query: 'lamp out', category_path: ['Harbour'] });
    await running.post('/agents/from-category', { version: '1.0.0', node_paths: [['Harbour', 'North']] });
    mkdirSync(path.join(running.dataFolder, 'output', 'test_sessions', 'ts_1'), { recursive: true });
    writeFileSync(path.join(running.dataFolder, 'output', 'test_sessions', 'ts_1', 'report.md'), '# Report\n');
  });
  afterAll(async () => {
    await running.stop();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('holds all that was acknowledged before it began, made while documents are written', async () => {
    const busy = path.join(elsewhere, 'busy');
    let isDone = false;
    const before: string[] = [];
    const writing = (async () => {
      for (let i = 1000; !isDone; i++) {
        expect((await running.post('/documents', document(i))).statusCode).toBe(201);
        before.push(`lamp/${i}`);
      }
    })();
    while (before.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    const acknowledged = [...before];
    const ended = await touchstone(running.dataFolder, 'backup', busy);
    isDone = true;
    await writing;
    expect(ended).toMatchObject({ code: 0 });
    const copy = new Database(path.join(busy, 'store', 'documents.db'), { readonly: true });
    const ids = new Set(copy.prepare<[], string>('SELECT document_id FROM documents').pluck().all());
    const indexed = new Set(copy.prepare<[], string>('SELECT document_id FROM search_documents').pluck().all());
    copy.close();
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect([...ids].filter((id) => !indexed.has(id))).toEqual([]);
    expect(before.length).toBeGreaterThan(acknowledged.length);
    for (const id of before) await running.call({ method: 'DELETE', url: `/documents/${encodeURIComponent(id)}` });
  });

  it('is restored to a store that answers the same to everything', async () => {
    expect(await touchstone(running.dataFolder, 'backup', backup)).toMatchObject({ code: 0 });
    mkdirSync(restored);
    const again = await touchstone(restored, 'restore', backup);
    expect(again.said).toContain('Restored to');
    expect(readFileSync(path.join(restored, 'output', 'test_sessions', 'ts_1', 'report.md'), 'utf8')).toBe(
      '# Report\n',
    );
    const copy = await startApplication({ DATA_DIR: restored });
    try {
      expect(await picture(copy, conversationId)).toEqual(await picture(running, conversationId));
    } finally {
      await copy.stop();
    }
  });

  it('is not written over anything', async () => {
    const same = await touchstone(running.dataFolder, 'backup', backup);
    expect([same.code, same.said]).toEqual([1, expect.stringContaining('exists already')]);
    const over = await touchstone(running.dataFolder, 'restore', backup);
    expect([over.code, over.said]).toEqual([1, expect.stringContaining('is in use')]);
  });

  it('is refused when a byte of it changed, and says where', async () => {
    expect(await touchstone(elsewhere, 'verify', backup)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Whole'),
    });
    appendFileSync(path.join(backup, 'store', 'work.db'), 'x');
    const verified = await touchstone(elsewhere, 'verify', backup);
    expect([verified.code, verified.said]).toEqual([1, expect.stringContaining('store/work.db has ')]);
    const target = path.join(elsewhere, 'never');
    mkdirSync(target);
    const refused = await touchstone(target, 'restore', backup);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('not whole')]);
    expect(existsSync(path.join(target, 'documents.db'))).toBe(false);
  });

  it('never leads out of the folder of the store', async () => {
    const manifest = path.join(backup, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace('store/documents.db', 'store/../../documents.db'));
    const refused = await touchstone(elsewhere, 'verify', backup);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('is no backup')]);
  });

  it('says how it is used', () => {
    const asked = spawnSync(process.execPath, [CLI, 'explode', 'x'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '' },
    });
    expect(asked.status).toBe(2);
    expect(asked.stderr).toContain("'explode' is no command");
    expect(asked.stderr).toContain('backup FOLDER');
  });
});
