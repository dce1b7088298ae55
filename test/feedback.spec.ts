import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const DOCUMENTS = [
  {
    document_id: 'library',
    title: '도서관 이용 규정',
    canonical_path: ['Open', 'Library'],
    text: '제1조(이용 시간) 도서관은 평일 09:00부터 22:00까지 연다.\n제2조(대출) 학부생은 책을 10권까지 14일 동안 빌릴 수 있다.',
  },
  {
    document_id: 'vault',
    title: '금고 관리 규정',
    canonical_path: ['Closed', 'Vault'],
    text: '제1조(금고) 금고의 비밀번호는 30일마다 바꾼다.\n제2조(열쇠) 금고 열쇠는 2명이 나누어 보관한다.',
  },
];
const LOAN = '학부생은 책을 몇 권까지 빌릴 수 있나요?';
const OPEN_ONLY = { filters: { allowed_category_paths: [['Open']] } };
const VAULT = '금고 비밀번호 교체 주기와 담당자는?';
/** Answered, in other words than the document's: below the threshold of the agent. */
const UNSURE = '책은 며칠 동안 가지고 있을 수 있나요?';

describe('learning from use', () => {
  let running: RunningApplication;
  let user: Record<string, string>;
  /** Sees what the reviewer sees. */
  let member: Record<string, string>;
  let reviewer: Record<string, string>;
  let agent: string;
  let openAgent: string;

  const makeKey = async (request: object) => {
    const { key } = (await running.post('/api-keys', request, ADMIN)).json();
    return { 'x-api-key': key };
  };
  const ask = async (message: string, key: Record<string, string>, more: object = {}) =>
    (await running.post('/chat/run', { message, ...more }, key)).json();
  const rate = async (body: object, key: Record<string, string> = ADMIN) => {
    const reply = await running.post('/feedback', body, key);
    return { status: reply.statusCode, body: reply.json() };
  };
  const read = async (url: string, key: Record<string, string> = ADMIN) => {
    const reply = await running.call({ method: 'GET', url, headers: key });
    return { status: reply.statusCode, body: reply.json() };
  };
  const decide = async (id: string, body: object, key: Record<string, string> = ADMIN) => {
    const reply = await running.post(`/reviews/${id}/decision`, body, key);
    return { status: reply.statusCode, body: reply.json() };
  };
  const queue = async (key: Record<string, string> = ADMIN, more = '') =>
    (await read(`/reviews?limit=500${more}`, key)).body.items.map((one: { review_id: string }) => one.review_id);

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    for (const document of DOCUMENTS) await running.post('/documents', document, ADMIN);
    user = await makeKey({ name: 'user', scopes: ['query'] });
    member = await makeKey({ name: 'member', scopes: ['query'], allowed_category_paths: [['Open']] });
    reviewer = await makeKey({
      name: 'reviewer',
      scopes: ['query', 'ingest', 'admin'],
      allowed_category_paths: [['Open']],
    });
    const makeAgent = async (...node_paths: readonly string[][]) => {
      const options = { custom_features: { hitl_below_conf: 0.9 } };
      const made = await running.post('/agents/from-category', { version: '1.0.0', node_paths, options }, ADMIN);
      return made.json().agent_id;
    };
    agent = await makeAgent(['Open'], ['Closed']);
    openAgent = await makeAgent(['Open']);
  });
  afterAll(() => running.stop());

  it('makes a case of a confirmed answer, once', async () => {
    const { metadata } = await ask(LOAN, ADMIN);
    const first = await rate({ trace_id: metadata.trace_id, feedback: 'thumbs_up' });
    expect(first).toMatchObject({ status: 200, body: { counted: true, outcome: 'case' } });
    expect(await rate({ trace_id: metadata.trace_id, feedback: 'thumbs_up' })).toMatchObject({
      body: { counted: false },
    });
    const { items } = (await read('/cbr/cases')).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ query: LOAN, category_path: ['Open', 'Library'] });
    expect(items[0].metadata).toMatchObject({ trace_id: metadata.trace_id, fact_check: 'passed' });
  });

  it('takes the case back when its own confirmation is taken back', async () => {
    const { metadata } = await ask('도서관은 평일에 언제부터 언제까지 열어요?', ADMIN);
    await rate({ trace_id: metadata.trace_id, feedback: 'thumbs_up' });
    const before = (await read('/cbr/cases')).body.items.length;
    const taken = await rate({ trace_id: metadata.trace_id, feedback: 'thumbs_down', comment: '아니네요.' });
    expect(taken.body).toMatchObject({ counted: true, outcome: 'reported' });
    expect((await read('/cbr/cases')).body.items).toHaveLength(before - 1);
  });

  it("knows only the caller's own traces", async () => {
    const { metadata } = await ask(LOAN, ADMIN);
    for (const trace_id of [metadata.trace_id, 'trace_unknown'])
      expect(await rate({ trace_id, feedback: 'thumbs_up' }, user)).toMatchObject({ status: 404 });
  });

  it('says which field is wrong', async () => {
    const { metadata } = await ask(LOAN, ADMIN);
    const { trace_id } = metadata;
    for (const [body, pointer] of [
      [{ trace_id }, '/feedback'],
      [{ trace_id, feedback: 'great' }, '/feedback'],
      [{ feedback: 'thumbs_up' }, '/trace_id'],
      [{ trace_id, feedback: 'thumbs_up', stars: 5 }, '/stars'],
      [{ trace_id, feedback: 'thumbs_down', gold: { document_id: 'library' } }, '/gold/quote'],
    ] as const) {
      const refused = await rate(body);
      expect(refused.status).toBe(422);
      expect(refused.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    }
  });

  it('has a reviewer decide on what a key without the right to keep cases confirms', async () => {
    const { metadata } = await ask(LOAN, member);
    const given = await rate({ trace_id: metadata.trace_id, feedback: 'thumbs_up' }, member);
    expect(given.body).toMatchObject({ outcome: 'review' });
    expect(await read('/reviews', member)).toMatchObject({ status: 403 });
    const shown = await read(`/reviews/${metadata.trace_id}`, reviewer);
    expect(shown.body).toMatchObject({ status: 'pending', reason: 'confirmed', question: LOAN });
    const decided = await decide(metadata.trace_id, { decision: 'approve', comment: '규정과 같다.' }, reviewer);
    expect(decided).toMatchObject({ status: 200, body: { status: 'decided', decision: { decision: 'approve' } } });
    expect((await read(`/cbr/cases/${decided.body.decision.case_id}`)).body.query).toBe(LOAN);
    expect(await queue()).not.toContain(metadata.trace_id);
    expect(await queue(ADMIN, '&status=decided')).toContain(metadata.trace_id);
    expect(await decide(metadata.trace_id, { decision: 'reject' })).toMatchObject({ status: 409 });
  });

  it('queues answers below the threshold of their agent, and no others', async () => {
    const low = await ask(UNSURE, user, { agent_id: agent });
    const plain = await ask(UNSURE, user);
    expect(low.metadata.needs_review).toBe(true);
    expect(await queue()).toContain(low.metadata.trace_id);
    expect(await queue()).not.toContain(plain.metadata.trace_id);
    const shown = await read(`/reviews/${low.metadata.trace_id}`);
    expect(shown.body).toMatchObject({
      reason: 'low_confidence',
      review_below: 0.9,
      confidence: low.metadata.calibrated_confidence,
    });
  });

  it('shows a reviewer only what quotes what the key may see', async () => {
    const closed = await ask(VAULT, user, { agent_id: agent });
    const unknown = await ask('화성 기지의 산소 배급 규칙은?', user, { agent_id: agent });
    expect(closed.sources.map((source: { doc_id: string }) => source.doc_id)).toContain('vault');
    for (const { metadata } of [closed, unknown]) {
      expect(await queue()).toContain(metadata.trace_id);
      expect(await queue(reviewer)).not.toContain(metadata.trace_id);
      expect(await read(`/reviews/${metadata.trace_id}`, reviewer)).toMatchObject({ status: 404 });
      expect(await decide(metadata.trace_id, { decision: 'approve' }, reviewer)).toMatchObject({ status: 404 });
    }
  });

  it('shows a reviewer no question of a key with wider rights, for any quotes in its answer', async () => {
    const wide = await ask(`${UNSURE} 참고: 금고 비밀번호 30일마다 변경.`, user, { agent_id: agent, ...OPEN_ONLY });
    const same = await ask(UNSURE, member, { agent_id: openAgent });
    for (const { sources } of [wide, same])
      expect(sources.map((source: { doc_id: string }) => source.doc_id)).toEqual(['library']);
    expect(await queue()).toEqual(expect.arrayContaining([wide, same].map(({ metadata }) => metadata.trace_id)));
    expect(await queue(reviewer)).toContain(same.metadata.trace_id);
    expect(await queue(reviewer)).not.toContain(wide.metadata.trace_id);
    expect(await read(`/reviews/${wide.metadata.trace_id}`, reviewer)).toMatchObject({ status: 404 });
    expect(await decide(wide.metadata.trace_id, { decision: 'reject' }, reviewer)).toMatchObject({ status: 404 });
  });

  it('keeps the edited answer, and none that its documents contradict', async () => {
    const { metadata } = await ask(UNSURE, user, { agent_id: agent });
    const id = metadata.trace_id;
    expect(await decide(id, { decision: 'edit' })).toMatchObject({ status: 422 });
    expect(await decide(id, { decision: 'approve', answer: '14일' })).toMatchObject({ status: 422 });
    const wrong = await decide(id, { decision: 'edit', answer: '학부생은 책을 99일 동안 빌릴 수 있다.' });
    expect(wrong.status).toBe(409);
    expect(await queue()).toContain(id);
    const right = '학부생은 책을 14일 동안 빌릴 수 있다.';
    const decided = await decide(id, { decision: 'edit', answer: right });
    expect(decided).toMatchObject({ status: 200, body: { decision: { decision: 'edit', answer: right } } });
    expect((await read(`/cbr/cases/${decided.body.decision.case_id}`)).body.content).toBe(right);
  });

  it('gives pages that neither miss nor repeat a review', async () => {
    for (let i = 0; i < 3; i++) await ask(UNSURE, user, { agent_id: agent });
    const all = await queue();
    const paged: string[] = [];
    let cursor = '';
    do {
      const { body } = await read(`/reviews?limit=2${cursor}`);
      paged.push(...body.items.map((one: { review_id: string }) => one.review_id));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(paged).toEqual(all);
    expect(await read('/reviews?cursor=nonsense')).toMatchObject({ status: 422 });
  });

  it('removes deleted turns from the queue', async () => {
    const { metadata, conversation_id } = await ask(LOAN, user, { agent_id: agent });
    await running.call({ method: 'DELETE', url: `/conversations/${conversation_id}`, headers: user });
    expect(await queue()).not.toContain(metadata.trace_id);
    expect(await rate({ trace_id: metadata.trace_id, feedback: 'thumbs_up' }, user)).toMatchObject({ status: 404 });
  });
});
