import { openEmbedded, StoreUnderTest } from '../../../test/support/every-store.js';
import { Job, JobStore } from '../domain/job.js';
import { SqlJobStore } from './sql-job-store.js';

const clock = { now: () => new Date('2026-11-22T00:00:00Z') };
const job = (jobId: string, more: Partial<Job> = {}): Job => ({
  jobId,
  kind: 'index',
  status: 'queued',
  done: 0,
  total: 100,
  error: null,
  owner: null,
  ...more,
});

describe('jobs of one process', () => {
  let opened: StoreUnderTest;
  let store: JobStore;
  beforeEach(async () => {
    opened = await openEmbedded('work');
    store = new SqlJobStore(opened.sql, clock);
  });
  afterEach(() => opened.close());

  it('are returned as last stored', async () => {
    await store.create(job('a', { owner: 'ann' }));
    expect(await store.find('a')).toEqual({
      ...job('a', { owner: 'ann' }),
      createdAt: '2026-11-22T00:00:00.000Z',
      updatedAt: '2026-11-22T00:00:00.000Z',
    });
    await store.update(job('a', { status: 'failed', done: 7, error: '디스크' }));
    expect(await store.find('a')).toMatchObject(job('a', { owner: 'ann', status: 'failed', done: 7, error: '디스크' }));
    expect(await store.find('b')).toBeUndefined();
  });

  it('are listed newest first, for one owner or all, page by page', async () => {
    for (const [id, owner] of [
      ['a', 'ann'],
      ['b', null],
      ['c', 'ann'],
      ['d', 'bob'],
    ] as const)
      await store.create(job(id, { owner }));
    const ids = async (owner: string | undefined, after: string | undefined, limit: number) =>
      (await store.list(owner, after, limit)).map(({ jobId }) => jobId);
    expect(await ids('ann', undefined, 9)).toEqual(['c', 'a']);
    expect(await ids(undefined, undefined, 3)).toEqual(['d', 'c', 'b']);
    expect(await ids(undefined, 'b', 3)).toEqual(['a']);
    expect(await ids('eve', undefined, 9)).toEqual([]);
  });

  it('keep their outcome despite concurrent progress', async () => {
    await store.create(job('a'));
    const writes = Array.from({ length: 20 }, (_, done) => store.update(job('a', { status: 'running', done })));
    await Promise.all([...writes, store.update(job('a', { status: 'succeeded', done: 100 }))]);
    expect(await store.find('a')).toMatchObject(job('a', { status: 'succeeded', done: 100 }));
  });

  it('fail only if a dead process left them unfinished', async () => {
    await store.create(job('queued'));
    await store.create(job('running', { status: 'running' }));
    await store.create(job('done', { status: 'succeeded' }));
    await store.failUnfinished('stopped');
    const found = await Promise.all(['queued', 'running', 'done'].map((id) => store.find(id)));
    expect(found.map((one) => [one?.status, one?.error])).toEqual([
      ['failed', 'stopped'],
      ['failed', 'stopped'],
      ['succeeded', null],
    ]);
  });
});
