import { Logger } from '@nestjs/common';
import { IdGenerator } from '../../shared/domain/ids.js';
import { Job, JobStore } from '../domain/job.js';
import { RunJobsInProcess } from './run-jobs-in-process.js';

/** Keeps every state that a job went through. */
class RememberingStore extends JobStore {
  readonly states: Job[] = [];
  create(job: Job): Promise<void> {
    this.states.push(job);
    return Promise.resolve();
  }
  update(job: Job): Promise<void> {
    return this.create(job);
  }
  find(jobId: string): Promise<Job | undefined> {
    return Promise.resolve(this.states.findLast((job) => job.jobId === jobId));
  }
  failUnfinished(): Promise<void> {
    return Promise.resolve();
  }
  statuses(jobId: string): string[] {
    return this.states.filter((job) => job.jobId === jobId).map((job) => job.status);
  }
}

class CountingIds extends IdGenerator {
  private count = 0;
  next(prefix: string): string {
    return `${prefix}_${++this.count}`;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('RunJobsInProcess', () => {
  let store: RememberingStore;
  let runner: RunJobsInProcess;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    store = new RememberingStore();
    runner = new RunJobsInProcess(store, new CountingIds());
  });

  it('gives the id at once and runs the work later', async () => {
    let ran = false;
    const id = await runner.start('index', () => Promise.resolve(void (ran = true)));
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
    const id = await runner.start('index', (progress) => {
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
    const all = ['a', 'b', 'c'].map((name, i) =>
      runner.start('index', async () => {
        events.push(`${name}+`);
        for (let n = 3 - i; n > 0; n--) await turn();
        events.push(`${name}-`);
      }),
    );
    await Promise.all(all);
    while (events.length < 6) await turn();
    expect(events).toEqual(['a+', 'a-', 'b+', 'b-', 'c+', 'c-']);
  });

  it('lets jobs of different kinds run beside each other', async () => {
    let release = (): void => undefined;
    await runner.start('slow', () => new Promise<void>((resolve) => (release = resolve)));
    const quick = await runner.start('quick', () => Promise.resolve());
    await turn();
    expect((await store.find(quick))?.status).toBe('succeeded');
    release();
    await runner.shutdown();
  });

  it('records a failure without its cause, and goes on with the next job', async () => {
    const failed = await runner.start('index', () => Promise.reject(new Error('secret /path')));
    const next = await runner.start('index', () => Promise.resolve());
    await turn();
    expect(await store.find(failed)).toMatchObject({ status: 'failed', error: expect.stringContaining('server log') });
    expect(JSON.stringify(store.states)).not.toContain('secret');
    expect((await store.find(next))?.status).toBe('succeeded');
  });

  it('records a failure that is thrown before the first wait', async () => {
    const id = await runner.start('index', () => {
      throw new Error('at once');
    });
    await turn();
    expect((await store.find(id))?.status).toBe('failed');
  });

  it('asks a running job to stop at shutdown, waits for it, and never begins the queued ones', async () => {
    let began = 0;
    const stopped = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const running = await runner.start('index', (_progress, signal) => {
      began++;
      return stopped(signal);
    });
    const queued = await runner.start('index', () => {
      began++;
      return Promise.resolve();
    });
    await turn();
    await runner.shutdown();
    expect(began).toBe(1);
    expect(store.statuses(running)).toEqual(['queued', 'running', 'cancelled']);
    expect(store.statuses(queued)).toEqual(['queued', 'cancelled']);
  });
});
