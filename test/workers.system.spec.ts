import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { FileSampleCorpus } from '../src/documents/infrastructure/sample-documents.js';
import { PROCESS_LOCK } from '../src/shared/infrastructure/database/postgres/postgres-database.js';
import { temporaryFolder } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { dropSchema, SERVER_LACK, TEST_DATABASE_URL } from './support/postgres-servers.js';
import { call, until } from './support/server-calls.js';
import { exitOf, kill, type Server, startServer } from './support/started-server.js';
import { describeUnless } from './support/lacking.js';

const DOCUMENTS = 14;
/** What the target answers, after a moment in which others can take the next question. */
// It claims nothing, so that nothing is asked again.
const ANSWER = { choices: [{ message: { content: '안녕하세요.' } }] };
/** The answer of another Touchstone, with its cost. */
const PAID_ANSWER = {
  response: '문서에서 답을 찾을 수 없습니다.',
  conversation_id: 'c',
  sources: [],
  confidence: 0,
  metadata: { abstained: true, llm: { cost_usd: 0.01 } },
};
const THINKS_MS = 150;
const UNIT = 'test-session-unit';

/** A target that can delay its answers, and records them. */
class HoldingTarget extends FakeServer {
  /** The answered questions, in order. */
  readonly answered: string[] = [];
  /** Calls that wait for their answer. */
  readonly held = new Map<ServerResponse, string>();
  isHolding = false;
  reply: object = ANSWER;
  most = 0;
  private working = 0;

  override respond = (response: ServerResponse, { body }: { readonly body: unknown }): void => {
    this.most = Math.max(this.most, ++this.working);
    response.once('close', () => {
      this.working--;
      this.held.delete(response);
    });
    this.held.set(response, JSON.stringify(body));
    if (!this.isHolding) setTimeout(() => !this.isHolding && this.answer(response), THINKS_MS);
  };

  release(): void {
    this.isHolding = false;
    for (const response of [...this.held.keys()]) this.answer(response);
  }

  /** Answers the call that waits longest. */
  answerOne(): void {
    const [oldest] = this.held.keys();
    if (oldest !== undefined) this.answer(oldest);
  }

  private answer(response: ServerResponse): void {
    const asked = this.held.get(response);
    if (asked === undefined) return;
    this.held.delete(response);
    this.answered.push(asked);
    sendJson(response, 200, this.reply);
  }
}

/** Follows a session's events to their end. */
async function eventsOf(url: string): Promise<{ readonly name: string; readonly data: any }[]> {
  const text = await (await fetch(url)).text();
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, name = '', data = '{}'] = /^event: (\w+)\ndata: (.*)$/su.exec(block) ?? [];
      return { name, data: JSON.parse(data) as unknown };
    });
}

