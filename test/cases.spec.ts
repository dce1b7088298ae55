import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { LoadSampleCases } from '../src/cbr/application/load-sample-cases.js';
import { FitSelector } from '../src/cbr/application/fit-selector.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';

const CASE = { query: 'How long may a leave last?', category_path: ['Study'], content: 'Six semesters.' };
const ROUTES = [
  ['POST', '/cbr/suggest'],
  ['POST', '/cbr/feedback'],
  ['POST', '/cbr/case'],
  ['POST', '/cbr/reuse'],
  ['POST', '/cbr/retain'],
  ['POST', '/cbr/import'],
  ['GET', '/cbr/cases'],
  ['GET', '/cbr/cases/a'],
  ['PUT', '/cbr/cases/a'],
  ['DELETE', '/cbr/cases/a'],
  ['PUT', '/cbr/cases/a/quality'],
  ['GET', '/cbr/cases/a/logs'],
  ['GET', '/cbr/logs'],
  ['GET', '/cbr/stats'],
  ['GET', '/cbr/export'],
] as const;

describe('the case base over HTTP', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    await running.app.get(LoadSampleCases, { strict: false }).load();
    await running.post('/documents', {
      title: 'Parking rules',
      text: 'Article 1. A parking permit costs 30 euros a month and is valid for 12 months.',
      canonical_path: ['Campus'],
    });
  });
  afterAll(() => running.stop());

  const get = async (url: string) => (await running.call({ method: 'GET', url })).json();

  it('has the sample cases in both languages, once', async () => {
    await running.app.get(LoadSampleCases, { strict: false }).load();
    const { cbr_system_stats: stats } = await get('/cbr/stats');
    expect(stats.total_cases).toBe(128);
    expect(stats.average_quality_score).toBeGreaterThanOrEqual(0.5);
    const categories = stats.category_distribution.map((c: { category_path: string[] }) => c.category_path.join('/'));
    expect(categories).toEqual(expect.arrayContaining(['학사/학적', 'Database/Backup and restore']));
  });

  it('finds cases by the words of their question, page by page', async () => {
    const words = encodeURIComponent('휴학 등록금');
    const { items } = await get(`/cbr/cases?query=${words}`);
    expect(items.length).toBeGreaterThan(0);
    for (const { query } of items) expect(query).toMatch(/휴학.*등록금|등록금.*휴학/u);
    const first = await get(`/cbr/cases?query=${encodeURIComponent('휴학')}&limit=1`);
    const second = await get(`/cbr/cases?query=${encodeURIComponent('휴학')}&limit=1&cursor=${first.next_cursor}`);
    expect(second.items[0].case_id > first.items[0].case_id).toBe(true);
    expect(await get('/cbr/cases?query=volcano')).toEqual({ items: [], next_cursor: null });
  });

  it('does not find a case by the words that are withheld', async () => {
    const document = {
      document_id: 'zeppelin',
      title: 'Zeppelin',
      text: 'The zeppelin is lit at seven.',
      canonical_path: ['A'],
    };
    await running.post('/documents', document);
    const kept = await running.post('/cbr/retain', {
      query: 'When is the zeppelin lit?',
      category_path: ['A'],
      content: 'The zeppelin is lit at seven.',
    });
    expect(kept.statusCode).toBe(201);
    const found = async () => (await get('/cbr/cases?query=zeppelin&limit=1')).items.length;
    expect(await found()).toBe(1);
    await running.call({ method: 'DELETE', url: '/documents/zeppelin' });
    expect(await found()).toBe(0);
    await running.call({ method: 'DELETE', url: `/cbr/cases/${kept.json().case_id}` });
  });

  it('lists the suggestions of a case', async () => {
    const query = '반환해야 하는 등록금은 얼마인가요?';
    const { suggestions } = (await running.post('/cbr/suggest', { query, k: 1 })).json();
    const { logs, total_count: total } = await get(`/cbr/cases/${suggestions[0].case_id}/logs?limit=1`);
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({ query, suggested_case_ids: [suggestions[0].case_id] });
    expect(total).toBeGreaterThanOrEqual(1);
    expect((await running.call({ method: 'GET', url: '/cbr/cases/none/logs' })).statusCode).toBe(404);
  });

  it('goes through the cycle: suggest, reuse, revise, retain', async () => {
    const suggested = (
      await running.post('/cbr/suggest', { query: '할머니 간병 때문에 휴학', similarity_method: 'char_ngram', k: 1 })
    ).json();
    const [best] = suggested.suggestions;
    expect(best.content).toContain('가족돌봄휴학');
    const reused = (
      await running.post('/cbr/reuse', { case_id: best.case_id, query: '할머니 간병 때문에 휴학' })
    ).json();
    expect(reused).toMatchObject({
      answer: best.content,
      adapted: false,
      provider: 'extractive',
      case: { case_id: best.case_id },
    });
    const rated = await running.post('/cbr/feedback', {
      log_id: suggested.log_id,
      case_id: best.case_id,
      feedback: 'selected',
    });
    expect(rated.json()).toMatchObject({ log_bound: true, usage_count: 1 });
    const retained = await running.post('/cbr/retain', {
      query: 'What does a parking permit cost?',
      category_path: ['Campus'],
      content: 'A parking permit costs 30 euros a month.',
      metadata: { by: 'test' },
    });
    expect([retained.statusCode, retained.json().outcome, retained.json().fact_check]).toEqual([
      201,
      'created',
      'passed',
    ]);
    expect((await get(`/cbr/cases/${retained.json().case_id}`)).metadata).toMatchObject({ by: 'test' });
  });

  it('refuses to keep an answer that the documents contradict', async () => {
    const retained = await running.post('/cbr/retain', {
      query: 'What does a parking permit cost?',
      category_path: ['Campus'],
      content: 'A parking permit costs 90 euros a month.',
    });
    expect(retained.statusCode).toBe(409);
    expect(retained.json().detail).toContain('failed its fact check');
  });

  it('adapts by a model only what the case says, and says when it cannot', async () => {
    expect((await running.post('/cbr/reuse', { case_id: 'nobody', query: 'x' })).statusCode).toBe(404);
  });

  it('exports line by line and takes it back unchanged', async () => {
    const exported = await running.call({ method: 'GET', url: '/cbr/export' });
    expect(exported.headers['content-type']).toContain('application/x-ndjson');
    const lines = exported.body.trim().split('\n');
    expect(lines.length).toBe((await get('/cbr/stats')).cbr_system_stats.total_cases);
    const back = await running.call({
      method: 'POST',
      url: '/cbr/import',
      payload: exported.body,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(back.json()).toEqual({ imported: 0, unchanged: lines.length, failed: 0, errors: [] });
  });

  it("takes the database file of the specification's own program, and no other route takes one", async () => {
    const file = path.join(running.dataFolder, 'theirs.db');
    const db = new Database(file);
    db.exec(
      'CREATE TABLE cbr_cases (case_id TEXT PRIMARY KEY, query TEXT, category_path TEXT, content TEXT, quality_score REAL)',
    );
    const insert = db.prepare('INSERT INTO cbr_cases VALUES (?, ?, ?, ?, ?)');
    insert.run('theirs-1', 'machine learning algorithms', '["AI", "ML"]', 'Trees.', 0.8);
    insert.run('theirs-2', 'x', '[]', 'no category', 0.8);
    db.close();
    const send = (url: string, payload: Buffer) =>
      running.call({ method: 'POST', url, payload, headers: { 'content-type': 'application/vnd.sqlite3' } });
    const imported = (await send('/cbr/import', readFileSync(file))).json();
    expect(imported).toMatchObject({ imported: 1, failed: 1, errors: [{ line: 2, case_id: 'theirs-2' }] });
    expect((await get('/cbr/cases/theirs-1')).category_path).toEqual(['AI', 'ML']);
    expect((await send('/cbr/import', Buffer.from('no database'))).statusCode).toBe(422);
    expect((await send('/search', readFileSync(file))).statusCode).toBe(415);
  });

  it('refuses an import in another content type', async () => {
    expect((await running.post('/cbr/import', {})).statusCode).toBe(415);
  });

  it.each<[string, object, string]>([
    ['/cbr/suggest', { query: 'x', k: null }, '/k'],
    ['/cbr/suggest', { query: 'x', rank_by: 'luck' }, '/rank_by'],
    ['/cbr/suggest', { query: 'x'.repeat(10_001) }, '/query'],
    ['/cbr/feedback', { log_id: 'l', case_id: 'c' }, '/feedback'],
    ['/cbr/case', { ...CASE, content: '\ud800' }, '/content'],
    ['/cbr/case', { ...CASE, metadata: [] }, '/metadata'],
    ['/cbr/reuse', { query: 'x' }, '/case_id'],
    ['/cbr/retain', { ...CASE, category_path: [] }, '/category_path'],
  ])('refuses at %s what it cannot take: %j', async (url, body, pointer) => {
    const answer = await running.post(url, body);
    const pointers = (answer.json().errors as { pointer: string }[]).map((error) => error.pointer);
    expect([answer.statusCode, [...new Set(pointers)]]).toEqual([422, [pointer]]);
  });

  it('is consulted by the chat, which says so in its trace and answers from the documents all the same', async () => {
    const ask = async (message: string, filters?: object) =>
      (
        await running.post('/chat/run', {
          message,
          options: { explain: true },
          ...(filters === undefined ? {} : { filters }),
        })
      ).json();
    const about = '할머니를 간병해야 해서 휴학하려고 합니다. 일반휴학으로 내야 하나요?';
    const consulted = await ask(about);
    expect(consulted.metadata.cases[0]).toEqual({ case_id: 'case-haeon-a-02', similarity: expect.any(Number) });
    expect(consulted.trace.at(-1)).toMatchObject({ component: 'cbr', fired: true, input: { question: about } });
    // No document here says anything of it: the case does not answer in their place.
    expect(consulted.abstained ?? consulted.metadata.abstained).toBe(true);
    expect(consulted.response).not.toContain('가족돌봄휴학');
    const elsewhere = await ask(about, { allowed_category_paths: [['도서관']] });
    expect(elsewhere.metadata.cases).toEqual([]);
    expect(elsewhere.trace.at(-1)).toMatchObject({ component: 'cbr', fired: false, output: [] });
    expect(JSON.stringify(elsewhere)).not.toContain('case-haeon');
  });

  it('reports its state to health and metrics', async () => {
    expect((await get('/health')).components.cbr).toMatchObject({ status: 'healthy' });
    expect((await get('/health')).features['B-O4']).toBe('enabled');
    const metrics = (await running.call({ method: 'GET', url: '/metrics' })).body;
    const { cbr_system_stats: stats } = await get('/cbr/stats');
    expect(metrics).toContain(`touchstone_cbr_cases ${stats.total_cases}\n`);
    expect(metrics).toContain(`touchstone_cbr_interactions_total ${stats.total_interactions}\n`);
    expect(metrics).toContain('touchstone_cbr_selector_learned 0\n');
  });

  it('has nothing to learn from a handful of ratings, and says what it takes', async () => {
    expect(await running.app.get(FitSelector, { strict: false }).isDue()).toBe(false);
    expect((await get('/cbr/stats')).selector).toMatchObject({
      in_use: 'similarity',
      reason: expect.stringContaining('1,000'),
    });
  });
});

