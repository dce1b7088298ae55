import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
type Key = Readonly<Record<string, string>>;

describe('a key with limits', () => {
  let running: RunningApplication;
  const keyFor = async (name: string, request: object): Promise<Key> => ({
    'x-api-key': (await running.post('/api-keys', { name, ...request }, ADMIN)).json().key,
  });
  const post = async (url: string, body: object, headers: Key) => {
    const reply = await running.post(url, body, { ...headers });
    return { status: reply.statusCode, body: reply.json() };
  };
  const get = async (url: string, headers: Key) => {
    const reply = await running.call({ method: 'GET', url, headers: { ...headers } });
    return { status: reply.statusCode, body: reply.json() };
  };
  const store = (document_id: string, canonical_path: string[], text: string, more: object = {}) =>
    post('/documents', { document_id, title: document_id, canonical_path, text, ...more }, ADMIN);

  beforeEach(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    await store('desk', ['Open', 'Desk'], 'The desk opens at nine.');
    await store('loans', ['Open', 'Library'], 'Books are lent for two weeks. 도서 대출 기간은 2주이다.');
  });
  afterEach(() => running.stop());

  it.each([
    ['categories', { allowed_category_paths: [['Open']] }],
    ['groups', {}],
  ])('of %s does not learn from a search or an answer whether its result was cached', async (_, limits) => {
    const limited = await keyFor('limited', { scopes: ['query'], ...limits });
    const query = 'For how long are books lent?';
    const search = async (headers: Key) => {
      const { metrics } = (await post('/search', { query }, headers)).body;
      const { embedding_time, bm25_time, vector_time, fusion_time, rerank_time, cache_hit } = metrics;
      return { embedding_time, bm25_time, vector_time, fusion_time, rerank_time, cache_hit };
    };
    const chat = async () => (await post('/chat/run', { message: query }, limited)).body.metadata.step_timings;
    const first = await search(limited);
    const again = await search(limited);
    await store('salaries', ['Closed'], 'The salary is secret.', { groups: ['board'] });
    expect([again, await search(limited)]).toEqual([first, first]);
    expect(first.cache_hit).toBe(false);
    for (const timings of [await chat(), await chat()]) {
      expect(timings.reranker).toBe(0);
      expect(timings.hybrid_search).toBeGreaterThan(0);
    }
    // Who may see everything still gets the measurement.
    await search(ADMIN);
    expect(await search(ADMIN)).toMatchObject({ cache_hit: true, bm25_time: expect.any(Number) });
    expect((await search(ADMIN)).bm25_time).toBeGreaterThan(0);
  });

  it.each(['merge', 'move', 'rename'])(
    'does not carry documents of other groups along by the operation %s, and cannot see that there are any',
    async (op) => {
      const editor = await keyFor('editor', { scopes: ['query', 'ingest'], allowed_category_paths: [['Open']] });
      const to = op === 'merge' ? ['Open', 'Library'] : ['Open', 'Service'];
      const reader = await keyFor('reader', {
        ...{ scopes: ['query'], allowed_category_paths: [to], groups: ['vault'] },
      });
      const operations = [{ op, path: ['Open', 'Desk'], to }];
      const change = async (version: string) => {
        const made = await post('/taxonomy/versions', { version, base_version: '1.0.0', operations }, editor);
        const active = await post(`/taxonomy/versions/${version}/activate`, {}, editor);
        const tree = await get('/taxonomy/current/tree', editor);
        return JSON.stringify([
          made.status,
          made.body.diff,
          active.status,
          active.body.documents_moved,
          tree.body.nodes,
        ]);
      };
      const without = await change('2.0.0');
      await post('/taxonomy/versions/1.0.0/activate', {}, ADMIN);
      await store('names', ['Open', 'Desk'], 'The list has three names.', { groups: ['vault'] });
      expect(await change('3.0.0')).toBe(without);
      expect(without).toContain('200,1');
      expect((await get('/documents/names', reader)).status).toBe(404);
      expect((await get('/documents/desk', reader)).status).toBe(200);
      expect((await get('/documents/names', ADMIN)).body.canonical_path).toEqual(['Open', 'Desk']);
      // Who may see them moves them with a version of its own.
      const own = { version: '4.0.0', operations: [{ op: 'merge', path: ['Open', 'Desk'], to }] };
      expect((await post('/taxonomy/versions', own, ADMIN)).body.diff.documents_moved).toBe(1);
      await post('/taxonomy/versions/4.0.0/activate', {}, ADMIN);
      expect((await get('/documents/names', ADMIN)).body.canonical_path).toEqual(to);
      expect((await get('/documents/names', reader)).status).toBe(200);
    },
  );

  it('loses no unanswered question of its own to those of others', async () => {
    const editor = await keyFor('editor', { scopes: ['query', 'ingest'], allowed_category_paths: [['Open']] });
    const other = await keyFor('other', { scopes: ['query'], allowed_category_paths: [['Closed']] });
    await post('/chat/run', { message: 'Where is the whale museum?' }, editor);
    const groups = async () => (await get('/insights/missing', editor)).body.groups;
    const before = await groups();
    expect(before).toMatchObject([{ question: 'Where is the whale museum?', count: 1 }]);
    for (let i = 0; i < 501; i++) await post('/chat/run', { message: `Zebra ${i}?` }, other);
    expect(await groups()).toEqual(before);
  }, 120_000);
});
