import { aSession } from './support/a-session.js';
import { onEveryStore } from './support/every-store.js';
import { queuedRun } from '../src/documents/sources/domain/source-run.js';
import { SOURCE_DEFAULTS } from '../src/documents/sources/domain/source.js';
import { SqlSourceRuns } from '../src/documents/sources/infrastructure/sql-source-runs.js';
import { SqlSourceStore } from '../src/documents/sources/infrastructure/sql-source-store.js';
import { SqlSessionStore } from '../src/test-automation/sessions/infrastructure/sql-session-store.js';
import { SqlEndedWork } from '../src/webhooks/infrastructure/sql-ended-work.js';

const TIME = '2026-03-01T09:00:00.000Z';

onEveryStore('what ended', 'work', (opened) => {
  const feed = () => new SqlEndedWork(opened().sql);
  const job = (id: string, kind: string, owner: string) => {
    const [column, value] = opened().sql.dialect.name === 'postgres' ? [', process', ', 0'] : ['', ''];
    return opened().run(`INSERT INTO jobs (job_id, kind, status, done, total, owner, created_at, updated_at${column})
      VALUES ('${id}', '${kind}', 'running', 2, 3, '${owner}', '${TIME}', '${TIME}'${value})`);
  };
  const status = (id: string, to: string) => opened().run(`UPDATE jobs SET status = '${to}' WHERE job_id = '${id}'`);

  it('is recorded once for each job, in order, with a lasting id; short jobs and attempts that are repeated are not', async () => {
    await job('j1', 'index.optimize', 'key_1');
    await job('j2', 'test-session-unit', 'key_1');
    await job('j3', 'source.sync', 'key_2');
    await status('j1', 'queued');
    expect(await feed().next(10)).toEqual([]);
    for (const id of ['j1', 'j2', 'j3']) await status(id, id === 'j3' ? 'cancelled' : 'succeeded');
    await status('j1', 'failed');
    const ended = await feed().next(10);
    expect(ended.map(({ type, owner, data }) => [type, owner, data])).toEqual([
      ['job.ended', 'key_1', { job_id: 'j1', kind: 'index.optimize', status: 'succeeded', done: 2, total: 3 }],
      ['job.ended', 'key_2', { job_id: 'j3', kind: 'source.sync', status: 'cancelled', done: 2, total: 3 }],
    ]);
    expect(ended.map(({ endedAt }) => new Date(endedAt).toISOString())).toEqual(ended.map(({ endedAt }) => endedAt));
    await opened().restart();
    expect(await feed().next(10)).toEqual(ended);
    await feed().done([ended[0]?.eventId ?? '']);
    expect(await feed().next(10)).toEqual(ended.slice(1));
  });

  it('has the counts of a test session, and nothing of its words; a resumed session ends again', async () => {
    const sessions = new SqlSessionStore(opened().sql);
    const session = aSession({ sessionId: 's1', owner: 'key_1', status: 'running' }, { name: '휴학' });
    await sessions.create(session);
    await sessions.save({ ...session, status: 'interrupted' }, null);
    await sessions.save(session, null);
    const summary = { queries: 4, success: 2, partial: 1, failed: 1, notEvaluated: 0, successRate: 0.5 };
    const outcome: object = { summary, gates: [], causes: [{ words: '휴학' }] };
    await sessions.save({ ...session, status: 'completed' }, outcome as never);
    const [interrupted, completed, ...others] = await feed().next(10);
    expect(others).toEqual([]);
    expect(interrupted?.data).toMatchObject({ session_id: 's1', status: 'interrupted', queries: null });
    expect(completed).toMatchObject({ type: 'test_session.ended', owner: 'key_1' });
    expect(completed?.data).toEqual({
      session_id: 's1',
      status: 'completed',
      queries: 4,
      success: 2,
      partial: 1,
      failed: 1,
      not_evaluated: 0,
      success_rate: 0.5,
    });
    expect(JSON.stringify([interrupted, completed])).not.toContain('휴학');
  });

  it('has the counts of a run of a source, and the owner of the source', async () => {
    const settings = { ...SOURCE_DEFAULTS, name: 'desk', kind: 'folder' as const, location: { folder: '/srv' } };
    await new SqlSourceStore(opened().sql).put({ id: 'src', origin: 'api', owner: 'key_3', settings } as never);
    const runs = new SqlSourceRuns(opened().sql);
    for (const [runId, sourceId] of [
      ['r1', 'src'],
      ['r2', 'of-the-file'],
    ] as const) {
      const run = queuedRun(runId, sourceId, runId === 'r2', TIME);
      await runs.put(run);
      await runs.put({ ...run, status: 'running' });
      const files = [{ path: 'secret name.txt', outcome: 'added' as const }];
      await runs.put({ ...run, status: 'completed', counts: { ...run.counts, added: 1 }, files });
    }
    const ended = await feed().next(10);
    expect(ended.map(({ owner }) => owner)).toEqual(['key_3', null]);
    expect(ended[0]?.data).toEqual({
      run_id: 'r1',
      source_id: 'src',
      status: 'completed',
      dry_run: false,
      counts: { added: 1, changed: 0, moved: 0, unchanged: 0, removed: 0, failed: 0 },
    });
    expect(ended[1]?.data).toMatchObject({ dry_run: true });
  });
});
