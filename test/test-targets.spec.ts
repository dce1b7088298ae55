import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningApplication, startApplication } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { until } from './support/server-calls.js';
import { easyYardDocuments } from './support/yard.js';

const ADMIN_SECRET = 'admin-key-of-the-target-test-0001';
const ADMIN = { 'x-api-key': ADMIN_SECRET };
const TARGET_SECRET = 'sk-of-the-target-0001';
/** They are set while the specs run: an unset secret cannot leak. */
const LEAKABLE = ['ADMIN_API_KEY', 'DATABASE_URL', 'OPENAI_API_KEY', 'PATH'];
const ANSWER = { choices: [{ message: { content: 'no' } }] };
const SHORT = {
  seed: 9,
  personas: ['freshman'],
  queries_per_persona: 3,
  multi_turn: { scenarios: 1, turns: 3 },
  attribution: 'off',
  judge: 'rules',
};

const before = process.env;
let running: RunningApplication;
let listener: FakeServer;
let listening: string;
let own: string;
let tester: Readonly<Record<string, string>>;

const makeKey = async (scopes: readonly string[], more: object = {}): Promise<{ id: string; key: string }> => {
  const made = await running.post('/api-keys', { name: 'tester', scopes, ...more }, ADMIN);
  expect(made.statusCode).toBe(201);
  return made.json();
};
const put = (items: readonly object[], headers = ADMIN as Readonly<Record<string, string>>) =>
  running.call({ method: 'PUT', url: '/test-targets', payload: { items }, headers });
const order = (target: object, headers: Readonly<Record<string, string>>) =>
  running.post('/test-sessions', { ...SHORT, target }, headers);
interface Ended {
  readonly session_id: string;
  readonly status: string;
  readonly error: string | null;
}
const ended = (id: string, headers: Readonly<Record<string, string>>) =>
  until<Ended>(
    async () => (await running.call({ method: 'GET', url: `/test-sessions/${id}`, headers })).json(),
    ({ status }) => ['completed', 'failed', 'cancelled'].includes(status),
  );
/** Starts a session and, if it is accepted, waits for its end. */
async function run(target: object, headers: Readonly<Record<string, string>>) {
  const accepted = await order(target, headers);
  const session = accepted.statusCode === 202 ? await ended(accepted.json().session_id, headers) : undefined;
  return { status: accepted.statusCode, body: accepted.json(), session };
}
/** Words with which the first result says that its target was not asked. */
async function reasonOf(id: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const page = await running.call({ method: 'GET', url: `/test-sessions/${id}/results?limit=1`, headers });
  return page.json().items[0]?.error;
}
const openai = (more: object = {}) => ({
  name: 'bot',
  kind: 'openai',
  base_url: `${listening}/v1`,
  model: 'm',
  ...more,
});

beforeAll(async () => {
  process.env = { ...before, OPENAI_API_KEY: 'sk-of-the-server-0001', DATABASE_URL: 'postgres://secret@h/db' };
  process.env['ADMIN_API_KEY'] = ADMIN_SECRET;
  process.env['TARGET_SPEC_KEY'] = TARGET_SECRET;
  running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN_SECRET });
  await running.app.listen(0, '127.0.0.1');
  own = (await running.app.getUrl()).replace('[::1]', '127.0.0.1');
  for (const document of easyYardDocuments.slice(0, 16)) await running.post('/documents', document, ADMIN);
  tester = { 'x-api-key': (await makeKey(['test', 'query'])).key };
}, 120_000);
afterAll(async () => {
  process.env = before;
  await running.stop();
});
beforeEach(async () => {
  listener = new FakeServer();
  listener.respond = (response) => sendJson(response, 200, ANSWER);
  listening = await listener.start();
});
afterEach(() => listener.stop());

