import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const POTTERY = { document_id: 'kiln', title: 'Kiln', canonical_path: ['Pottery'] };
const DOCUMENTS = [
  { ...POTTERY, text: 'The kiln of the pottery is fired on Tuesdays at nine.' },
  { document_id: 'vault', title: 'Vault', text: 'The vault opens with the violet key.', canonical_path: ['Bank'] },
  {
    ...{
      document_id: 'glaze',
      title: 'Glaze',
      text: 'The secret glaze holds cobalt and ash.',
      canonical_path: ['Pottery'],
    },
    groups: ['masters'],
  },
];

interface Report {
  readonly trace_id: string;
  readonly question: string | null;
}
type Key = Readonly<Record<string, string>>;

describe('what readers report', () => {
  let running: RunningApplication;
  const keyFor = async (name: string, request: object): Promise<Key> => ({
    'x-api-key': (await running.post('/api-keys', { name, ...request }, ADMIN)).json().key,
  });
  const get = (url: string, headers: Key) => running.call({ method: 'GET', url, headers: { ...headers } });
  const post = (url: string, body: object, headers: Key) => running.post(url, body, { ...headers });
  const ask = async (
    message: string,
    headers: Key,
    conversation?: string,
    more: object = {},
  ): Promise<{ id: string; trace: string }> => {
    const body = { message, ...more, ...(conversation === undefined ? {} : { conversation_id: conversation }) };
    const answer = (await post('/chat/run', body, headers)).json();
    return { id: answer.conversation_id, trace: answer.metadata.trace_id };
  };
  const reject = (trace: string, headers: Key) =>
    post('/feedback', { trace_id: trace, feedback: 'thumbs_down', comment: 'too old', correction: 'At ten.' }, headers);
  const reports = async (headers: Key, query = ''): Promise<readonly Report[]> =>
    (await get(`/insights/reports${query}`, headers)).json().items;
  const words = async (headers: Key) => (await reports(headers)).map(({ question }) => question);

  let reader: Key;
  let wide: Key;
  let teller: Key;
  let master: Key;
  let potter: Key;
  let banker: Key;
  let rejected: string;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    for (const document of DOCUMENTS) await post('/documents', document, ADMIN);
    const scopes = ['query'];
    const editor = ['query', 'ingest'];
    reader = await keyFor('reader', { scopes, allowed_category_paths: [['Pottery']] });
    wide = await keyFor('wide', { scopes });
    teller = await keyFor('teller', { scopes, allowed_category_paths: [['Bank']] });
    master = await keyFor('master', { scopes, allowed_category_paths: [['Pottery']], groups: ['masters'] });
    potter = await keyFor('potter', { scopes: editor, allowed_category_paths: [['Pottery']] });
    banker = await keyFor('banker', { scopes: editor, allowed_category_paths: [['Bank']] });
    rejected = (await ask('When is the kiln fired?', reader)).trace;
    await reject(rejected, reader);
  });
  afterAll(() => running.stop());

  it('reach the editor of the category, with answer, comment and correction, and not who asked', async () => {
    const [report, ...others] = await reports(potter);
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      ...{ trace_id: rejected, question: 'When is the kiln fired?', abstained: false, reported: true },
      ...{ comment: 'too old', correction: 'At ten.', category: ['Pottery'], done: null, asked_again: null },
    });
    expect(JSON.stringify(report)).toContain('Tuesdays');
    expect(Object.keys(report ?? {})).not.toContain('owner');
    expect(Object.keys(report ?? {})).not.toContain('conversation_id');
    expect((await reports(ADMIN))[0]).toHaveProperty('owner');
    expect((await get('/insights/reports', reader)).statusCode).toBe(403);
  });

  it('does not reach the editor of another category', async () => {
    expect(await reports(banker)).toEqual([]);
    const body = { trace_ids: [rejected] };
    for (const action of ['done', 'ask-again'])
      expect((await post(`/insights/reports/${action}`, body, banker)).statusCode).toBe(404);
  });

  it('reaches the editors who see all that the person who asked sees, and administrators', async () => {
    const both = await keyFor('both', { scopes: ['query', 'ingest'], allowed_category_paths: [['Bank'], ['Pottery']] });
    const bankMaster = await keyFor('bm', {
      scopes: ['query'],
      allowed_category_paths: [['Bank']],
      groups: ['masters'],
    });
    const asked = [
      await ask('Who feeds the cats?', reader),
      await ask('Who repairs the elevator?', teller),
      await ask('누가 화분에 물을 주나요?', bankMaster),
      await ask('When does the moon open?', wide, undefined, { filters: { allowed_category_paths: [['Bank']] } }),
    ];
    const seenBy = async (editor: Key) => {
      const shown = await words(editor);
      const missing = (await get('/insights/missing', editor)).json().groups as { trace_ids: string[] }[];
      const grouped = missing.flatMap(({ trace_ids: ids }) => ids);
      const done = asked.map(({ trace }) => post('/insights/reports/done', { trace_ids: [trace] }, editor));
      const marked = (await Promise.all(done)).map(({ statusCode }) => statusCode);
      await post('/insights/reports/done', { trace_ids: asked.map(({ trace }) => trace), done: false }, ADMIN);
      return asked.map(({ trace }, i) => [
        [
          'Who feeds the cats?',
          'Who repairs the elevator?',
          '누가 화분에 물을 주나요?',
          'When does the moon open?',
        ].some((question, j) => i === j && shown.includes(question)),
        grouped.includes(trace),
        marked[i] === 201 || marked[i] === 200,
      ]);
    };
    const [yes, no] = [
      [true, true, true],
      [false, false, false],
    ];
    expect(await seenBy(potter)).toEqual([yes, no, no, no]);
    expect(await seenBy(banker)).toEqual([no, yes, no, no]);
    expect(await seenBy(both)).toEqual([yes, yes, no, no]);
    expect(await seenBy(ADMIN)).toEqual([yes, yes, yes, yes]);
  });

  it('reaches administrators alone once the person who asked has no rights, or gets more', async () => {
    const made = await running.post(
      '/api-keys',
      { name: 'g', scopes: ['query'], allowed_category_paths: [['Bank']] },
      ADMIN,
    );
    const { id, key } = made.json();
    await ask('Who paints the door of the bank?', { 'x-api-key': key });
    expect(await words(banker)).toContain('Who paints the door of the bank?');
    await running.call({ method: 'DELETE', url: `/api-keys/${id}`, headers: { ...ADMIN } });
    expect(await words(banker)).not.toContain('Who paints the door of the bank?');
    expect(await words(ADMIN)).toContain('Who paints the door of the bank?');
    const gone = (await reports(ADMIN)).find(({ question }) => question === 'Who paints the door of the bank?');
    const body = { trace_ids: [gone?.trace_id] };
    await post(
      '/documents',
      { ...POTTERY, document_id: 'door', text: 'The painter paints the door of the bank.' },
      ADMIN,
    );
    const again = await post('/insights/reports/ask-again', body, ADMIN);
    expect(again.json().items[0].asked_again).toMatchObject({ outcome: 'answered', without_right: null });
    await running.call({ method: 'DELETE', url: '/documents/door', headers: { ...ADMIN } });
  });

  it('of a person who sees more is hidden, also near a document of the editor', async () => {
    const { trace } = await ask('When is the kiln fired, in the morning?', wide);
    await reject(trace, wide);
    expect((await get('/insights/reports', potter)).body).not.toContain(trace);
    expect((await post('/insights/reports/ask-again', { trace_ids: [trace] }, potter)).statusCode).toBe(404);
  });

  it('leaves out a question about a document of groups that the editor lacks', async () => {
    const { trace } = await ask('What does the secret glaze hold?', master);
    await reject(trace, master);
    const body = (await get('/insights/reports', potter)).body;
    expect(body).not.toMatch(/cobalt|secret/u);
    const masters = await keyFor('m', {
      scopes: ['query', 'ingest'],
      allowed_category_paths: [['Pottery']],
      groups: ['masters'],
    });
    expect(await words(masters)).toContain('What does the secret glaze hold?');
  });

  it('is hidden where one of its documents is the editor’s and another is not', async () => {
    const { trace } = await ask('When is the kiln fired, and which key opens the vault?', wide);
    await reject(trace, wide);
    const sources = (await get('/insights/reports', ADMIN))
      .json()
      .items[0].sources.map((one: { document_id: string }) => one.document_id);
    expect(new Set(sources)).toEqual(new Set(['kiln', 'vault']));
    for (const editor of [potter, banker]) {
      expect((await get('/insights/reports', editor)).body).not.toContain(trace);
      expect((await post('/insights/reports/done', { trace_ids: [trace] }, editor)).statusCode).toBe(404);
    }
  });

  it('leaves out a follow-up that was completed from a conversation about a hidden document', async () => {
    const { id } = await ask('Which key opens the vault?', wide);
    await ask('And who sells the moon?', wide, id);
    const completed = await words(ADMIN);
    const shown = (await get('/insights/reports', potter)).body;
    for (const question of completed.filter((one) => one?.includes('vault') === true))
      expect(shown).not.toContain(question);
  });

  it('is done with a note, which the person who asked sees, and can be opened again', async () => {
    const { id, trace } = await ask('Is there a sauna?', reader);
    const marked = await post(
      '/insights/reports/done',
      { trace_ids: [trace], note: ' It is in the handbook now. ' },
      potter,
    );
    expect(marked.json().items[0].done).toEqual({ at: expect.any(String), note: 'It is in the handbook now.' });
    expect(await words(potter)).not.toContain('Is there a sauna?');
    expect((await reports(potter, '?state=done')).map(({ question }) => question)).toEqual(['Is there a sauna?']);
    expect(await reports(banker, '?state=done')).toEqual([]);
    const [turn] = (await get(`/conversations/${id}`, reader)).json().turns;
    expect(turn).toMatchObject({ done_at: expect.any(String), done_note: 'It is in the handbook now.' });
    const { items } = (await get('/audit?action=change', ADMIN)).json();
    expect(JSON.stringify(items)).toContain('/insights/reports/done');
    await post('/insights/reports/done', { trace_ids: [trace], done: false }, potter);
    expect(await words(potter)).toContain('Is there a sauna?');
  });

  it('is grouped, leaves the list when it is ticked off, and comes back with the next question', async () => {
    const groups = async () => (await get('/insights/missing', potter)).json().groups;
    const of = async () => (await groups()).find(({ question }: { question: string }) => question.includes('주차'));
    await ask('주차권은 어디서 사나요?', reader);
    await ask('정기 주차증 신청 방법 알려주세요', reader);
    expect(await of()).toMatchObject({ count: 2, done_at: null });
    await post('/insights/reports/done', { trace_ids: (await of()).trace_ids }, potter);
    expect(await of()).toBeUndefined();
    await ask('주차 등록은 어떻게 하나요?', reader);
    expect(await of()).toMatchObject({ count: 1, done_at: expect.any(String) });
  });

  it('says after a document was added that the question is answered now, and who may not see the answer', async () => {
    const [open, limited] = [
      await ask('Where is the swimming pool?', reader),
      await ask('Where is the swimming pool?', teller),
    ];
    const again = async (trace: string, editor: Key) =>
      (await post('/insights/reports/ask-again', { trace_ids: [trace] }, editor)).json().items[0];
    expect((await again(open.trace, potter)).asked_again).toMatchObject({ outcome: 'abstained', without_right: false });
    const pool = { ...POTTERY, document_id: 'pool', title: 'Pool', text: 'The swimming pool is in Harbour Street 4.' };
    await post('/documents', pool, ADMIN);
    const answered = await again(open.trace, potter);
    expect(answered).toMatchObject({ asked_again: { outcome: 'answered', without_right: false } });
    expect(answered.answer).toContain('Harbour Street');
    expect((await again(limited.trace, ADMIN)).asked_again).toMatchObject({ outcome: 'answered', without_right: true });
    const stored = async (trace: string, editor: Key) =>
      (await reports(editor)).find(({ trace_id: id }) => id === trace);
    expect(await stored(open.trace, potter)).toMatchObject({ asked_again: { outcome: 'answered' } });
    // Who may not see the document does not learn that there is an answer.
    expect(await stored(open.trace, banker)).toBeUndefined();
    expect(await stored(limited.trace, banker)).toMatchObject({ asked_again: null });
  });

  it('refuses lists, states and cursors that are not valid', async () => {
    for (const body of [
      {},
      { trace_ids: [] },
      { trace_ids: [1] },
      { trace_ids: Array.from({ length: 21 }, (_, i) => `t${i}`) },
    ])
      expect((await post('/insights/reports/ask-again', body, potter)).statusCode).toBe(422);
    for (const query of ['state=odd', 'kind=odd', 'cursor=c1', 'limit=0'])
      expect((await get(`/insights/reports?${query}`, potter)).statusCode).toBe(422);
    const first = (await get('/insights/reports?limit=1', potter)).json();
    const second = (await get(`/insights/reports?limit=1&cursor=${first.next_cursor}`, potter)).json();
    expect(second.items[0].trace_id).not.toBe(first.items[0].trace_id);
  });
});