describe("a folder with the database of the specification's own program", () => {
  it('is taken over: its cases are served, its file is set aside unchanged, and a second start adds nothing', async () => {
    const folder = path.join(temporaryFolder(), 'cbr');
    mkdirSync(folder);
    const db = new Database(path.join(folder, 'cbr_system.db'));
    db.pragma('journal_mode = WAL');
    db.exec(
      'CREATE TABLE cbr_cases (case_id TEXT PRIMARY KEY, query TEXT, category_path TEXT, content TEXT, usage_count INTEGER)',
    );
    db.prepare('INSERT INTO cbr_cases VALUES (?, ?, ?, ?, ?)').run('theirs', 'q', '["AI"]', 'c', 7);
    db.close();
    for (const start of [1, 2]) {
      const running = await startApplication({ CBR_DATA_DIR: folder });
      const get = async (url: string) => (await running.call({ method: 'GET', url })).json();
      expect([start, (await get('/cbr/cases/theirs')).usage_count]).toEqual([start, 7]);
      expect((await get('/cbr/stats')).cbr_system_stats.total_cases).toBe(1);
      await running.call({ method: 'PUT', url: '/cbr/cases/theirs', payload: { content: 'changed' } });
      expect(start === 1 || (await get('/cbr/cases/theirs')).content === 'changed').toBe(true);
      await running.stop();
    }
    expect(existsSync(path.join(folder, 'cbr_system.specification.db'))).toBe(true);
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });
});

describe('a case base that is switched off', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ CBR_ENABLED: 'false' });
  });
  afterAll(() => running.stop());

  it.each(ROUTES)('says so for %s %s, whatever the body', async (method, url) => {
    for (const payload of method === 'GET' ? [undefined] : [{}, { no_such_field: 1 }]) {
      const answer = await running.call({ method, url, ...(payload === undefined ? {} : { payload }) });
      expect([answer.statusCode, answer.json().detail]).toEqual([501, 'CBR system is not enabled']);
    }
  });

  it('writes no file, and health says that it is switched off', async () => {
    expect(existsSync(path.join(running.dataFolder, 'cbr'))).toBe(false);
    const { components, features } = (await running.call({ method: 'GET', url: '/health' })).json();
    expect([components.cbr.status, features['B-O4']]).toEqual(['disabled', 'disabled']);
  });
});

describe('a case base with keys', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'a-secret-of-a-test' });
  });
  afterAll(() => running.stop());

  it.each(ROUTES)('answers %s %s without a key with 401', async (method, url) => {
    expect((await running.call({ method, url })).statusCode).toBe(401);
  });
});