/** Name of the process that leads the running session. */
async function leaderIn(schema: string): Promise<string> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM ${schema}.jobs j
       JOIN pg_locks l ON l.locktype = 'advisory' AND l.granted AND l.classid = $1::bigint::oid AND l.objid = j.process::bigint::oid
       JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE j.kind = 'test-session' AND j.status = 'running'`,
    [PROCESS_LOCK],
  );
  await client.end();
  return rows[0]?.name ?? 'nobody';
}

/** How many units this process has asked. */
async function unitsOf(server: Server): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const series = `touchstone_job_attempts_total{kind="${UNIT}",outcome="succeeded"} `;
  return Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.slice(series.length) ?? 0,
  );
}

describeUnless(SERVER_LACK, 'a session of several processes on one database', () => {
  const schema = `spec_${randomBytes(6).toString('hex')}`;
  const folders: string[] = [];
  const servers: Server[] = [];
  const target = new HoldingTarget();
  let order: object;
  let web: Server;

  /** @param name what the database calls it */
  const start = async (role: string, name: string): Promise<Server> => {
    const folder = temporaryFolder();
    folders.push(folder);
    const url = new URL(TEST_DATABASE_URL);
    url.searchParams.set('application_name', name);
    const settings = { DATABASE_URL: url.href, DATABASE_SCHEMA: schema, PROCESS_ROLE: role };
    const server = await startServer(folder, { ...settings, DATABASE_POOL_SIZE: '6' });
    servers.push(server);
    return server;
  };

  beforeAll(async () => {
    const base_url = await target.start();
    order = {
      seed: 5,
      personas: ['freshman', 'third_year_student'],
      queries_per_persona: 8,
      multi_turn: { scenarios: 1, turns: 3 },
      concurrency: 4,
      judge: 'rules',
      target: { kind: 'openai', base_url, model: 'm' },
    };
    web = await start('web', 'web');
    const drafts = (await new FileSampleCorpus().documents()).filter((d) => d.canonicalPath[0] === '학사');
    for (const { documentId, title, text, canonicalPath } of drafts.slice(0, DOCUMENTS))
      await call(`${web.url}/documents`, { document_id: documentId, title, text, canonical_path: canonicalPath });
  }, 300_000);
  afterEach(() => target.release());
  afterAll(async () => {
    for (const server of servers) await kill(server);
    await target.stop();
    await dropSchema(schema);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const resultsOf = async (on: Server, id: string) =>
    (await call(`${on.url}/test-sessions/${id}/results?limit=100`)).items as { result_id: string; query: string }[];
  const sessionOn = (on: Server, id: string) => () => call(`${on.url}/test-sessions/${id}`);
  const queriesIn = async (on: Server, id: string) => (await resultsOf(on, id)).map(({ query }) => query).sort();

  const allHeld = () =>
    until(
      () => target.held.size,
      (held) => held === 4,
    );
  /** Answers call by call until each of the processes has asked a unit: one may start late. */
  const answerUntilBothAsked = async (asking: readonly Server[], most: number) => {
    const before = await Promise.all(asking.map(unitsOf));
    const fewest = async () =>
      Math.min(...(await Promise.all(asking.map(unitsOf))).map((units, i) => units - (before[i] ?? 0)));
    await allHeld();
    for (let i = 0; i < most && (await fewest()) === 0; i++) {
      target.answerOne();
      await allHeld();
    }
  };

  it('is spread over its workers, continues when its leader is killed, and asks nothing twice', async () => {
    target.isHolding = true;
    const { session_id: id } = await call(`${web.url}/test-sessions`, order);
    await wait(1_000);
    // A process with the web role runs no jobs.
    expect([target.calls.length, (await sessionOn(web, id)()).status]).toEqual([0, 'queued']);
    await call(`${web.url}/test-sessions/${id}/cancel`, {});
    const workers = new Map([
      ['one', await start('worker', 'one')],
      ['two', await start('worker', 'two')],
    ]);
    await call(`${web.url}/test-sessions/${id}/resume`, {});
    await allHeld();
    const name = await leaderIn(schema);
    const leading = workers.get(name);
    const other = workers.get(name === 'one' ? 'two' : 'one');
    if (leading === undefined || other === undefined) throw new Error(`The session is led by ${name}.`);
    const events = eventsOf(`${web.url}/test-sessions/${id}/events`);
    await answerUntilBothAsked([leading, other], 14);
    expect(Math.min(await unitsOf(leading), await unitsOf(other))).toBeGreaterThan(0);
    // Every answer that was given is recorded: a question followed it.
    await kill(leading);
    await wait(500);
    const broken = 4 - target.held.size;
    target.release();
    const ended = await until(sessionOn(web, id), ({ status }) => status === 'completed' || status === 'failed');
    expect(ended).toMatchObject({ status: 'completed', planned: { queries: 16, turns: 4 } });
    expect(await unitsOf(other)).toBeGreaterThan(0);
    expect([target.answered.length, new Set(target.answered).size]).toEqual([20, 20]);
    // What the killed process had asked and not heard was asked again, and nothing else.
    expect(target.calls.length).toBe(20 + broken);
    expect(target.most).toBeLessThanOrEqual(4);
    const results = await resultsOf(web, id);
    expect([results.length, new Set(results.map((r) => r.result_id)).size]).toEqual([20, 20]);

    const told = await events;
    expect(told.at(-1)).toMatchObject({ name: 'status', data: { status: 'completed' } });
    const known = new Set(results.map((r) => r.result_id));
    const notes = told.filter(({ name }) => name === 'result').map(({ data }) => data.result_id as string);
    expect(notes.length).toBeGreaterThan(5);
    expect(notes.every((resultId) => known.has(resultId))).toBe(true);

    // The files of the session are on the disk of one process; all processes serve the same content.
    for (const format of ['markdown', 'json', 'junit']) {
      const texts = await Promise.all(
        [web, other].map(async (on) => (await fetch(`${on.url}/test-sessions/${id}/report?format=${format}`)).text()),
      );
      expect(texts[0]).toBe(texts[1]);
      expect(texts[0]?.length).toBeGreaterThan(500);
    }
    expect(await queriesIn(other, id)).toEqual(await queriesIn(web, id));
  }, 300_000);

  it('asks the same with the same seed, and is cancelled by a process that does not run it', async () => {
    const [{ session_id: first }] = (await call(`${web.url}/test-sessions`)).items;
    const { session_id: id } = await call(`${web.url}/test-sessions`, order);
    const asked = target.calls.length;
    await until(
      () => target.calls.length,
      (calls) => calls > asked + 3,
    );
    expect(await call(`${web.url}/test-sessions/${id}/cancel`, {})).toMatchObject({ status: 'cancelled' });
    const stopped = target.calls.length;
    await wait(1_000);
    expect(target.calls.length).toBe(stopped);
    await call(`${web.url}/test-sessions/${id}/resume`, {});
    await until(sessionOn(web, id), ({ status }) => status === 'completed');
    expect(await queriesIn(web, id)).toEqual(await queriesIn(web, first));
  }, 300_000);

  it('is released by a worker that is stopped, which then exits', async () => {
    const { session_id: id } = await call(`${web.url}/test-sessions`, order);
    const worker = servers.findLast(({ process }) => process.signalCode === null);
    if (worker === undefined) throw new Error('No worker is left.');
    const before = target.answered.length;
    await until(
      () => target.answered.length,
      (answered) => answered > before + 3,
    );
    worker.process.kill('SIGTERM');
    expect(await exitOf(worker.process)).toEqual({ code: 0, signal: null });
    expect((await sessionOn(web, id)()).status).toBe('running');
    await start('all', 'all');
    await until(sessionOn(web, id), ({ status }) => status === 'completed');
    expect(target.answered.length - before).toBe(20);
  }, 300_000);

  it('spends at most its budget over all workers, and reports what is missing', async () => {
    const workers = [servers.at(-1), await start('worker', 'late')] as Server[];
    const before = await Promise.all(workers.map(unitsOf));
    const asked = target.calls.length;
    target.reply = PAID_ANSWER;
    target.isHolding = true;
    const { session_id: id } = await call(`${web.url}/test-sessions`, {
      ...order,
      budget_usd: 0.125,
      target: { ...(order as { target: object }).target, kind: 'touchstone' },
    });
    await answerUntilBothAsked(workers, 8);
    target.release();
    const ended = await until(sessionOn(web, id), ({ status }) => status === 'completed' || status === 'failed');
    target.reply = ANSWER;
    expect(ended).toMatchObject({ status: 'failed', error: expect.stringContaining('budget was used up') });
    const after = await Promise.all(workers.map(unitsOf));
    expect(Math.min(...after.map((units, i) => units - (before[i] ?? 0)))).toBeGreaterThan(0);
    // A thirteenth answer would overrun it.
    expect(target.calls.length - asked).toBe(12);
    expect(target.most).toBeLessThanOrEqual(4);
  }, 300_000);
});