describe('a key with the scope test alone', () => {
  it.each(LEAKABLE)(
    'sends the value of %s nowhere by naming its variable',
    async (name) => {
      const { status } = await run({ kind: 'openai', base_url: listening, model: 'm', api_key_env: name }, tester);
      expect(listener.calls.filter((call) => call.headers.authorization !== undefined)).toEqual([]);
      expect(status).toBe(422);
    },
    60_000,
  );

  it('names no address itself', async () => {
    const { status, body } = await run({ kind: 'openai', base_url: listening, model: 'm' }, tester);
    expect(listener.calls).toEqual([]);
    expect(status).toBe(403);
    expect(body.detail).toMatch(/'admin'.*by its name/u);
  }, 60_000);

  it('has the server call none of its own administrative routes', async () => {
    const victim = await makeKey(['query']);
    const base_url = `${own}/api-keys/${victim.id}/rotate?x=`;
    const target = { kind: 'openai', base_url, model: 'm', api_key_env: 'ADMIN_API_KEY' };
    expect((await run(target, tester)).status).toBe(422);
    expect((await run({ ...target, api_key_env: 'TARGET_SPEC_KEY' }, tester)).status).toBe(422);
    const asked = { method: 'GET', url: '/documents', headers: { 'x-api-key': victim.key } } as const;
    expect((await running.call(asked)).statusCode).toBe(200);
  }, 60_000);
});

