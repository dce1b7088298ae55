import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createApp } from '../src/app.js';
import { readEnvironment } from '../src/config/environment.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const SETTINGS = { AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] };

let running: RunningApplication;
beforeAll(async () => {
  running = await startApplication(SETTINGS);
});
afterAll(() => running.stop());

interface Made {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
}
const make = async (request: object): Promise<Made> => {
  const made = await running.post('/api-keys', { name: 'desk', scopes: ['query'], ...request }, ADMIN);
  expect(made.statusCode).toBe(201);
  return made.json();
};
const status = async (key: string, url = '/documents') =>
  (await running.call({ method: 'GET', url, headers: { 'x-api-key': key } })).statusCode;
const admin = (method: 'GET' | 'POST' | 'DELETE', url: string) => running.call({ method, url, headers: ADMIN });

describe('a key', () => {
  it('works from its making to its revocation, under the same id', async () => {
    const { id, key, prefix } = await make({});
    expect(key.startsWith(`${prefix}_`)).toBe(true);
    expect(await status(key)).toBe(200);
    expect((await admin('DELETE', `/api-keys/${id}`)).statusCode).toBe(204);
    expect(await status(key)).toBe(401);
    expect((await admin('DELETE', `/api-keys/${id}`)).statusCode).toBe(404);
  });

  it('gets another secret by rotation, keeps its conversations, and refuses the old secret', async () => {
    const { id, key } = await make({});
    const chat = await running.post('/chat/run', { message: 'Hello?' }, { 'x-api-key': key });
    const rotated = (await admin('POST', `/api-keys/${id}/rotate`)).json();
    expect(rotated).toMatchObject({ id, name: 'desk', scopes: ['query'] });
    expect([await status(key), await status(rotated.key)]).toEqual([401, 200]);
    expect(await status(rotated.key, `/conversations/${chat.json().conversation_id}`)).toBe(200);
    expect((await admin('POST', '/api-keys/nobody/rotate')).statusCode).toBe(404);
  });

  it('may ask what it may do', async () => {
    const current = async (headers: Record<string, string>) =>
      (await running.call({ method: 'GET', url: '/api-keys/current', headers })).json();
    const { key } = await make({ scopes: ['query', 'ingest'], allowed_category_paths: [['Desk']] });
    expect(await current({ 'x-api-key': key })).toEqual({
      scopes: ['query', 'ingest'],
      is_limited: true,
      allowed_category_paths: [['Desk']],
    });
    expect(await current(ADMIN)).toEqual({
      scopes: ['query', 'ingest', 'test', 'metrics', 'admin'],
      is_limited: false,
      allowed_category_paths: null,
    });
  });

  it.each(['query', 'ingest', 'test', 'metrics'])('may ask what it may do with the scope %s alone', async (scope) => {
    const { key } = await make({ scopes: [scope] });
    const current = (headers: Record<string, string>) =>
      running.call({ method: 'GET', url: '/api-keys/current', headers });
    const answer = await current({ 'x-api-key': key });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { scopes: [scope], is_limited: false, allowed_category_paths: null },
    ]);
    expect((await current({ 'x-api-key': `${key}x` })).statusCode).toBe(401);
    expect((await current({})).statusCode).toBe(401);
  });

  it('shows its secret and its hash nowhere again, and when it was last used', async () => {
    const { id, key } = await make({ name: 'shown' });
    await status(key);
    const read = async () => {
      const { body, statusCode } = await admin('GET', '/api-keys?limit=500');
      expect(statusCode).toBe(200);
      expect(body).not.toContain(key.slice(-43));
      expect(body).not.toMatch(/hash|scrypt/i);
      return JSON.parse(body).items.find((item: { id: string }) => item.id === id);
    };
    let listed = await read();
    expect(listed).toMatchObject({ name: 'shown', allowed_category_paths: null, expires_at: null });
    // No answer waits for the note of the last use.
    while (listed.last_used_at === null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      listed = await read();
    }
    expect(Date.parse(listed.last_used_at)).not.toBeNaN();
  });

  it.each([
    [{ scopes: ['root'] }, '/scopes'],
    [{ scopes: [] }, '/scopes'],
    [{ name: '' }, '/name'],
    [{ allowed_category_paths: [['a', '..']] }, '/allowed_category_paths'],
    [{ allowed_category_paths: [[]] }, '/allowed_category_paths'],
    [{ allowed_category_paths: null }, '/allowed_category_paths'],
    [{ expires_at: 'tomorrow' }, '/expires_at'],
    [{ expires_at: '2099-02-28T15:00:00' }, '/expires_at'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ admin: true }, '/admin'],
  ])('is not made of %j', async (request, pointer) => {
    const refused = await running.post('/api-keys', { name: 'desk', scopes: ['query'], ...request }, ADMIN);
    expect([refused.statusCode, refused.json().errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  it('that is limited to categories manages no keys and reads no counters, for any scopes', async () => {
    const { key } = await make({ scopes: ['admin'], allowed_category_paths: [['Open']] });
    for (const url of ['/api-keys', '/metrics', '/metrics/filter'])
      expect([url, await status(key, url)]).toEqual([url, 403]);
    const wider = await running.post('/api-keys', { name: 'wider', scopes: ['query'] }, { 'x-api-key': key });
    expect(wider.statusCode).toBe(403);
    const health = await running.call({ method: 'GET', url: '/health', headers: { 'x-api-key': key } });
    expect(Object.keys(health.json())).toEqual(['status']);
    expect(await status(key)).toBe(200);
  });

  it('does what its scopes say and nothing else', async () => {
    const { key } = await make({ scopes: ['metrics'] });
    expect([await status(key, '/metrics'), await status(key, '/documents'), await status(key, '/api-keys')]).toEqual([
      200, 403, 403,
    ]);
  });
});

describe('the log', () => {
  it('contains no key, in any header and on any route', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const environment = readEnvironment({
      ...SETTINGS,
      DATA_DIR: temporaryFolder(),
      SAMPLE_DATA: 'skip',
      LOG_LEVEL: 'trace',
    });
    const app = await createApp(environment, pino({ level: 'trace' }, sink));
    const fastify = app.getHttpAdapter().getInstance();
    const made = await fastify.inject({
      method: 'POST',
      url: '/api-keys',
      headers: ADMIN,
      payload: { name: 'logged', scopes: ['query'] },
    });
    const secrets = [ADMIN['x-api-key'], made.json().key, 'a-wrong-secret'];
    for (const secret of secrets) {
      const urls = ['/documents', '/no/such/route', `/documents?api_key=${secret}`, `/documents/${secret}`];
      for (const headers of [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }]) {
        for (const url of urls) await fastify.inject({ method: 'GET', url, headers });
        await fastify.inject({ method: 'POST', url: '/search', headers, payload: { filters: 7 } });
      }
    }
    await app.close();
    const log = lines.join('');
    expect(log).toContain('filter bypass attempt');
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});
