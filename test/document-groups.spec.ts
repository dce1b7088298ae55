import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const SETTINGS = { AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] };

const DOCUMENT = {
  document_id: 'pay-scale',
  title: 'Pay scale of the harbour',
  text: 'The harbour pilot earns 4,711 crowns a month. The night watch earns 3,200 crowns a month.',
  canonical_path: ['Harbour'],
  groups: ['payroll', ' board ', 'payroll'],
};
const QUESTION = 'What does the harbour pilot earn?';

let running: RunningApplication;
let keys: Record<'none' | 'payroll' | 'other' | 'admin', Record<string, string>>;

const keyOf = async (request: object): Promise<Record<string, string>> => {
  const made = await running.post('/api-keys', { name: 'desk', scopes: ['query', 'ingest'], ...request }, ADMIN);
  expect(made.statusCode).toBe(201);
  return { 'x-api-key': made.json().key };
};
const get = (url: string, headers: Record<string, string>) => running.call({ method: 'GET', url, headers });
const put = (url: string, payload: object, headers: Record<string, string>) =>
  running.call({ method: 'PUT', url, payload, headers });
const found = async (headers: Record<string, string>): Promise<string[]> => {
  const { hits } = (await running.post('/search', { query: QUESTION }, headers)).json();
  return hits.map(({ document_id }: { document_id: string }) => document_id);
};
const seenBy = async (): Promise<string[]> => {
  const seen: string[] = [];
  for (const [name, headers] of Object.entries(keys))
    if ((await found(headers)).includes(DOCUMENT.document_id)) seen.push(name);
  return seen;
};

beforeAll(async () => {
  running = await startApplication(SETTINGS);
  keys = {
    none: await keyOf({}),
    payroll: await keyOf({ groups: ['payroll'] }),
    other: await keyOf({ groups: ['Payroll', 'pilots'] }),
    admin: await keyOf({ scopes: ['admin'] }),
  };
  expect((await running.post('/documents', DOCUMENT, ADMIN)).statusCode).toBe(201);
});
afterAll(() => running.stop());

