import { Logger } from '@nestjs/common';
import { asDeadProcess, POSTGRES_SERVERS, PostgresUnderTest } from '../../../test/support/postgres-servers.js';
import { Clock } from '../../shared/domain/clock.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { NewJob, QueuedKind, QueueEvent, TakenJob } from '../domain/job-queue.js';
import { DEAD_AFTER_MS, PostgresJobQueue } from './postgres-job-queue.js';
import { SqlJobStore } from './sql-job-store.js';

const FIT: QueuedKind = { kind: 'fit', limitS: 3600, isSingleton: true };
const ASK: QueuedKind = { kind: 'ask', limitS: 60, isSingleton: false };

class MovingClock extends Clock {
  private at = Date.now();
  now(): Date {
    return new Date(this.at);
  }
  pass(ms: number): void {
    this.at += ms;
  }
}

const order = (jobId: string, more: Partial<NewJob> = {}): NewJob => ({
  jobId,
  kind: 'ask',
  data: { of: jobId },
  owner: null,
  key: undefined,
  ...more,
});

describe.each(POSTGRES_SERVERS)('the queue of jobs on %s', (_name, open) => {
  let server: PostgresUnderTest;
  let database: PostgresDatabase;
  let queue: PostgresJobQueue;
  let clock: MovingClock;
  let records: SqlJobStore;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await open();
    database = server.database;
  });
  beforeEach(async () => {
    await server.empty();
    clock = new MovingClock();
    queue = new PostgresJobQueue(database, clock);
    records = new SqlJobStore(database, clock);
    await queue.open([FIT, ASK]);
  });
  afterAll(() => server.drop());

  const taken = async (kind: QueuedKind, from = queue): Promise<TakenJob> => {
    const job = await from.take(kind);
    if (job === undefined) throw new Error('Nothing waits.');
    return job;
  };
  /** Makes postponed attempts due. */
  const later = () => database.change(sql`UPDATE job_queue_entries SET due_at = now() - interval '1 s'`);
  const statusOf = async (jobId: string) => (await records.find(jobId))?.status;

  it('hands each job to one worker, the oldest first, with its payload', async () => {
    for (const jobId of ['a', 'b']) await queue.add(order(jobId, { owner: 'ann' }));
    expect(await records.find('a')).toMatchObject({ kind: 'ask', status: 'queued', owner: 'ann', done: 0, total: 1 });
    const both = [await taken(ASK), await taken(ASK)];
    expect(both).toMatchObject([
      { jobId: 'a', data: { of: 'a' }, attempt: 1, isCancelling: false },
      { jobId: 'b', data: { of: 'b' } },
    ]);
    expect(await queue.take(ASK)).toBeUndefined();
    expect(await statusOf('a')).toBe('running');
  });

  it('stores a succeeded singleton job, and deletes a succeeded short one', async () => {
    await queue.add(order('few', { kind: 'fit' }));
    await queue.add(order('many'));
    for (const kind of [FIT, ASK]) {
      const job = await taken(kind);
      await queue.progress(job, 3, 7);
      expect(await records.find(job.jobId)).toMatchObject({ status: 'running', done: 3, total: 7 });
      await queue.complete(job);
    }
    expect(await records.find('few')).toMatchObject({ status: 'succeeded', done: 7, error: null });
    expect(await records.find('many')).toBeUndefined();
    expect(await Promise.all(['few', 'many'].map((id) => queue.endOf(id)))).toEqual(['succeeded', 'succeeded']);
  });

  it('runs singleton jobs of a kind one after the other', async () => {
    for (const jobId of ['a', 'b']) await queue.add(order(jobId, { kind: 'fit' }));
    const first = await taken(FIT);
    expect(await queue.take(FIT)).toBeUndefined();
    await queue.complete(first);
    expect((await taken(FIT)).jobId).toBe('b');
  });

  it('has one unfinished job of a key', async () => {
    expect(await queue.add(order('a', { key: 'k' }))).toBe('a');
    expect(await queue.add(order('b', { key: 'k' }))).toBe('a');
    expect(await records.find('b')).toBeUndefined();
    expect(await queue.unfinished(['k', 'l'])).toEqual(new Set(['k']));
    await queue.complete(await taken(ASK));
    expect(await queue.add(order('b', { key: 'k' }))).toBe('b');
  });

  it('contains no job from a transaction that failed', async () => {
    const failed = database.transaction(async () => {
      await queue.add(order('a'));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect([await queue.take(ASK), await records.find('a')]).toEqual([undefined, undefined]);
  });

  it('postpones failed jobs, and after four attempts stores them as dead letters with their reason', async () => {
    await queue.add(order('a'));
    for (const attempt of [1, 2, 3, 4]) {
      const job = await taken(ASK);
      expect(job).toMatchObject({ jobId: 'a', attempt, isLastTry: attempt === 4, data: { of: 'a' } });
      expect(await queue.fail(job, 'out of ink')).toBe(attempt < 4 ? 'again' : 'given-up');
      expect(await queue.take(ASK)).toBeUndefined();
      await later();
    }
    expect(await records.find('a')).toMatchObject({ status: 'failed', error: expect.stringContaining('given up') });
    expect(await queue.endOf('a')).toBe('failed');
    expect((await queue.load()).deadLetters).toBe(1);
    const kept = await database.query(sql`SELECT job_id, kind, data, reason FROM job_dead_letters`);
    expect(kept).toEqual([{ job_id: 'a', kind: 'ask', data: { of: 'a' }, reason: 'out of ink' }]);
  });

  it('requeues a job at once without losing an attempt', async () => {
    await queue.add(order('a', { key: 'k' }));
    for (let i = 0; i < 6; i++) {
      const job = await taken(ASK);
      expect(job.attempt).toBe(1);
      await queue.requeue(job);
      expect(await statusOf('a')).toBe('queued');
    }
    expect(await queue.unfinished(['k'])).toEqual(new Set(['k']));
  });

  it('cancels a queued job, and requests the cancellation of a running one', async () => {
    await queue.add(order('a', { kind: 'fit', key: 'a' }));
    expect(await queue.withdraw({ key: 'a' })).toBe('withdrawn');
    expect([await statusOf('a'), await queue.take(FIT)]).toEqual(['cancelled', undefined]);
    await queue.add(order('b', { kind: 'fit', key: 'b' }));
    const job = await taken(FIT);
    expect(await queue.held()).toEqual(new Map([['b', { queueId: job.queueId, isCancelling: false }]]));
    expect(await queue.withdraw({ jobId: 'b' })).toEqual({ running: 'b' });
    expect((await queue.held()).get('b')?.isCancelling).toBe(true);
    await queue.cancelled(job);
    expect([await statusOf('b'), await queue.endOf('b')]).toEqual(['cancelled', 'cancelled']);
    expect(await queue.withdraw({ jobId: 'b' })).toBe('unknown');
  });

  it('retries a job whose process died, soon but not at once, and in another process', async () => {
    const dead = new PostgresJobQueue(asDeadProcess(database), clock);
    await queue.add(order('a', { kind: 'fit', key: 'a' }));
    const lost = await taken(FIT, dead);
    await queue.withdraw({ key: 'a' });
    expect(await queue.recoverOrphanedJobs()).toEqual([]);
    expect(await statusOf('a')).toBe('running');
    clock.pass(DEAD_AFTER_MS);
    expect(await queue.recoverOrphanedJobs()).toEqual([]);
    expect(await statusOf('a')).toBe('queued');
    await later();
    const again = await taken(FIT);
    // The next process still has to store its end.
    expect(again).toMatchObject({ jobId: 'a', attempt: 2, data: { of: 'a' }, isCancelling: true });
    await dead.progress(lost, 5, 5);
    await dead.complete(lost);
    expect(await dead.fail(lost, 'too late')).toBe('lost');
    expect(await records.find('a')).toMatchObject({ status: 'running', done: 0 });
  });

  it('dead-letters a job whose process dies each time, and returns its kind', async () => {
    const dead = new PostgresJobQueue(asDeadProcess(database), clock);
    await queue.add(order('a'));
    const given: unknown[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await taken(ASK, dead);
      given.push(...(await queue.recoverOrphanedJobs()));
      clock.pass(DEAD_AFTER_MS);
      given.push(...(await queue.recoverOrphanedJobs()));
      await later();
    }
    expect(given).toEqual([{ kind: 'ask', data: { of: 'a' }, reason: expect.stringContaining('died') }]);
    expect(await statusOf('a')).toBe('failed');
  });

  it('does not touch the jobs of living processes', async () => {
    await queue.add(order('a'));
    await taken(ASK);
    const other = new PostgresJobQueue(asDeadProcess(database), clock);
    await other.recoverOrphanedJobs();
    clock.pass(DEAD_AFTER_MS);
    expect(await other.recoverOrphanedJobs()).toEqual([]);
    expect(await statusOf('a')).toBe('running');
  });

  it('fails jobs without an entry when it opens, as after a restore, and deletes entries without a job', async () => {
    for (const jobId of ['a', 'b']) await queue.add(order(jobId));
    await database.change(sql`DELETE FROM job_queue_entries WHERE job_id = 'a'`);
    await database.change(sql`DELETE FROM jobs WHERE job_id = 'b'`);
    await queue.open([FIT, ASK]);
    expect(await records.find('a')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('start it again'),
    });
    expect(await queue.take(ASK)).toBeUndefined();
  });

  it('notifies all processes of new and of finished jobs', async () => {
    const news: QueueEvent[] = [];
    queue.onNews((one) => news.push(one));
    await queue.add(order('a', { key: 'a' }));
    const job = await taken(ASK);
    await queue.withdraw({ key: 'a' });
    await queue.cancelled(job);
    for (let i = 0; i < 500 && news.length < 3; i++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(news).toEqual([{ type: 'work', kind: 'ask' }, { type: 'cancel' }, { type: 'ended', jobId: 'a' }]);
  });

  it('reports queued and running jobs, and their age', async () => {
    for (const jobId of ['a', 'b', 'c']) await queue.add(order(jobId));
    await taken(ASK);
    await database.change(sql`UPDATE jobs SET updated_at = (now() - interval '90 s')::text WHERE job_id = 'b'`);
    const { kinds, deadLetters } = await queue.load();
    expect([kinds, deadLetters]).toEqual([
      [{ kind: 'ask', queued: 2, running: 1, oldestQueuedS: expect.closeTo(90, -1) }],
      0,
    ]);
  });

  it('takes a job from a living process that has had it for too long', async () => {
    await queue.add(order('a'));
    const slow = await taken(ASK);
    expect(await queue.recoverOrphanedJobs()).toEqual([]);
    await database.change(sql`UPDATE job_queue_entries SET taken_until = now() - interval '1 s'`);
    expect(await queue.recoverOrphanedJobs()).toEqual([]);
    expect([await statusOf('a'), await queue.fail(slow, 'too late')]).toEqual(['queued', 'lost']);
    await later();
    const again = await taken(ASK);
    expect(again).toMatchObject({ jobId: 'a', attempt: 2 });
    // It is the same process, and another attempt.
    await queue.complete(slow);
    expect(await statusOf('a')).toBe('running');
  });

  it('gives concurrent workers different jobs, and each job once', async () => {
    const ids = Array.from({ length: 24 }, (_, i) => `job-${i}`);
    for (const jobId of ids) await queue.add(order(jobId));
    const all = await Promise.all(Array.from({ length: 30 }, () => queue.take(ASK)));
    expect(all.flatMap((one) => one?.jobId ?? []).sort()).toEqual([...ids].sort());
  });

  it('deletes dead letters after 14 days', async () => {
    await database.change(
      sql`INSERT INTO job_dead_letters (job_id, kind, data, reason, failed_at) VALUES ('old', 'ask', '{}', '', now() - interval '15 days')`,
    );
    await queue.add(order('a'));
    await database.change(sql`UPDATE job_queue_entries SET attempt = 3`);
    expect(await queue.fail(await taken(ASK), 'again')).toBe('given-up');
    expect((await queue.load()).deadLetters).toBe(1);
  });
});
