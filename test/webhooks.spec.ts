import { createHmac } from 'node:crypto';
import { DeliverWebhooks } from '../src/webhooks/application/deliver-webhooks.js';
import { AccessDatabase, WorkDatabase } from '../src/shared/infrastructure/database/databases.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { FakeServer } from './support/fake-server.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
let running: RunningApplication;
let receiver: FakeServer;
let address: string;

beforeAll(async () => {
  receiver = new FakeServer();
  address = await receiver.start();
  // The clock of the process would take what the specs take.
  running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'], PROCESS_ROLE: 'all' });
});
afterAll(async () => {
  await running.stop();
  await receiver.stop();
});
beforeEach(async () => {
  receiver.calls.length = 0;
  receiver.respond = (response) => response.writeHead(204).end();
  for (const { id } of (await get('/webhooks', ADMIN)).json().items)
    await running.call({ method: 'DELETE', url: `/webhooks/${id}`, headers: ADMIN });
});

const get = (url: string, headers: Record<string, string>) => running.call({ method: 'GET', url, headers });
const create = async (body: object, headers: Record<string, string> = ADMIN) =>
  (await running.post('/webhooks', { url: `${address}/hook`, events: ['job.ended'], ...body }, headers)).json();
const key = async (body: object): Promise<{ id: string; headers: Record<string, string> }> => {
  const made = (await running.post('/api-keys', { name: 'a key', ...body }, ADMIN)).json();
  return { id: made.id, headers: { 'x-api-key': made.key } };
};
const endJob = (id: string, owner: string | null) => {
  const { writer } = running.app.get(WorkDatabase, { strict: false });
  const now = '2026-03-01T09:00:00.000Z';
  writer
    .prepare(
      `INSERT INTO jobs (job_id, kind, status, done, total, owner, created_at, updated_at) VALUES (?, 'index.optimize', 'running', 1, 1, ?, ?, ?)`,
    )
    .run(id, owner, now, now);
  writer.prepare(`UPDATE jobs SET status = 'succeeded' WHERE job_id = ?`).run(id);
};
const deliveriesOf = async (id: string) => (await get(`/webhooks/${id}/deliveries`, ADMIN)).json().items;
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
const settled = (id: string, count: number) =>
  until(async () => {
    const items: readonly { attempts: number; last_status: number | null; last_error: string | null }[] =
      await deliveriesOf(id);
    return items.filter((each) => each.last_status !== null || each.last_error !== null).length >= count;
  });
/** The next attempt is due now. */
const hurry = () =>
  running.app
    .get(AccessDatabase, { strict: false })
    .writer.prepare(`UPDATE webhook_deliveries SET next_at = '2026-01-01T00:00:00.000Z'`)
    .run();

