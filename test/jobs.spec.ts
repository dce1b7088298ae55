import { JobRunner } from '../src/shared/domain/job-runner.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

interface Key {
  readonly id: string;
  readonly headers: Record<string, string>;
}

describe('cancelling a job over HTTP', () => {
  let running: RunningApplication;
  let runner: JobRunner;

  const makeKey = async (more: object = {}): Promise<Key> => {
    const made = await running.post('/api-keys', { name: 'k', scopes: ['query'], ...more }, ADMIN);
    const { id, key } = made.json<{ id: string; key: string }>();
    return { id, headers: { 'x-api-key': key } };
  };
  const cancel = async (id: string, headers: Record<string, string>) =>
    running.call({ method: 'POST', url: `/jobs/${id}/cancel`, headers });
  const read = async (id: string, headers: Record<string, string>) =>
    (await running.call({ url: `/jobs/${id}`, headers })).json<Record<string, unknown>>();
  const untilStopped = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      const stop = () => reject(new Error('stopped'));
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    });

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    runner = running.app.get(JobRunner, { strict: false });
    runner.register('slow', {
      isCancellable: true,
      run: ({ signal, progress }) => {
        progress(2, 5);
        return untilStopped(signal);
      },
    });
    runner.register('own-end', { run: ({ signal }) => untilStopped(signal) });
    runner.register('quick', { run: () => Promise.resolve() });
  });
  afterAll(() => running.stop());

  it('is for who started it and for administrators, and keeps what was done', async () => {
    const [owner, other, limited] = [
      await makeKey(),
      await makeKey(),
      await makeKey({ scopes: ['admin'], allowed_category_paths: [['Art']] }),
    ];
    const job = await runner.start('slow', { owner: owner.id });
    expect((await cancel(job, other.headers)).statusCode).toBe(404);
    expect((await cancel(job, limited.headers)).statusCode).toBe(404);
    expect(await read(job, owner.headers)).toMatchObject({ status: 'running', cancellable: true });
    expect((await read(job, other.headers))['status']).toBe(404);
    const cancelled = await cancel(job, owner.headers);
    expect([cancelled.statusCode, cancelled.json<object>()]).toEqual([
      200,
      expect.objectContaining({ status: 'cancelled', progress: { done: 2, total: 5 }, cancellable: false }),
    ]);
    expect((await cancel(job, owner.headers)).statusCode).toBe(200);
    const ofServer = await runner.start('slow');
    expect((await cancel(ofServer, ADMIN)).json<object>()).toMatchObject({ status: 'cancelled', owner: null });
  });

  it('is refused for a job that has ended, that has a route of its own, or that nobody knows', async () => {
    const [own, quick] = [await runner.start('own-end'), await runner.start('quick')];
    await runner.ended(quick, new AbortController().signal);
    const answers = await Promise.all([own, quick, 'job_unknown'].map((id) => cancel(id, ADMIN)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 404]);
    expect(answers[0]?.body).toContain('POST /test-sessions/{id}/cancel');
    expect(answers[1]?.body).toContain('The job has ended (succeeded)');
    expect(await read(own, ADMIN)).toMatchObject({ status: 'running', cancellable: false });
  });
});
