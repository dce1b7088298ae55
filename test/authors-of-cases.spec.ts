import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const OPEN = [['Open']];
type Key = Readonly<Record<string, string>>;

/** In both languages: a document, a question of a wider key with words that only it may know, and a later edition. */
const LANGUAGES = [
  {
    language: 'English',
    at: 'Ferry',
    text: 'Article 1. The ferry costs 11 euros a crossing. Article 2. Children travel free of charge.',
    later: 'Article 1. The ferry costs 29 euros a crossing. Article 2. Children travel free of charge.',
    asked: 'How much does the ferry cost a crossing (Gargoyle merger)?',
    plain: 'How much does the ferry cost a crossing?',
    secret: 'Gargoyle',
  },
  {
    language: 'Korean',
    at: '나루',
    text: '제1조(통행료) 두루미교의 통행료는 1,100원이다.\n제2조(면제) 승합차는 통행료를 면제한다.',
    later: '제1조(통행료) 두루미교의 통행료는 2,900원이다.\n제2조(면제) 승합차는 통행료를 면제한다.',
    asked: '두루미교의 통행료는 얼마인가요? (왜가리 인수)',
    plain: '두루미교의 통행료는 얼마인가요?',
    secret: '왜가리',
  },
] as const;

describe.each(LANGUAGES)('a confirmed question in $language', ({ at, text, later, asked, plain, secret }) => {
  let running: RunningApplication;
  let wide: Key;
  let narrow: Key;
  let caseId: string;
  const id = `doc-${at}`;

  const keyFor = async (name: string, scopes: readonly string[], more: object = {}): Promise<Key> => {
    const made = await running.post('/api-keys', { name, scopes, ...more }, ADMIN);
    return { 'x-api-key': String(made.json().key) };
  };
  const call = (method: 'GET' | 'PUT' | 'DELETE', url: string, headers: Key, payload?: object) =>
    running.call({ method, url, headers: { ...headers }, ...(payload === undefined ? {} : { payload }) });
  const post = (url: string, payload: object, headers: Key) => running.post(url, payload, { ...headers });
  const confirm = async (message: string, key: Key, more: object = {}) => {
    const { conversation_id: conversation, metadata } = (await post('/chat/run', { message, ...more }, key)).json();
    const rated = (await post('/feedback', { trace_id: metadata.trace_id, feedback: 'thumbs_up' }, key)).json();
    const made = /case_[0-9a-f]+/u.exec(rated.message)?.[0] ?? 'none';
    return { conversation: String(conversation), trace: String(metadata.trace_id), made, outcome: rated.outcome };
  };
  const listed = async (key: Key): Promise<Record<string, unknown>[]> =>
    (await call('GET', '/cbr/cases?limit=100', key)).json().items;
  const listedIds = async (key: Key) => (await listed(key)).map(({ case_id: one }) => one);
  const counted = async (key: Key) => (await call('GET', '/cbr/stats', key)).json().cbr_system_stats;
  /** The answers to all that names a case by its id. */
  const tried = async (one: string, key: Key): Promise<Set<number>> => {
    const said = [
      await call('GET', `/cbr/cases/${one}`, key),
      await call('GET', `/cbr/cases/${one}/logs`, key),
      await call('PUT', `/cbr/cases/${one}`, key, { query: 'mine' }),
      await call('PUT', `/cbr/cases/${one}`, key, { content: 'mine' }),
      await call('PUT', `/cbr/cases/${one}/quality`, key, { quality_score: 0.1 }),
      await call('DELETE', `/cbr/cases/${one}`, key),
      await post('/cbr/reuse', { query: plain, case_id: one }, key),
      await post('/cbr/feedback', { log_id: 'x', case_id: one, feedback: 'thumbs_up' }, key),
    ];
    return new Set(said.map(({ statusCode }) => statusCode));
  };
  const store = (document_id: string, more: object = {}) =>
    post('/documents', { document_id, title: at, text, canonical_path: ['Open', at], ...more }, ADMIN);

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    await store(id);
    const scopes = ['query', 'ingest'];
    wide = await keyFor('wide', scopes, { allowed_category_paths: [['Open'], ['Closed']] });
    narrow = await keyFor('narrow', scopes, { allowed_category_paths: OPEN });
    const confirmed = await confirm(asked, wide);
    expect(confirmed.outcome).toBe('case');
    caseId = confirmed.made;
  });
  afterAll(() => running.stop());

  it('is a case for who sees all that its author sees', async () => {
    const wider = await keyFor('wider', ['query'], { allowed_category_paths: [['Open'], ['Closed'], ['More']] });
    for (const key of [wide, wider, ADMIN])
      expect([(await call('GET', `/cbr/cases/${caseId}`, key)).json().query, await listedIds(key)]).toEqual([
        asked,
        [caseId],
      ]);
  });

  it('is nothing for anybody else: it is not read, listed, counted, suggested, shown, rated, changed or deleted', async () => {
    const grouped = await keyFor('grouped', ['query', 'ingest'], { allowed_category_paths: OPEN, groups: ['crew'] });
    for (const key of [narrow, grouped]) {
      const said = [
        await call('GET', '/cbr/cases?limit=1', key),
        await call('GET', `/cbr/cases?query=${encodeURIComponent(secret)}`, key),
        await call('GET', '/cbr/export', key),
        await call('GET', `/documents/${encodeURIComponent(id)}/outdated`, key),
        await call('GET', '/chat/examples', key),
        await post('/cbr/suggest', { query: plain, k: 50, similarity_method: 'tfidf_cosine' }, key),
        await post('/chat/run', { message: plain }, key),
      ].map(({ body }) => body);
      expect(said.filter((body) => body.includes(secret) || body.includes(caseId))).toEqual([]);
      expect(await listed(key)).toEqual([]);
      expect(await counted(key)).toMatchObject({ total_cases: 0, category_distribution: [], most_used_case: null });
      expect(await tried(caseId, key)).toEqual(new Set([404]));
      // Not even by its id, which a new case may not take.
      const same = { case_id: caseId, query: plain, category_path: ['Open', at], content: 'own' };
      const own = (await post('/cbr/case', same, key)).json();
      expect(own.case_id).not.toBe(caseId);
      expect((await call('GET', `/cbr/cases/${caseId}`, wide)).json().query).toBe(asked);
      await call('DELETE', `/cbr/cases/${own.case_id}`, key);
    }
  });

  it('is not merged with the question of a narrower key', async () => {
    const { made } = await confirm(plain, narrow);
    const again = await confirm(plain, wide);
    expect(again.made).not.toBe(made);
    expect(await listedIds(narrow)).toEqual([made]);
    for (const one of [made, again.made]) await call('DELETE', `/cbr/cases/${one}`, ADMIN);
  });

  it('stays so by an export, and is for the category once an editor wrote it', async () => {
    const line = (await call('GET', '/cbr/export', wide)).body;
    await call('DELETE', `/cbr/cases/${caseId}`, wide);
    const ndjson = { ...ADMIN, 'content-type': 'application/x-ndjson' };
    const imported = await running.call({ method: 'POST', url: '/cbr/import', headers: ndjson, payload: line });
    expect(imported.json()).toMatchObject({ imported: 1, failed: 0 });
    expect((await call('GET', '/cbr/export', wide)).body).toBe(line);
    expect(await listedIds(narrow)).toEqual([]);
    await call('PUT', `/cbr/cases/${caseId}/quality`, wide, { quality_score: 0.9 });
    expect(await listedIds(narrow)).toEqual([]);
    await call('PUT', `/cbr/cases/${caseId}`, wide, { query: plain });
    expect((await listed(narrow)).map(({ query }) => query)).toEqual([plain]);
    await call('DELETE', `/cbr/cases/${caseId}`, ADMIN);
  });

  it('is for the category once a reviewer approved it', async () => {
    const asker = await keyFor('asker', ['query'], { allowed_category_paths: [['Open'], ['Closed']] });
    const { trace, outcome } = await confirm(asked, asker);
    expect(outcome).toBe('review');
    const decided = await post(`/reviews/${trace}/decision`, { decision: 'approve' }, ADMIN);
    expect(decided.statusCode).toBe(200);
    const [shown, ...others] = await listed(narrow);
    expect([shown?.['query'], others]).toEqual([asked, []]);
    await call('DELETE', `/cbr/cases/${String(shown?.['case_id'])}`, ADMIN);
  });

  if (at === 'Ferry')
    it.each([
      ['a category', { canonical_path: ['Closed'] }],
      ['a group', { canonical_path: ['Open', at], groups: ['vault'] }],
    ])('is not marked as outdated by an edition that is hidden by %s', async (hiddenBy, where) => {
      const of = `${id}-${hiddenBy}`;
      const until = { effective_from: '2010-01-01', effective_to: '2019-12-31' };
      const ofTram = (words: string) => words.replace('ferry', 'tram');
      await store(of, { ...until, text: ofTram(text) });
      const { made, conversation } = await confirm(ofTram(plain), narrow, { as_of: '2019-06-01' });
      expect(made).toMatch(/^case_/u);
      const edition = {
        document_id: `${of}-2`,
        title: at,
        text: ofTram(later),
        effective_from: '2020-01-01',
        ...where,
      };
      expect((await post(`/documents/${encodeURIComponent(of)}/editions`, edition, ADMIN)).statusCode).toBe(201);
      const marks = async (key: Key, turns: string) => [
        (await call('GET', `/cbr/cases/${made}`, key)).json().outdated,
        (await call('GET', turns, key)).json().turns[0].outdated,
      ];
      expect(await marks(narrow, `/conversations/${conversation}`)).toEqual([undefined, undefined]);
      expect(await marks(ADMIN, `/conversations/${conversation}`)).toEqual([true, true]);
      // Confirmed after the edition, too, it is refused to nobody who does not see the edition.
      expect((await confirm(ofTram(plain), narrow, { as_of: '2019-06-01' })).outcome).toBe('case');
      await call('DELETE', `/cbr/cases/${made}`, ADMIN);
      for (const one of [`${of}-2`, of]) await call('DELETE', `/documents/${encodeURIComponent(one)}`, ADMIN);
    });

  it('is neither listed nor counted for who may not see its document, and withheld for the administrator', async () => {
    await store(id);
    const kept = { query: plain, category_path: ['Open', at], content: text.split(/(?<=\.)\s/u)[0] };
    const made = (await post('/cbr/retain', kept, narrow)).json().case_id;
    expect(await listedIds(narrow)).toEqual([made]);
    await store(id, { groups: ['vault'] });
    expect(await listed(narrow)).toEqual([]);
    expect((await call('GET', '/cbr/cases?limit=1', narrow)).json()).toEqual({ items: [], next_cursor: null });
    expect(await tried(made, narrow)).toEqual(new Set([404]));
    const before = await counted(narrow);
    expect(before).toMatchObject({ total_cases: 0, category_distribution: [] });
    const rating = { log_id: 'x', case_id: made, feedback: 'thumbs_down', success: false };
    expect((await post('/cbr/feedback', rating, ADMIN)).statusCode).toBe(200);
    expect(await counted(narrow)).toEqual(before);
    const suggested = await post('/cbr/suggest', { query: plain, k: 5, similarity_method: 'char_ngram' }, narrow);
    expect(suggested.json()).toMatchObject({ suggestions: [], execution_time_ms: 0 });
    // Its id behaves as a free one.
    const named = { case_id: made, query: 'probe', category_path: ['Open', at], content: 'p' };
    const taken = [await post('/cbr/case', named, narrow), await post('/cbr/case', named, narrow)];
    expect(taken.map(({ statusCode }) => statusCode)).toEqual([201, 409]);
    expect((await call('DELETE', `/cbr/cases/${made}`, narrow)).statusCode).toBe(200);
    // The same question in other hands is a case of its own, and shows nothing of the withheld one.
    await store(`${id}-own`);
    const again = (await post('/cbr/retain', kept, narrow)).json();
    expect([again.outcome, again.case_id === made]).toEqual(['created', false]);
    await call('DELETE', `/cbr/cases/${again.case_id}`, narrow);
    await call('DELETE', `/documents/${encodeURIComponent(`${id}-own`)}`, ADMIN);
    const vault = await keyFor('vault', ['query'], { allowed_category_paths: OPEN, groups: ['vault'] });
    expect([await listedIds(vault), (await counted(vault)).total_cases]).toEqual([[made], 1]);
    await call('DELETE', `/documents/${encodeURIComponent(id)}`, ADMIN);
    expect(await listed(ADMIN)).toMatchObject([{ case_id: made, withheld: true }]);
    expect((await counted(ADMIN)).total_cases).toBe(1);
  });

  it('is exported without the quotes of an earlier answer whose document is hidden since', async () => {
    const [first = '', second = ''] = text.split(/(?<=\.)\s/u);
    await store(`${id}-1`, { text: first });
    await store(`${id}-2`, { text: second });
    const retain = async (content: string) =>
      (await post('/cbr/retain', { query: plain, category_path: ['Open', at], content }, ADMIN)).json();
    const { case_id: made } = await retain(first);
    expect(await retain(second)).toMatchObject({ case_id: made, outcome: 'merged' });
    const exported = async () => (await call('GET', '/cbr/export', narrow)).body;
    expect(await exported()).toContain('"of":"earlier"');
    await store(`${id}-1`, { text: first, groups: ['vault'] });
    expect(await exported()).toContain(made);
    expect(await exported()).not.toContain('"of":"earlier"');
  });
});
