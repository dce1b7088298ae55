import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CurrentSelector } from '../src/cbr/application/current-selector.js';
import { CaseTransaction } from '../src/cbr/domain/case-store.js';
import { PLAIN_SIMILARITY } from '../src/cbr/domain/selector/case-selector.js';
import { ApplyConfigurationPatch } from '../src/config/application/apply-configuration-patch.js';
import { RollBackConfiguration } from '../src/config/application/edit-configuration.js';
import { ActiveConfiguration } from '../src/config/domain/configuration-version.js';
import { PooledPostgres } from '../src/shared/infrastructure/database/postgres/pooled-postgres.js';
import { RunningApplication, startApplication } from './support/application.js';
import { dropSchema, SERVER_LACK, TEST_DATABASE_URL } from './support/postgres-servers.js';
import { describeUnless } from './support/lacking.js';

const ADMIN = 'a secret of the administrator';
/** What every replica has to know within. */
const SOON_MS = 1_000;
const LOOK_EVERY_MS = 10;

/** Milliseconds between polls until the condition is true, without the time of a poll: a busy machine slows polls and replicas alike. */
async function until(holds: () => Promise<boolean> | boolean): Promise<number> {
  for (let waitedMs = 0; waitedMs <= 10 * SOON_MS; waitedMs += LOOK_EVERY_MS) {
    if (await holds()) return waitedMs;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error('It never came to hold.');
}

/** The way to the database, which can be cut. */
class Cable {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  async mend(): Promise<void> {
    const { hostname, port } = new URL(TEST_DATABASE_URL);
    this.server = createServer((near) => {
      const far = connect(Number(port === '' ? 5432 : port), hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => [near, far].forEach((each) => each.destroy()));
      }
      near.pipe(far).pipe(near);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (typeof address === 'object' && address !== null) this.port = address.port;
  }

  async cut(): Promise<void> {
    const closed = this.server === undefined ? undefined : once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }

  get url(): string {
    const url = new URL(TEST_DATABASE_URL);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }
}

describeUnless(SERVER_LACK, 'a replica whose database is away', () => {
  const schema = `spec_${randomBytes(6).toString('hex')}`;
  const cable = new Cable();
  afterAll(async () => {
    await cable.cut();
    await dropSchema(schema);
  });

  it('reports it, refuses writes for the moment, and recovers by itself', async () => {
    await cable.mend();
    const running = await startApplication({ DATABASE_URL: cable.url, DATABASE_SCHEMA: schema });
    const health = async () => {
      const answer = await running.call({ method: 'GET', url: '/health' });
      return [answer.statusCode, answer.json().components.store.status];
    };
    try {
      expect(await health()).toEqual([200, 'healthy']);
      await cable.cut();
      expect(await health()).toEqual([503, 'unhealthy']);
      const refused = await running.post('/search', { query: 'lamp' });
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
      await cable.mend();
      expect(await until(async () => (await health())[0] === 200)).toBeLessThan(5 * SOON_MS);
      expect((await running.post('/search', { query: 'lamp' })).statusCode).toBe(200);
    } finally {
      await running.stop();
    }
  });

  it('leaves no connection behind when it stops', async () => {
    const running = await startApplication({ DATABASE_URL: TEST_DATABASE_URL, DATABASE_SCHEMA: schema });
    await running.stop();
    const settings = {
      url: TEST_DATABASE_URL,
      schema,
      poolSize: 2,
      connectTimeoutMs: 3_000,
      statementTimeoutMs: 3_000,
    };
    const alone = await PooledPostgres.open(settings, 'alone');
    await expect(PooledPostgres.open(settings)).rejects.toThrow('is being copied or restored');
    await alone.close();
  });
});

describeUnless(SERVER_LACK, 'two replicas on one database', () => {
  const schema = `spec_${randomBytes(6).toString('hex')}`;
  let first: RunningApplication;
  let second: RunningApplication;
  const start = () =>
    startApplication({
      DATABASE_URL: TEST_DATABASE_URL,
      DATABASE_SCHEMA: schema,
      DATABASE_POOL_SIZE: '4',
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: ADMIN,
    });
  beforeAll(async () => {
    first = await start();
    second = await start();
  });
  afterAll(async () => {
    await first.stop();
    await second.stop();
    await dropSchema(schema);
  });

  const admin = { 'x-api-key': ADMIN };
  const post = async (on: RunningApplication, url: string, payload: object) =>
    (await on.post(url, payload, admin)).json();
  const get = async (on: RunningApplication, url: string) => on.call({ method: 'GET', url, headers: admin });

  it('both refuse a key from the moment that one of them revoked it, and a secret that was replaced', async () => {
    const { key, id } = await post(first, '/api-keys', { name: 'reader', scopes: ['query'] });
    const search = (on: RunningApplication, secret: string) =>
      on.post('/search', { query: 'x' }, { 'x-api-key': secret });
    for (const on of [first, second]) expect((await search(on, key)).statusCode).toBe(200);
    const rotated = await post(first, `/api-keys/${id}/rotate`, {});
    expect(await until(async () => (await search(second, key)).statusCode === 401)).toBeLessThan(SOON_MS);
    expect((await search(second, rotated.key)).statusCode).toBe(200);
    await first.call({ method: 'DELETE', url: `/api-keys/${id}`, headers: admin });
    expect(await until(async () => (await search(second, rotated.key)).statusCode === 401)).toBeLessThan(SOON_MS);
  });

  it('show a document, a case and an agent of the other at once, and not when it is gone', async () => {
    const document = {
      document_id: 'd',
      title: 'Lamp',
      text: 'The lamp is lit at seven.',
      canonical_path: ['Harbour'],
    };
    await post(first, '/documents', document);
    const hits = async () => (await post(second, '/search', { query: 'lamp lit' })).hits.length;
    expect(await hits()).toBe(1);
    const { agent_id } = await post(first, '/agents/from-category', { version: '1.0.0', node_paths: [['Harbour']] });
    const agent = `/agents/${agent_id}`;
    expect((await get(second, agent)).statusCode).toBe(200);
    await first.call({ method: 'DELETE', url: agent, headers: admin });
    expect((await get(second, agent)).statusCode).toBe(404);
    await first.call({ method: 'DELETE', url: '/documents/d', headers: admin });
    expect(await hits()).toBe(0);
  });

  it('do not suggest from memory what the other has changed', async () => {
    const one = { case_id: 'c', query: 'lamp out', category_path: ['Harbour'], content: 'Call the keeper.' };
    await post(first, '/cbr/case', one);
    const suggested = async () =>
      (await post(second, '/cbr/suggest', { query: 'lamp out' })).suggestions.map(
        (each: { content: string }) => each.content,
      );
    expect(await suggested()).toEqual(['Call the keeper.']);
    expect(await suggested()).toEqual(['Call the keeper.']);
    await first.call({ method: 'PUT', url: '/cbr/cases/c', headers: admin, payload: { content: 'Light another.' } });
    expect(await suggested()).toEqual(['Light another.']);
    await first.call({ method: 'DELETE', url: '/cbr/cases/c', headers: admin });
    expect(await suggested()).toEqual([]);
  });

  it('go by the taxonomy that one of them put in service', async () => {
    const document = {
      document_id: 't',
      title: 'Oil',
      text: 'Oil is kept in the shed.',
      canonical_path: ['Stores', 'Oil'],
    };
    await post(first, '/documents', document);
    const within = async (path: string[]) =>
      (await post(second, '/search', { query: 'oil shed', filters: { allowed_category_paths: [path] } })).hits.length;
    expect([await within(['Stores', 'Oil']), await within(['Fuel'])]).toEqual([1, 0]);
    const operations = [{ op: 'move', path: ['Stores', 'Oil'], to: ['Fuel', 'Oil'] }];
    await post(first, '/taxonomy/versions', { version: '2.0.0', operations });
    await post(first, '/taxonomy/versions/2.0.0/activate', {});
    expect([await within(['Stores', 'Oil']), await within(['Fuel'])]).toEqual([0, 1]);
    expect((await get(second, '/taxonomy/current/tree')).json().version).toBe('2.0.0');
  });

  it('answer by the same configuration within a second', async () => {
    const [apply, back] = [
      first.app.get(ApplyConfigurationPatch, { strict: false }),
      first.app.get(RollBackConfiguration, { strict: false }),
    ];
    const other = second.app.get(ActiveConfiguration, { strict: false });
    const patch = [{ op: 'replace', path: '/pipeline/components/hyde/vague_words', value: 1 } as const];
    for (const change of [() => apply.apply({ patch, note: 'fewer' }), () => back.rollBack({ version: 1 })]) {
      const { version } = await change();
      expect(await until(() => other.current.version === version)).toBeLessThan(SOON_MS);
    }
  });

  it('order cases by the selector that one of them learned', async () => {
    const selectorOf = (on: RunningApplication) => on.app.get(CurrentSelector, { strict: false });
    expect((await selectorOf(second).state()).reason).toBe(PLAIN_SIMILARITY.reason);
    const learned = { ...PLAIN_SIMILARITY, reason: 'learned elsewhere' };
    await first.app.get(CaseTransaction, { strict: false }).run(() => selectorOf(first).use(learned));
    const took = await until(async () => (await selectorOf(second).state()).reason === learned.reason);
    expect(took).toBeLessThan(SOON_MS);
  });
});
