import path from 'node:path';
import Database from 'better-sqlite3';
import { ApplyRetention } from '../src/audit/application/write-audit-log.js';
import { ForgetConversations } from '../src/pipeline/application/manage-conversations.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = 'administrator-secret-1';

describe('the audit log', () => {
  let running: RunningApplication;
  let reader: { id: string; key: string };
  const admin = { 'x-api-key': ADMIN };
  const get = async (url: string, headers: Record<string, string> = admin) =>
    running.call({ method: 'GET', url, headers });
  const entries = async (query = '') => (await get(`/audit?limit=500${query}`)).json().items;

  beforeAll(async () => {
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: ADMIN,
      AUDIT_RETENTION_DAYS: '1',
      CONVERSATION_RETENTION_DAYS: '1',
    });
    const document = {
      document_id: 'harbour/lamp',
      title: 'Lamps',
      text: 'The lamp of the harbour is lit at seven.',
      canonical_path: ['Harbour'],
    };
    await running.post('/documents', document, admin);
    const made = await running.post(
      '/api-keys',
      { name: 'reader', scopes: ['query'], allowed_category_paths: [['Harbour']] },
      admin,
    );
    reader = made.json();
  });
  afterAll(() => running.stop());

  it('says who asked what, through which door, under which filter, and what was shown', async () => {
    const own = { 'x-api-key': reader.key };
    const answer = (await running.post('/chat/run', { message: 'When is the lamp lit?' }, own)).json();
    await running.post('/search', { query: 'lamp me@harbour.example' }, own);
    await running.post(
      '/v1/chat/completions',
      { model: 'default', messages: [{ role: 'user', content: 'When is the lamp lit?' }] },
      own,
    );
    await running.post('/cbr/suggest', { query: 'lamp is out' }, own);
    await running.post('/fact-check', { answer: 'The lamp is lit at seven.' }, own);
    await get('/documents/harbour%2Flamp', own);
    const seen = await entries(`&caller=${reader.id}`);
    expect(seen.map((entry: { route: string; action: string }) => [entry.route, entry.action])).toEqual([
      ['POST /chat/run', 'ask'],
      ['POST /search', 'search'],
      ['POST /v1/chat/completions', 'ask'],
      ['POST /cbr/suggest', 'suggest_cases'],
      ['POST /fact-check', 'check_facts'],
      ['GET /documents/:document_id', 'read_document'],
    ]);
    const shown = [{ id: 'harbour/lamp', passages: ['harbour/lamp#0'] }];
    expect(seen[0]).toMatchObject({
      caller: reader.id,
      filter: ['harbour'],
      question: 'When is the lamp lit?',
      detail: answer.metadata.trace_id,
      shown,
    });
    expect(seen[1]).toMatchObject({ question: 'lamp [email]', shown });
    expect(seen[2].shown).toEqual(shown);
    expect(seen[5].shown).toEqual([{ id: 'harbour/lamp', passages: [] }]);
  });

  it('has streamed answers too', async () => {
    await running.post('/chat/run', { message: 'When is the lamp lit?' }, { ...admin, accept: 'text/event-stream' });
    expect((await entries('&caller=admin&action=ask')).at(-1)).toMatchObject({ route: 'POST /chat/run', filter: null });
  });

  it('has attempts to get around the filter, with the key that made them', async () => {
    const filters = { allowed_category_paths: [['..']] };
    expect((await running.post('/search', { query: 'lamp', filters }, { 'x-api-key': reader.key })).statusCode).toBe(
      403,
    );
    expect(await entries('&action=filter_bypass')).toMatchObject([
      { caller: reader.id, detail: 'path_traversal', question: null },
    ]);
  });

  it('has what was changed, and by whom', async () => {
    await running.call({ method: 'DELETE', url: '/documents/harbour%2Fnone', headers: admin });
    await running.post(
      '/cbr/case',
      { case_id: 'c1', query: 'lamp out', category_path: ['Harbour'], content: 'Call the keeper.' },
      admin,
    );
    await running.call({ method: 'DELETE', url: '/cbr/cases/c1', headers: admin });
    const changes = (await entries('&action=change')).map((entry: { route: string; detail: string }) => [
      entry.route,
      entry.detail,
    ]);
    expect(changes).toEqual([
      ['POST /documents', '201'],
      ['POST /api-keys', '201'],
      ['POST /cbr/case', '201'],
      ['DELETE /cbr/cases/:case_id', '200 c1'],
    ]);
  });

  it('is read by administrators of the whole service only', async () => {
    for (const url of ['/audit', '/audit/export', '/audit/verify'])
      expect((await get(url, { 'x-api-key': reader.key })).statusCode).toBe(403);
  });

  it('is given out whole, a page at a time and as lines', async () => {
    const all = await entries();
    const first = (await get('/audit?limit=3')).json();
    const second = (await get(`/audit?limit=500&cursor=${first.next_cursor}`)).json();
    expect([...first.items, ...second.items]).toEqual(all);
    const exported = (await get('/audit/export')).body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(exported).toEqual(all);
  });

  it('is searched by time and text, newest first', async () => {
    const all = await entries();
    const newest = (await get('/audit?limit=2&order=newest')).json();
    expect(newest.items).toEqual(all.slice(-2).reverse());
    const next = (await get(`/audit?limit=500&order=newest&cursor=${newest.next_cursor}`)).json();
    expect(next.items).toEqual(all.slice(0, -2).reverse());
    expect(await entries('&text=LAMP%20IS%20OUT')).toMatchObject([{ action: 'suggest_cases' }]);
    expect(await entries(`&until=${encodeURIComponent(all[2].at)}`)).toEqual(
      all.filter((entry: { at: string }) => entry.at < all[2].at),
    );
    expect(await entries('&since=2099-01-01T00:00:00%2B09:00')).toEqual([]);
    expect((await get('/audit?since=2099-01-01')).statusCode).toBe(422);
  });

  it('is exported as a table of what the filters select, in which no cell is a formula', async () => {
    await running.post('/search', { query: '=1+"1", lamp' }, admin);
    const exported = await get('/audit/export?format=csv&action=search');
    expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(exported.headers['content-disposition']).toContain('audit.csv');
    const [head, ...rows] = exported.body.trimEnd().split('\r\n');
    expect(head?.split(',').slice(0, 6)).toEqual(['seq', 'at', 'caller', 'action', 'route', 'question']);
    expect(rows).toHaveLength((await entries('&action=search')).length);
    expect(rows.at(-1)).toContain(`,"'=1+""1"", lamp",`);
  });

  it('cannot be changed in the store, and shows where somebody got around that', async () => {
    const before = (await get('/audit/verify')).json();
    expect(before).toMatchObject({ intact: true, broken_at: null, last_seq: before.entries });
    const db = new Database(path.join(running.dataFolder, 'work.db'));
    expect(() => db.prepare("UPDATE audit_entries SET question = 'x' WHERE seq = 2").run()).toThrow('never changed');
    expect(() => db.prepare('DELETE FROM audit_entries WHERE seq = 2').run()).toThrow('retention only');
    const row = db.prepare<[], { question: string | null }>('SELECT question FROM audit_entries WHERE seq = 4').get();
    db.exec('DROP TRIGGER audit_entries_bu');
    db.prepare("UPDATE audit_entries SET question = 'something else' WHERE seq = 4").run();
    expect((await get('/audit/verify')).json()).toMatchObject({ intact: false, broken_at: 4, last_seq: 3 });
    db.prepare('UPDATE audit_entries SET question = ? WHERE seq = 4').run(row?.question);
    db.close();
    expect((await get('/audit/verify')).json()).toEqual(before);
  });

  it('removes records past their retention, and the rest of the chain is still valid', async () => {
    expect(await running.app.get(ApplyRetention, { strict: false }).apply()).toBe(0);
    const db = new Database(path.join(running.dataFolder, 'work.db'));
    db.prepare("UPDATE audit_entries SET at = '2020-01-01T00:00:00.000Z' WHERE seq <= 3").run();
    db.close();
    expect(await running.app.get(ApplyRetention, { strict: false }).apply()).toBe(3);
    const verified = (await get('/audit/verify')).json();
    expect(verified).toMatchObject({ intact: true, broken_at: null });
    expect((await entries())[0].seq).toBe(4);
  });

  it('deletes conversations past their retention period', async () => {
    const { conversation_id } = (await running.post('/chat/run', { message: 'When is the lamp lit?' }, admin)).json();
    const forget = running.app.get(ForgetConversations, { strict: false });
    expect(await forget.forget()).toBe(0);
    const db = new Database(path.join(running.dataFolder, 'work.db'));
    db.prepare("UPDATE conversations SET updated_at = '2020-01-01T00:00:00.000Z' WHERE conversation_id = ?").run(
      conversation_id,
    );
    db.close();
    expect(await forget.forget()).toBe(1);
    expect((await get(`/conversations/${conversation_id}`)).statusCode).toBe(404);
  });
});

describe('without an audit log', () => {
  it('nothing is written', async () => {
    const running = await startApplication({ AUDIT_LOG: 'false' });
    try {
      await running.post('/search', { query: 'lamp' });
      expect((await running.call({ method: 'GET', url: '/audit' })).json()).toEqual({ items: [], next_cursor: null });
    } finally {
      await running.stop();
    }
  });
});
