import { AllValid } from '../../../test/support/fake-rights.js';
import { OwnedWork } from './owned-work.js';
import { getEventListeners } from 'node:events';
import { Logger } from '@nestjs/common';
import { CountedIds, RememberingJobs } from '../../../test/support/jobs-at-once.js';
import { JobRun } from '../../shared/domain/job-runner.js';
import { RunJobsInProcess } from './run-jobs-in-process.js';
import { JobCounts } from './job-worker.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('RunJobsInProcess', () => {
  let store: RememberingJobs;
  let runner: RunJobsInProcess;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    store = new RememberingJobs();
    runner = new RunJobsInProcess(store, new CountedIds(), new JobCounts(), new OwnedWork(new AllValid()));
  });

  /** Starts a job with this work. */
  const start = (kind: string, run: (job: JobRun) => Promise<void>, key?: string) => {
    runner.register(kind, { run });
    return runner.start(kind, key === undefined ? {} : { key });
  };

  it('returns the id at once and runs the work later', async () => {
    let ran = false;
    const id = await start('index', () => Promise.resolve(void (ran = true)));
    expect(id).toBe('job_1');
    expect(store.states[0]).toEqual({
      jobId: id,
      kind: 'index',
      status: 'queued',
      done: 0,
      total: 1,
      error: null,
      owner: null,
    });
    await turn();
    expect(ran).toBe(true);
    expect(store.statuses(id)).toEqual(['queued', 'running', 'succeeded']);
  });

  it('saves the progress, and all of it at the end', async () => {
    const id = await start('index', ({ progress }) => {
      progress(1, 4);
      progress(2, 4);
      return Promise.resolve();
    });
    await turn();
    expect(store.states.map(({ done, total }) => `${done}/${total}`)).toEqual(['0/1', '0/1', '1/4', '2/4', '4/4']);
    expect(await store.find(id)).toMatchObject({ status: 'succeeded', done: 4, error: null });
  });

  it('starts the second job of a kind when the first has ended, in the order of the calls', async () => {
    const events: string[] = [];
    runner.register('index', {
      run: async ({ data: { name, turns } }) => {
        events.push(`${name}+`);
        for (let n = Number(turns); n > 0; n--) await turn();
        events.push(`${name}-`);
      },
    });
    await Promise.all(['a', 'b', 'c'].map((name, i) => runner.start('index', { data: { name, turns: `${3 - i}` } })));
    while (events.length < 6) await turn();
    expect(events).toEqual(['a+', 'a-', 'b+', 'b-', 'c+', 'c-']);
  });

  it('reports which kinds have unfinished jobs', async () => {
    let end: () => void = () => undefined;
    await start('index', () => new Promise((resolve) => (end = () => resolve())));
    await turn();
    expect([await runner.isAtWork('index'), await runner.isAtWork('embed')]).toEqual([true, false]);
    end();
    await turn();
    expect(await runner.isAtWork('index')).toBe(false);
  });

  it('runs jobs of different kinds concurrently', async () => {
    let release = (): void => undefined;
    await start('slow', () => new Promise<void>((resolve) => (release = resolve)));
    const quick = await start('quick', () => Promise.resolve());
    await turn();
    expect((await store.find(quick))?.status).toBe('succeeded');
    release();
    await runner.stop();
  });

  it('records a failure without its cause, and continues with the next job', async () => {
    const failed = await start('index', () => Promise.reject(new Error('secret /path')));
    const next = await start('index', () => Promise.resolve());
    await turn();
    expect(await store.find(failed)).toMatchObject({ status: 'failed', error: expect.stringContaining('server log') });
    expect(JSON.stringify(store.states)).not.toContain('secret');
    expect((await store.find(next))?.status).toBe('succeeded');
  });

  it('records a failure that is thrown synchronously', async () => {
    const id = await start('index', () => {
      throw new Error('at once');
    });
    await turn();
    expect((await store.find(id))?.status).toBe('failed');
  });

  it('aborts a running job at shutdown, waits for it, and never starts the queued ones', async () => {
    let began = 0;
    const stopped = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const running = await start('index', ({ signal }) => {
      began++;
      return stopped(signal);
    });
    const queued = await start('index', () => {
      began++;
      return Promise.resolve();
    });
    await turn();
    await runner.stop();
    expect(began).toBe(1);
    expect(store.statuses(running)).toEqual(['queued', 'running', 'cancelled']);
    expect(store.statuses(queued)).toEqual(['queued', 'cancelled']);
  });

  it('runs jobs of one kind concurrently if the kind permits it', async () => {
    let begun = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    runner.register('unit', { atOnce: 2, run: () => (begun++, held) });
    const ids = [await runner.start('unit'), await runner.start('unit')];
    await turn();
    expect(begun).toBe(2);
    release();
    for (const id of ids) expect(await runner.ended(id, new AbortController().signal)).toBe('succeeded');
  });

  it('keeps one unfinished job of a key, and starts another one after its end', async () => {
    let release = (): void => undefined;
    const work = () => new Promise<void>((resolve) => (release = resolve));
    const first = await start('index', work, 'k');
    expect(await start('index', work, 'k')).toBe(first);
    expect(await runner.unfinished(['k', 'other'])).toEqual(new Set(['k']));
    await turn();
    release();
    await runner.ended(first, new AbortController().signal);
    expect(await runner.unfinished(['k'])).toEqual(new Set());
    expect(await start('index', () => Promise.resolve(), 'k')).not.toBe(first);
  });

  it('cancels a running job by its key and waits for it; a queued one never starts', async () => {
    let began = 0;
    runner.register('index', {
      run: ({ signal }) => {
        began++;
        return new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      },
    });
    const [first, second] = [await runner.start('index', { key: '1' }), await runner.start('index', { key: '2' })];
    await turn();
    expect(await runner.cancel('2')).toBe(false);
    expect(store.statuses(second)).toEqual(['queued', 'cancelled']);
    expect(await runner.cancel('1')).toBe(true);
    expect(store.statuses(first)).toEqual(['queued', 'running', 'cancelled']);
    await turn();
    expect(began).toBe(1);
    expect(await runner.cancel('unknown')).toBe(false);
    expect(await runner.cancelJob(first)).toBe(false);
  });

  it('cancels a job by its id, whether it runs or waits, and says which kinds a request may cancel', async () => {
    runner.register('index', {
      isCancellable: true,
      run: ({ signal }) =>
        new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    });
    const [first, second] = [await runner.start('index'), await runner.start('index')];
    await turn();
    expect(await runner.cancelJob(second)).toBe(false);
    expect(await runner.cancelJob(first)).toBe(true);
    expect([store.statuses(first).at(-1), store.statuses(second).at(-1)]).toEqual(['cancelled', 'cancelled']);
    expect([runner.isCancellable('index'), runner.isCancellable('unknown')]).toEqual([true, false]);
  });

  it('stops waiting for a job when the signal of the caller aborts', async () => {
    const id = await start('index', () => new Promise<void>(() => undefined));
    const given = new AbortController();
    const waiting = runner.ended(id, given.signal);
    given.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
  });

  it('removes its listeners from the signal of the caller', async () => {
    const { signal } = new AbortController();
    await runner.ended(await start('index', () => Promise.resolve()), signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
