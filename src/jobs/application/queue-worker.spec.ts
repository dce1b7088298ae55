import { AllValid } from '../../../test/support/fake-rights.js';
import { OwnedWork } from './owned-work.js';
import { Logger } from '@nestjs/common';
import { CountedIds } from '../../../test/support/jobs-at-once.js';
import { MemoryQueue } from '../../../test/support/memory-queue.js';
import { JobData, JobRun } from '../../shared/domain/job-runner.js';
import { InFlightJobs } from './in-flight-jobs.js';
import { QueueWorker } from './queue-worker.js';
import { JobRole } from '../domain/job-queue.js';
import { JobCounts } from './job-worker.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const NEVER = new AbortController().signal;

/** Ends when its signal aborts. */
const untilStopped = ({ signal }: JobRun) =>
  new Promise<void>((_, reject) => {
    if (signal.aborted) reject(new Error('stopped'));
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });

describe('jobs of a shared queue', () => {
  let queue: MemoryQueue;
  let counts: JobCounts;
  let runner: QueueWorker;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    queue = new MemoryQueue();
    counts = new JobCounts();
    runner = new QueueWorker(
      queue,
      new InFlightJobs(queue, counts, new OwnedWork(new AllValid())),
      new CountedIds(),
      new JobRole(true),
    );
  });
  afterEach(() => runner.stop());

  const begin = async (): Promise<void> => {
    await runner.init();
    runner.take();
  };

  it('run one after the other with their payload, and store their progress', async () => {
    const told: JobData[] = [];
    runner.register('fit', {
      run: async ({ data, progress }) => {
        told.push(data);
        progress(1, 2);
        await turn();
      },
    });
    await begin();
    const ids = [await runner.start('fit', { data: { n: '1' } }), await runner.start('fit', { data: { n: '2' } })];
    for (const id of ids) expect(await runner.ended(id, NEVER)).toBe('succeeded');
    expect(told).toEqual([{ n: '1' }, { n: '2' }]);
    expect(queue.done).toEqual(['job_1 1/2', 'job_1 succeeded', 'job_2 1/2', 'job_2 succeeded']);
  });

  it('run concurrently, up to the limit of their kind', async () => {
    let begun = 0;
    runner.register('ask', {
      atOnce: 2,
      run: (job) => {
        begun++;
        return untilStopped(job);
      },
    });
    await begin();
    for (const key of ['a', 'b', 'c']) await runner.start('ask', { key });
    for (let i = 0; i < 5; i++) await turn();
    expect(begun).toBe(2);
    expect(await runner.cancel('a')).toBe(true);
    for (let i = 0; i < 5; i++) await turn();
    expect(begun).toBe(3);
    expect(await runner.cancelJob('job_2')).toBe(true);
    expect(await runner.ended('job_2', NEVER)).toBe('cancelled');
  });

  it('are reported as unfinished, whichever process has them', async () => {
    runner.register('fit', { run: untilStopped });
    const other = new QueueWorker(
      queue,
      new InFlightJobs(queue, counts, new OwnedWork(new AllValid())),
      new CountedIds(),
      new JobRole(false),
    );
    await begin();
    expect(await other.isAtWork('fit')).toBe(false);
    await runner.start('fit');
    await turn();
    expect([await other.isAtWork('fit'), await other.isAtWork('ask')]).toEqual([true, false]);
  });

  it('do not run in a process of another role', async () => {
    runner = new QueueWorker(
      queue,
      new InFlightJobs(queue, counts, new OwnedWork(new AllValid())),
      new CountedIds(),
      new JobRole(false),
    );
    runner.register('fit', { run: () => Promise.resolve() });
    await begin();
    const id = await runner.start('fit', { key: 'k' });
    await turn();
    expect(await queue.endOf(id)).toBeUndefined();
    expect(await runner.cancel('k')).toBe(false);
    expect(await runner.ended(id, NEVER)).toBe('cancelled');
  });

  it('are retried after a failure, and dead-lettered in the end, which is reported to their feature', async () => {
    const told: string[] = [];
    runner.register('fit', {
      run: () => Promise.reject(new Error('out of ink')),
      onDeadLetter: ({ n }, reason) => Promise.resolve(void told.push(`${n}: ${reason}`)),
    });
    await begin();
    expect(await runner.ended(await runner.start('fit', { data: { n: '1' } }), NEVER)).toBe('failed');
    expect(queue.done).toEqual(['job_1 failed', 'job_1 failed']);
    await turn();
    expect(told).toEqual(['1: out of ink']);
    expect(counts.all()).toEqual([
      { kind: 'fit', outcome: 'given_up', count: 1 },
      { kind: 'fit', outcome: 'failed', count: 2 },
    ]);
  });

  it('are dead-lettered if too many processes died with them', async () => {
    const told: JobData[] = [];
    const held = new InFlightJobs(queue, counts, new OwnedWork(new AllValid()));
    queue.dead = [{ kind: 'fit', data: { n: '1' }, reason: 'died' }];
    await held.recoverOrphanedJobs(
      new Map([
        ['fit', { run: () => Promise.resolve(), onDeadLetter: (data) => Promise.resolve(void told.push(data)) }],
      ]),
    );
    expect(told).toEqual([{ n: '1' }]);
  });

  it('end as cancelled if they were cancelled while running, or before the next attempt', async () => {
    runner.register('fit', { run: untilStopped });
    await begin();
    const id = await runner.start('fit', { key: 'k' });
    await turn();
    expect(await runner.cancel('k')).toBe(true);
    expect(await runner.ended(id, NEVER)).toBe('cancelled');
    await queue.add({ jobId: 'again', kind: 'fit', data: {}, owner: null, key: undefined });
    queue.entries.at(-1)!.isCancelling = true;
    expect(await runner.ended('again', NEVER)).toBe('cancelled');
  });

  it('stop without a further change if another process has taken them over', async () => {
    let stopped: unknown;
    runner.register('fit', {
      run: async (job) => {
        await untilStopped(job).catch((error: unknown) => {
          stopped = job.signal.reason;
          throw error;
        });
      },
    });
    await begin();
    const id = await runner.start('fit');
    await turn();
    queue.seize(id);
    for (let i = 0; i < 5; i++) await turn();
    expect(stopped).toMatchObject({ name: 'JobReleased' });
    expect(queue.done).toEqual([]);
    expect(await queue.endOf(id)).toBeUndefined();
  });

  it('are settled when the store is available again', async () => {
    runner.register('fit', { run: () => Promise.resolve() });
    await begin();
    queue.failures = 1;
    expect(await runner.ended(await runner.start('fit'), NEVER)).toBe('succeeded');
    expect(queue.done).toEqual(['job_1 succeeded']);
  });

  it('finish or are released at shutdown: long ones at once, short ones may finish', async () => {
    let finish = (): void => undefined;
    runner.register('fit', { run: untilStopped });
    runner.register('ask', { atOnce: 4, run: () => new Promise<void>((resolve) => (finish = resolve)) });
    await begin();
    await runner.start('fit');
    await runner.start('ask');
    await turn();
    const stopping = runner.stop();
    for (let i = 0; i < 5; i++) await turn();
    expect(queue.done).toEqual(['job_1 given back']);
    finish();
    await stopping;
    expect(queue.done).toEqual(['job_1 given back', 'job_2 succeeded']);
    await runner.start('fit');
    await turn();
    expect(queue.entries.map(({ state }) => state)).toEqual(['queued', 'succeeded', 'queued']);
  });
});
