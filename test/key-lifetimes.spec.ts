import { request } from 'node:http';
import { AccessDatabase } from '../src/shared/infrastructure/database/databases.js';
import { OpenRequests } from '../src/access/interface/open-requests.js';
import { Clock } from '../src/shared/domain/clock.js';
import { RunDueSchedules } from '../src/test-automation/sessions/application/run-due-schedules.js';
import { SessionStore } from '../src/test-automation/sessions/domain/session-store.js';
import { aSession } from './support/a-session.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const EVERY_MINUTE = '* * * * *';

interface MadeKey {
  readonly id: string;
  readonly headers: Record<string, string>;
}

describe('what a key owns', () => {
  let running: RunningApplication;
  let origin: string;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    await running.app.listen(0, '127.0.0.1');
    origin = await running.app.getUrl();
  });
  afterAll(() => running.stop());

  const makeKey = async (more: object = {}): Promise<MadeKey> => {
    const made = await running.post('/api-keys', { name: 'k', scopes: ['query', 'test'], ...more }, ADMIN);
    return { id: made.json().id, headers: { 'x-api-key': made.json().key } };
  };
  const get = async (url: string, headers: Record<string, string> = ADMIN) =>
    (await running.call({ method: 'GET', url, headers })).json();
  const put = (url: string, payload: object, headers: Record<string, string>) =>
    running.call({ method: 'PUT', url, payload, headers });
  const revoke = ({ id }: MadeKey) => running.call({ method: 'DELETE', url: `/api-keys/${id}`, headers: ADMIN });
  const change = (column: 'scopes' | 'allowed_category_paths' | 'expires_at', value: string, { id }: MadeKey) =>
    running.app
      .get(AccessDatabase, { strict: false })
      .writer.prepare(`UPDATE api_keys SET ${column} = ? WHERE id = ?`)
      .run(value, id);

  const ENDINGS: readonly (readonly [string, (key: MadeKey) => unknown])[] = [
    ['was revoked', revoke],
    ['has expired', (key) => change('expires_at', '2001-01-01T00:00:00.000Z', key)],
    ['lost its scope', (key) => change('scopes', '["metrics"]', key)],
  ];

  it.each(
    ENDINGS.flatMap(([words, end]) => [
      ['/documents', words, end] as const,
      ['/documents/upload', words, end] as const,
    ]),
  )('stores nothing by a request to %s whose key %s while its body arrives', async (url, _, end) => {
    const key = await makeKey({ scopes: ['ingest'] });
    const document = { document_id: `late-${key.id}`, title: 't', text: 'late words', canonical_path: ['Desk'] };
    const part = (name: string, value: string) =>
      `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const form = [
      part('canonical_path', '["Desk"]'),
      part('document_id', document.document_id),
      part('file"; filename="a.txt', 'late words'),
      '--B--\r\n',
    ].join('');
    const isForm = url.endsWith('upload');
    const body = isForm ? form : JSON.stringify(document);
    const status = await new Promise((resolve) => {
      const headers = {
        ...key.headers,
        'content-type': isForm ? 'multipart/form-data; boundary=B' : 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const sent = request(`${origin}${url}`, { method: 'POST', headers }, (answer) => resolve(answer.statusCode));
      sent.on('error', () => resolve('closed'));
      const open = running.app.get(OpenRequests, { strict: false });
      const add = open.add.bind(open);
      open.add = (admitted) => {
        open.add = add;
        add(admitted);
        void Promise.resolve(end(key)).then(() => sent.end(body.slice(20)));
      };
      sent.write(body.slice(0, 20));
    });
    expect([401, 403, 'closed']).toContain(status);
    const stored = await running.call({ method: 'GET', url: `/documents/${document.document_id}`, headers: ADMIN });
    expect(stored.statusCode).toBe(404);
  });

  it.each(ENDINGS)(
    'starts no scheduled session once the key %s, and an administrator sees and deletes it',
    async (_, end) => {
      const key = await makeKey();
      await put('/test-schedules', { items: [{ id: 'often', cron: EVERY_MINUTE }] }, key.headers);
      await end(key);
      const due = running.app.get(RunDueSchedules, { strict: false });
      await due.run(new Date(running.app.get(Clock, { strict: false }).now().getTime() - 120_000));
      const { items: sessions } = await get('/test-sessions');
      expect(sessions.filter(({ owner }: { owner: string }) => owner === key.id)).toEqual([]);
      const { items } = await get('/test-schedules');
      expect(items).toContainEqual(
        expect.objectContaining({ id: 'often', owner: key.id, owner_valid: false, next_run: null }),
      );
      const removed = await running.call({
        method: 'DELETE',
        url: `/test-schedules/often?owner=${key.id}`,
        headers: ADMIN,
      });
      expect(removed.statusCode).toBe(204);
      expect((await get('/test-schedules')).items).toEqual([]);
    },
  );

  it('is listed for an administrator with its owner, and for a key without those of others', async () => {
    const [key, other] = [await makeKey(), await makeKey()];
    await running.app.get(SessionStore, { strict: false }).create(aSession({ sessionId: 'ses_of_key', owner: key.id }));
    await put('/test-schedules', { items: [{ id: 'mine', cron: EVERY_MINUTE, enabled: false }] }, key.headers);
    for (const url of ['/test-sessions', '/test-schedules']) {
      expect((await get(url)).items).toContainEqual(expect.objectContaining({ owner: key.id }));
      expect((await get(url, other.headers)).items).toEqual([]);
      const own = (await get(url, key.headers)).items;
      expect(own).toHaveLength(1);
      expect(own[0].owner).toBeUndefined();
    }
    expect((await get('/test-sessions/ses_of_key')).owner).toBe(key.id);
    const cancelled = await running.call({ method: 'POST', url: '/test-sessions/ses_of_key/cancel', headers: ADMIN });
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' });
  });

  it('lists the jobs that a key started to that key, and all with their owners to an administrator', async () => {
    const key = await makeKey({ scopes: ['query', 'ingest'] });
    const started = await running.post('/index/optimize', {}, key.headers);
    const { job_id: id } = started.json();
    expect((await get('/jobs', key.headers)).items).toMatchObject([{ job_id: id, kind: 'index.optimize' }]);
    expect((await get('/jobs')).items).toContainEqual(expect.objectContaining({ job_id: id, owner: key.id }));
    expect((await get('/jobs', (await makeKey()).headers)).items).toEqual([]);
  });

  it('keeps a conversation readable to the administrator alone when the key is gone', async () => {
    const key = await makeKey();
    const answer = (await running.post('/chat/run', { message: 'What is a kiln?' }, key.headers)).json();
    const url = `/conversations/${answer.conversation_id}`;
    const other = await makeKey();
    await revoke(key);
    expect(await get(url)).toMatchObject({ owner: key.id, turns: [{ message: 'What is a kiln?' }] });
    expect((await running.call({ method: 'GET', url, headers: key.headers })).statusCode).toBe(401);
    expect((await running.call({ method: 'GET', url, headers: other.headers })).statusCode).toBe(404);
    expect(await get(`/traces/${answer.metadata.trace_id}`)).toMatchObject({ owner: key.id });
  });

  /** Reads to the end of a stream of a session that waits. @returns whether it came */
  const follow = async ({ id, headers }: MadeKey) => {
    const sessionId = `ses_open_${id}`;
    await running.app.get(SessionStore, { strict: false }).create(aSession({ sessionId, owner: id }));
    const reply = await fetch(`${origin}/test-sessions/${sessionId}/events`, { headers });
    const reader = reply.body?.getReader();
    if (reader === undefined) throw new Error('no stream');
    await reader.read();
    const ended = (async () => {
      try {
        while (!(await reader.read()).done);
      } catch {
        // The connection was closed.
      }
      return true;
    })();
    return { ended, look: () => running.app.get(OpenRequests, { strict: false }).look(), stop: () => reader.cancel() };
  };

  it.each([
    ...ENDINGS,
    ['was narrowed', (key: MadeKey) => change('allowed_category_paths', '[["Other"]]', key)] as const,
  ])('ends an open stream once the key %s', async (_, end) => {
    const key = await makeKey();
    const { ended, look } = await follow(key);
    await end(key);
    await look();
    expect(await ended).toBe(true);
  });

  it('continues an open stream, a schedule and a session after a rotation', async () => {
    const key = await makeKey();
    await put('/test-schedules', { items: [{ id: 'kept', cron: EVERY_MINUTE, enabled: false }] }, key.headers);
    const { ended, look, stop } = await follow(key);
    await running.post(`/api-keys/${key.id}/rotate`, {}, ADMIN);
    await look();
    const first = await Promise.race([ended, new Promise((resolve) => setImmediate(() => resolve('open')))]);
    expect(first).toBe('open');
    expect((await get('/test-schedules')).items).toContainEqual(
      expect.objectContaining({ id: 'kept', owner: key.id, owner_valid: true }),
    );
    await stop();
  });
});