describe('a document with groups', () => {
  it('is found only by keys with one of them, and by administrators', async () => {
    expect(await seenBy()).toEqual(['payroll', 'admin']);
    for (const [name, status] of [
      ['none', 404],
      ['other', 404],
      ['payroll', 200],
      ['admin', 200],
    ] as const)
      expect([name, (await get('/documents/pay-scale', keys[name])).statusCode]).toEqual([name, status]);
  });

  it('shows its groups as they are compared, and a key its own', async () => {
    expect((await get('/documents/pay-scale', ADMIN)).json().groups).toEqual(['board', 'payroll']);
    expect((await get('/documents', ADMIN)).json().items[0].groups).toEqual(['board', 'payroll']);
    const listed = (await get('/api-keys', ADMIN)).json().items.map(({ groups }: { groups: string[] }) => groups);
    expect(listed).toEqual([[], ['payroll'], ['Payroll', 'pilots'], []]);
  });

  it('changes its groups by PUT with the next request, and keeps passages and dates', async () => {
    const before = (await get('/documents/pay-scale', ADMIN)).json();
    expect(await running.post('/chat/run', { message: QUESTION }, keys.payroll)).toMatchObject({ statusCode: 200 });
    const changed = await put('/documents/pay-scale', { groups: ['pilots'] }, ADMIN);
    expect([changed.statusCode, changed.json().status]).toEqual([200, 'indexed']);
    expect(await seenBy()).toEqual(['other', 'admin']);
    expect((await running.post('/chat/run', { message: QUESTION }, keys.payroll)).body).not.toContain('4,711');
    expect((await put('/documents/pay-scale', { groups: ['pilots'] }, ADMIN)).json().status).toBe('unchanged');
    expect((await put('/documents/pay-scale', { groups: [] }, ADMIN)).json().status).toBe('indexed');
    expect(await seenBy()).toEqual(['none', 'payroll', 'other', 'admin']);
    await put('/documents/pay-scale', { groups: ['payroll', 'board'] }, ADMIN);
    expect(await seenBy()).toEqual(['payroll', 'admin']);
    expect((await get('/documents/pay-scale', ADMIN)).json()).toEqual(before);
  });

  it('keeps its groups when it is replaced without the field, and by POST they change alone', async () => {
    const { document_id, title, canonical_path } = DOCUMENT;
    const without = { document_id, title, canonical_path };
    const text = `${DOCUMENT.text} The cook earns 2,900 crowns a month.`;
    expect((await running.post('/documents', { ...without, text }, ADMIN)).json().status).toBe('indexed');
    expect(await seenBy()).toEqual(['payroll', 'admin']);
    expect((await running.post('/documents', { ...without, text }, ADMIN)).json().status).toBe('unchanged');
    const other = await running.post('/documents', { ...without, text, groups: ['pilots'] }, ADMIN);
    expect([other.statusCode, other.json().status]).toEqual([200, 'indexed']);
    expect(await seenBy()).toEqual(['other', 'admin']);
    await running.post('/documents', DOCUMENT, ADMIN);
    expect(await seenBy()).toEqual(['payroll', 'admin']);
  });

  it('is neither replaced nor changed nor deleted by a key that may not see it', async () => {
    for (const headers of [keys.none, keys.other]) {
      const replaced = await running.post('/documents', { ...DOCUMENT, groups: [] }, headers);
      const changed = await put('/documents/pay-scale', { groups: [] }, headers);
      const deleted = await running.call({ method: 'DELETE', url: '/documents/pay-scale', headers });
      expect([replaced.statusCode, changed.statusCode, deleted.statusCode]).toEqual([404, 404, 404]);
    }
    expect(await seenBy()).toEqual(['payroll', 'admin']);
  });

  it('is stored only by a key that will see it', async () => {
    const mine = { ...DOCUMENT, document_id: 'mine', groups: ['payroll', 'audit'] };
    const refused = await running.post('/documents', mine, keys.none);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().detail).toContain('["audit","payroll"]');
    expect((await running.post('/documents', mine, keys.payroll)).statusCode).toBe(201);
    expect((await put('/documents/mine', { groups: ['audit'] }, keys.payroll)).statusCode).toBe(403);
    expect((await put('/documents/mine', { title: 'Mine' }, keys.payroll)).statusCode).toBe(200);
    expect((await get('/documents/mine', ADMIN)).json()).toMatchObject({
      title: 'Mine',
      groups: ['audit', 'payroll'],
    });
    expect((await running.call({ method: 'DELETE', url: '/documents/mine', headers: keys.payroll })).statusCode).toBe(
      204,
    );
  });

  it('takes its answers, conversations, traces and cases with it, and gives them back', async () => {
    const learn = await keyOf({ groups: ['payroll'] });
    const chat = (await running.post('/chat/run', { message: QUESTION }, learn)).json();
    expect(chat.response).toContain('4,711');
    const { trace_id: trace } = chat.metadata;
    await running.post('/feedback', { trace_id: trace, feedback: 'thumbs_up' }, learn);
    const readings = async (headers: Record<string, string>): Promise<string[]> => {
      const bodies = {
        case: (await running.post('/cbr/suggest', { query: QUESTION }, headers)).body,
        export: (await get('/cbr/export', headers)).body,
        conversation: (await get(`/conversations/${chat.conversation_id}`, headers)).body,
        trace: (await get(`/traces/${trace}`, headers)).body,
        chat: (await running.post('/chat/run', { message: QUESTION }, headers)).body,
        facts: (await running.post('/fact-check', { answer: 'The harbour pilot earns 4,700 crowns a month.' }, headers))
          .body,
        completion: (
          await running.post(
            '/v1/chat/completions',
            { model: 'default', messages: [{ role: 'user', content: QUESTION }] },
            headers,
          )
        ).body,
      };
      return Object.entries(bodies).flatMap(([name, body]) => (/4,711|pay-scale#0/u.test(body) ? [name] : []));
    };
    const everything = ['case', 'export', 'conversation', 'trace', 'chat', 'facts', 'completion'];
    expect(await readings(learn)).toEqual(everything);
    expect(await readings(keys.none)).toEqual([]);
    expect(await readings(keys.other)).toEqual([]);
    await put('/documents/pay-scale', { groups: ['pilots'] }, ADMIN);
    expect(await readings(learn)).toEqual([]);
    // A case has the words of a question, which are for who sees all that its author sees.
    expect(await readings(keys.other)).toEqual(['chat', 'facts', 'completion']);
    await put('/documents/pay-scale', { groups: ['payroll', 'board'] }, ADMIN);
    expect(await readings(learn)).toEqual(everything);
  });

  it.each([
    [{ groups: 'payroll' }, '/groups'],
    [{ groups: [''] }, '/groups'],
    [{ groups: ['x'.repeat(101)] }, '/groups'],
    [{ groups: ['a\u200bb'] }, '/groups'],
    [{ groups: [7] }, '/groups'],
    [{ groups: null }, '/groups'],
    [{ text: 'new' }, '/text'],
    [{}, ''],
  ])('is not changed by %j', async (payload, pointer) => {
    const refused = await put('/documents/pay-scale', payload, ADMIN);
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([422, pointer]);
  });

  it('records each change of its groups in the audit log', async () => {
    const { items } = (await get('/audit?action=change_groups&limit=500', ADMIN)).json();
    const entries = items.filter(({ shown }: { shown: { id: string }[] }) => shown[0]?.id === DOCUMENT.document_id);
    expect(entries.length).toBeGreaterThan(3);
    const details = entries.map(({ detail }: { detail: string }) => JSON.parse(detail));
    expect(details).toContainEqual({ from: ['pilots'], to: [] });
  });
});