describe('a webhook', () => {
  it('gets what ends, signed as Standard Webhooks says, with ids and counts alone', async () => {
    const hook = await create({ events: ['job.ended', 'test_session.ended'] });
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await get(`/webhooks/${hook.id}`, ADMIN)).body).not.toMatch(/whsec_|"secret"/);
    endJob('j1', null);
    await settled(hook.id, 1);
    const [call] = receiver.calls;
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = call?.headers ?? {};
    const body = JSON.stringify(call?.body);
    const secret = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
    expect(signature).toBe(`v1,${createHmac('sha256', secret).update([id, time, body].join('.')).digest('base64')}`);
    expect(call?.body).toEqual({
      type: 'job.ended',
      timestamp: expect.any(String),
      data: { job_id: 'j1', kind: 'index.optimize', status: 'succeeded', done: 1, total: 1 },
    });
    expect(await deliveriesOf(hook.id)).toEqual([
      expect.objectContaining({
        event_id: id,
        status: 'delivered',
        attempts: 1,
        last_status: 204,
        next_attempt_at: null,
      }),
    ]);
  });

  it('has two signatures while its secret is replaced, and one of the new secret after that', async () => {
    const hook = await create({});
    const withoutBody = { method: 'POST', url: `/webhooks/${hook.id}/rotate`, headers: ADMIN } as const;
    const rotated = (await running.call(withoutBody)).json();
    expect(rotated.secret).not.toBe(hook.secret);
    const until = Date.parse(rotated.previous_secret_until) - Date.parse(rotated.created_at);
    expect(until).toBeGreaterThan(23 * 3_600_000);
    const signaturesOf = async () => {
      const { last_status: status } = (await running.post(`/webhooks/${hook.id}/test`, {}, ADMIN)).json();
      expect(status).toBe(204);
      const { headers, body } = receiver.calls.at(-1) ?? {};
      const text = [headers?.['webhook-id'], headers?.['webhook-timestamp'], JSON.stringify(body)].join('.');
      const by = (secret: string) =>
        `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
          .update(text)
          .digest('base64')}`;
      return { sent: String(headers?.['webhook-signature']).split(' '), by };
    };
    const both = await signaturesOf();
    expect(both.sent).toEqual([both.by(rotated.secret), both.by(hook.secret)]);
    running.app
      .get(AccessDatabase, { strict: false })
      .writer.prepare(`UPDATE webhooks SET previous_until = '2026-01-01T00:00:00.000Z'`)
      .run();
    const one = await signaturesOf();
    expect(one.sent).toEqual([one.by(rotated.secret)]);

    const known = (await running.post(`/webhooks/${hook.id}/rotate`, { overlap_hours: 0 }, ADMIN)).json();
    expect(known.previous_secret_until).toBeNull();
    const last = await signaturesOf();
    expect(last.sent).toEqual([last.by(known.secret)]);
    const other = await key({ scopes: ['query', 'test'] });
    expect((await running.post(`/webhooks/${hook.id}/rotate`, {}, other.headers)).statusCode).toBe(404);
    expect((await running.post(`/webhooks/${hook.id}/rotate`, { overlap_hours: 169 }, ADMIN)).statusCode).toBe(422);
  });

  it('gets a message again with the same id until it answers, and is disabled when that never happens', async () => {
    const hook = await create({});
    receiver.respond = (response) => response.writeHead(500).end();
    endJob('j2', null);
    for (let attempt = 1; attempt <= 7; attempt++) {
      await until(() => Promise.resolve(receiver.calls.length >= attempt));
      await until(async () => (await deliveriesOf(hook.id))[0].last_status === 500);
      running.app
        .get(AccessDatabase, { strict: false })
        .writer.prepare(`UPDATE webhook_deliveries SET last_status = NULL WHERE status = 'pending'`)
        .run();
      hurry();
    }
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await deliveriesOf(hook.id)).toMatchObject([{ status: 'failed', attempts: 7, last_status: 500 }]);
    expect((await get(`/webhooks/${hook.id}`, ADMIN)).json()).toMatchObject({ status: 'active', failures: 1 });
    receiver.respond = (response) => response.writeHead(410).end();
    endJob('j3', null);
    await until(async () => (await get(`/webhooks/${hook.id}`, ADMIN)).json().status === 'disabled');
    const again = await running.call({
      method: 'PATCH',
      url: `/webhooks/${hook.id}`,
      headers: ADMIN,
      payload: { active: true },
    });
    expect(again.json()).toMatchObject({ status: 'active', failures: 0 });
  });

  it('of a key gets only what the key started, and nothing after the key is revoked', async () => {
    const own = await key({ scopes: ['query', 'test', 'ingest'] });
    const other = await key({ scopes: ['query', 'test'] });
    // Only an administrator may name a private address: the address is put there by hand.
    const hook = await create({ url: 'https://hooks.example.org/a' }, own.headers);
    expect((await get(`/webhooks/${hook.id}`, other.headers)).statusCode).toBe(404);
    expect((await get('/webhooks', other.headers)).json().items).toEqual([]);
    endJob('j4', other.id);
    endJob('j5', null);
    endJob('j6', own.id);
    await running.app.get(DeliverWebhooks, { strict: false }).queueEnded();
    expect((await deliveriesOf(hook.id)).length).toBe(1);
    await running.call({ method: 'DELETE', url: `/api-keys/${own.id}`, headers: ADMIN });
    await until(async () => {
      hurry();
      return (await deliveriesOf(hook.id))[0].status === 'failed';
    });
    expect((await deliveriesOf(hook.id))[0].last_error).toContain('has ended');
  });

  it('is not created for addresses of this server and of the cloud, nor by a key for those inside', async () => {
    const limited = await key({ scopes: ['query', 'test'], allowed_category_paths: [['A']] });
    const reader = await key({ scopes: ['query'] });
    const status = async (url: string, headers: Record<string, string>) =>
      (await running.post('/webhooks', { url, events: ['job.ended'] }, headers)).statusCode;
    for (const url of [
      'http://169.254.169.254/x',
      'http://metadata.google.internal/',
      'ftp://a.org',
      'http://u:p@a.org',
    ])
      expect(await status(url, ADMIN)).toBe(422);
    for (const url of [address, 'http://localhost:1/', 'http://10.0.0.1/', 'http://[::1]/', 'http://2130706433/'])
      expect(await status(url, limited.headers)).toBe(422);
    expect(await status('https://hooks.example.org', reader.headers)).toBe(403);
    expect(await status('https://hooks.example.org', limited.headers)).toBe(201);
  });

  it('is tried at once, also when it is paused, and a redirect to another server is a failure', async () => {
    const hook = await create({});
    await running.call({ method: 'PATCH', url: `/webhooks/${hook.id}`, headers: ADMIN, payload: { active: false } });
    const tried = (await running.post(`/webhooks/${hook.id}/test`, {}, ADMIN)).json();
    expect(tried).toMatchObject({ type: 'webhook.test', status: 'delivered', last_status: 204 });
    expect(receiver.calls[0]?.body).toMatchObject({ type: 'webhook.test', data: { webhook_id: hook.id } });
    receiver.respond = (response) => response.writeHead(307, { location: 'http://127.0.0.2:9/' }).end();
    const led = (await running.post(`/webhooks/${hook.id}/test`, {}, ADMIN)).json();
    expect(led).toMatchObject({ status: 'failed', last_error: expect.stringContaining('redirect') });
    endJob('j7', null);
    await running.app.get(DeliverWebhooks, { strict: false }).queueEnded();
    expect((await deliveriesOf(hook.id)).map(({ type }: { type: string }) => type)).toEqual([
      'webhook.test',
      'webhook.test',
    ]);
  });
});