describe('a target that an administrator configured', () => {
  afterEach(() => put([]));

  it('is chosen by name with the scope test, which sees neither its address nor its secret', async () => {
    const headers = { Authorization: { secret: 'TARGET_SPEC_KEY', prefix: 'Bearer ' } };
    const answered = await put([openai({ headers })]);
    expect(answered.statusCode).toBe(200);
    expect(answered.json()).toEqual({ items: [openai({ headers, scopes: ['test'], origin: 'api' })] });
    const { status, session } = await run({ name: 'bot' }, tester);
    expect([status, session?.status]).toEqual([202, 'completed']);
    expect(listener.calls[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${TARGET_SECRET}` },
      body: { model: 'm' },
    });
    const report = await running.call({
      method: 'GET',
      url: `/test-sessions/${session?.session_id}/report`,
      headers: tester,
    });
    for (const text of [JSON.stringify(session), report.body, answered.body]) expect(text).not.toContain(TARGET_SECRET);
    expect(`${JSON.stringify(session)}${report.body}`).not.toContain(listening);
    for (const method of ['GET', 'PUT'] as const) {
      const reply = await running.call({
        method,
        url: '/test-targets',
        ...(method === 'PUT' ? { payload: { items: [] } } : {}),
        headers: tester,
      });
      expect(reply.statusCode).toBe(403);
    }
  }, 60_000);

  it('is named to whoever may choose it, without its address and its headers', async () => {
    const open = openai({ headers: { a: { secret: 'TARGET_A' } } });
    await put([open, openai({ name: 'for-admins', scopes: ['admin'] })]);
    const names = (headers: Readonly<Record<string, string>>) =>
      running.call({ method: 'GET', url: '/test-targets/names', headers });
    const { name, kind } = open;
    expect((await names(tester)).json()).toEqual({ items: [{ name, kind }] });
    expect((await names(ADMIN)).json().items).toEqual([
      { name, kind },
      { name: 'for-admins', kind },
    ]);
    const { key } = await makeKey(['query']);
    expect((await names({ 'x-api-key': key })).statusCode).toBe(403);
  });

  it('is called by templates if its kind is http', async () => {
    listener.respond = (response) =>
      sendJson(response, 200, { out: { text: 'By day 14.', found: [{ content: 'day 14', title: 'Rule' }] } });
    const target = {
      name: 'desk',
      kind: 'http',
      base_url: `${listening}/api`,
      request: { method: 'POST', path: '/ask?user=7', body: { ask: { q: '{{question}}' }, turns: '{{history}}' } },
      response: { answer: '/out/text', contexts: 'out.found' },
    };
    expect((await put([target])).statusCode).toBe(200);
    const { session } = await run({ name: 'desk' }, tester);
    expect(session?.status).toBe('completed');
    expect(listener.calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/ask?user=7',
      body: { ask: { q: expect.any(String) }, turns: expect.any(Array) },
    });
  }, 60_000);

  it('is unchanged when the list is sent back unchanged', async () => {
    await put([openai({ headers: { 'x-a': 'b' }, concurrency: 2, timeout_ms: 5000 })]);
    const list = () => running.call({ method: 'GET', url: '/test-targets', headers: ADMIN });
    const before = (await list()).json();
    expect((await put(before.items)).statusCode).toBe(200);
    expect((await list()).json()).toEqual(before);
  });

  it.each([
    ['its own address', () => ({ base_url: own }), '/items/0/base_url'],
    ['its own address by name', () => ({ base_url: own.replace('127.0.0.1', 'localhost') }), '/items/0/base_url'],
    ['its own address in decimal', () => ({ base_url: own.replace('127.0.0.1', '2130706433') }), '/items/0/base_url'],
    [
      'its own address in IPv6',
      () => ({ base_url: own.replace('127.0.0.1', '[::ffff:127.0.0.1]') }),
      '/items/0/base_url',
    ],
    [
      'its own address on all interfaces',
      () => ({ base_url: own.replace('127.0.0.1', '0.0.0.0') }),
      '/items/0/base_url',
    ],
    ['a link-local address', () => ({ base_url: 'http://169.254.169.254/' }), '/items/0/base_url'],
    ['a metadata name', () => ({ base_url: 'http://metadata.google.internal/' }), '/items/0/base_url'],
    ['a query', () => ({ base_url: `${listening}/?x=` }), '/items/0/base_url'],
    ['a secret of the server', () => ({ headers: { a: { secret: 'ADMIN_API_KEY' } } }), '/items/0/headers/a/secret'],
    ['a header that is neither', () => ({ headers: { a: { env: 'TARGET_A' } } }), '/items/0/headers'],
    ['an unknown field', () => ({ api_key: 'x' }), '/items/0/api_key'],
    ['an unknown scope', () => ({ scopes: ['root'] }), '/items/0/scopes'],
  ])('is refused with %s', async (_, more, pointer) => {
    const reply = await put([openai(more())]);
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual([expect.objectContaining({ pointer })]);
  });

  it.each(['64:ff9b::7f00:1', '2002:7f00:1::', '::127.0.0.1', '64:ff9b:1::7f00:1', '::ffff:0:127.0.0.1'])(
    'is refused with its own address inside of %s',
    async (inside) => {
      const reply = await put([openai({ base_url: own.replace('127.0.0.1', `[${inside}]`) })]);
      expect(reply.statusCode).toBe(422);
      expect(reply.json().errors).toEqual([expect.objectContaining({ pointer: '/items/0/base_url' })]);
    },
  );

  it('comes from targets.json too, where it is changed', async () => {
    const folder = path.join(running.dataFolder, 'config');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'targets.json');
    const write = (items: readonly object[]) => writeFileSync(file, JSON.stringify({ items }));
    try {
      write([openai({ name: 'of-file' })]);
      const kept = await put([openai()]);
      expect(kept.json().items.map((item: { name: string; origin: string }) => [item.name, item.origin])).toEqual([
        ['of-file', 'file'],
        ['bot', 'api'],
      ]);
      expect((await put([openai({ name: 'of-file' })])).statusCode).toBe(422);
      expect((await order({ name: 'of-file' }, tester)).statusCode).toBe(202);
      write([openai({ base_url: own })]);
      const refused = await order({ name: 'bot' }, tester);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().detail).toContain('cannot be looked up');
      expect(refused.json().detail).not.toContain(own);
      const shown = await running.call({ method: 'GET', url: '/test-targets', headers: ADMIN });
      expect(shown.json().detail).toContain('config/targets.json at /items/0/base_url: is an address of this server');
    } finally {
      rmSync(file);
    }
  });
});

describe('a caller that chooses a target', () => {
  afterEach(() => put([]));

  it('learns nothing of the network: a closed port, an unknown name and a variable that is not set read the same', async () => {
    const secret = { headers: { authorization: { secret: 'TARGET_THAT_IS_NOT_SET' } } };
    await put([
      openai({ name: 'closed', base_url: 'http://127.0.0.1:1/' }),
      openai({ name: 'unknown', base_url: 'http://names.invalid/' }),
      openai({ name: 'unset', ...secret }),
    ]);
    const words = await Promise.all(
      ['closed', 'unknown', 'unset'].map(async (name) => {
        const { session } = await run({ name }, tester);
        return [session?.status, session?.error, await reasonOf(session?.session_id ?? '', tester)];
      }),
    );
    expect(words[0]?.[2]).toContain('could not be reached or did not answer in time');
    expect([words[1], words[2]]).toEqual([words[0], words[0]]);
    expect(listener.calls).toEqual([]);
  }, 120_000);

  it.each([
    ['an address', { kind: 'openai', base_url: 'http://127.0.0.1:1/', model: 'm' }, 403],
    ['a variable of the server', { kind: 'openai', model: 'm', api_key_env: 'ADMIN_API_KEY' }, 422],
    ['an unknown name', { name: 'nobody' }, 422],
    ['a name and an address', { name: 'bot', kind: 'openai', base_url: 'http://127.0.0.1:1/' }, 422],
    ['a name', { name: 'bot' }, 200],
  ])('obeys the same rules in a schedule with %s', async (_, target, status) => {
    await put([openai()]);
    const items = [{ id: 'nightly', cron: '0 3 * * *', enabled: false, template: { target } }];
    const reply = await running.call({ method: 'PUT', url: '/test-schedules', payload: { items }, headers: tester });
    expect(reply.statusCode).toBe(status);
  });

  it.each(['* * * * * *', '0 0 3 * * *', '*/5 * * * * *', '0 3 * * * 2027', '0 3 * *', '@secondly', '@daily'])(
    'has no schedule of other than five fields: %s',
    async (cron) => {
      const items = [{ id: 'often', cron, enabled: false }];
      const reply = await running.call({ method: 'PUT', url: '/test-schedules', payload: { items }, headers: tester });
      expect(reply.statusCode).toBe(422);
      expect(reply.json().errors).toEqual([expect.objectContaining({ pointer: '/items/0/cron' })]);
    },
  );

  it('may give an address with the scope admin, where the secret is one of a target', async () => {
    const admin = { 'x-api-key': (await makeKey(['admin'])).key };
    const target = { kind: 'openai', base_url: listening, model: 'm', api_key_env: 'TARGET_SPEC_KEY' };
    const { session } = await run(target, admin);
    expect(session?.status).toBe('completed');
    expect(listener.calls[0]?.headers.authorization).toBe(`Bearer ${TARGET_SECRET}`);
    expect((await order({ ...target, base_url: own }, admin)).statusCode).toBe(422);
    expect((await order({ ...target, base_url: 'http://169.254.169.254/' }, admin)).statusCode).toBe(422);
  }, 60_000);

  it('gives no address and no secret of its own with the scope admin limited to categories', async () => {
    const limited = { 'x-api-key': (await makeKey(['admin'], { allowed_category_paths: [['Yard']] })).key };
    const target = { kind: 'openai', base_url: listening, model: 'm', api_key_env: 'TARGET_SPEC_KEY' };
    for (const sent of [target, { ...target, api_key_env: undefined }, { ...target, base_url: undefined }]) {
      expect((await order(sent, limited)).statusCode).toBe(403);
      const items = [{ id: 'nightly', cron: '0 3 * * *', enabled: false, template: { target: sent } }];
      const kept = await running.call({ method: 'PUT', url: '/test-schedules', payload: { items }, headers: limited });
      expect(kept.statusCode).toBe(403);
    }
    expect(listener.calls).toEqual([]);
  }, 60_000);

  it('sends no secret to the address of a redirect', async () => {
    const other = new FakeServer();
    const elsewhere = await other.start();
    listener.respond = (response) => response.writeHead(307, { location: elsewhere }).end();
    await put([openai({ headers: { Authorization: { secret: 'TARGET_SPEC_KEY' } } })]);
    await run({ name: 'bot' }, tester);
    expect(listener.calls.length).toBeGreaterThan(0);
    expect(other.calls).toEqual([]);
    await other.stop();
  }, 60_000);
});

describe('a server without keys', () => {
  it.each([
    ['on loopback', { HOST: '127.0.0.1' }, [202, 200]],
    ['that others reach', { HOST: '0.0.0.0', ALLOW_ANONYMOUS: 'true' }, [403, 403]],
  ])(
    '%s: addresses of targets and their configuration',
    async (_, settings, statuses) => {
      const open = await startApplication(settings);
      try {
        const target = { kind: 'openai', base_url: listening, model: 'm' };
        const started = await open.post('/test-sessions', { ...SHORT, target });
        const kept = await open.call({ method: 'PUT', url: '/test-targets', payload: { items: [openai()] } });
        expect([started.statusCode, kept.statusCode]).toEqual(statuses);
      } finally {
        await open.stop();
      }
    },
    60_000,
  );
});
