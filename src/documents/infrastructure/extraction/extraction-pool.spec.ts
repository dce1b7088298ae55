import { UnreadableFileError } from '../../domain/text-extractor.js';
import { ExtractionPool } from './extraction-pool.js';
import type { ExtractionTask } from './extraction-task.js';
import type { ReaderSettings } from './reader-process.js';
import type { TurnRules } from './reading-turns.js';

const threadUrl = new URL('../../../../test/support/misbehaving-worker.js', import.meta.url);
const task = (mode: string): ExtractionTask => ({ format: 'plain', bytes: Buffer.from(mode) });
// Long enough for a loaded machine; the specs that wait for the limits test the limits themselves.
const SETTINGS: ReaderSettings = { threadUrl, cpuLimitMs: 30_000, timeLimitMs: 60_000, memoryMb: 256, heapMb: 32 };

const RULES: TurnRules = { processes: 2, waiting: 32, waitingOfCaller: 32, longestWaitMs: 120_000, shareMs: 60_000 };

async function reading<T>(
  { rules, ...settings }: Partial<ReaderSettings> & { readonly rules?: Partial<TurnRules> },
  use: (pool: ExtractionPool) => Promise<T>,
): Promise<T> {
  const pool = new ExtractionPool({ ...SETTINGS, ...settings }, { ...RULES, ...rules });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

/** State of a pool's process. */
async function described(pool: ExtractionPool): Promise<{ env: string[]; pid: number }> {
  const reply = await pool.run(task('v'), 'a');
  return JSON.parse(reply.status === 'done' ? reply.text : '{}');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('ExtractionPool', () => {
  let pool: ExtractionPool;
  beforeEach(() => {
    pool = new ExtractionPool(SETTINGS, RULES);
  });
  afterEach(() => pool.close());

  it('refuses a file that takes more processor time than one may, and reads the next one', async () => {
    await reading({ cpuLimitMs: 500 }, async (hasty) => {
      await expect(hasty.run(task('l'), 'a')).rejects.toThrow('more than 0.5 s of processor time');
      expect(await hasty.run(task('ok'), 'a')).toMatchObject({ status: 'done' });
    });
  });

  it('counts the processor time of one file and not of those before it, and not the time on the clock', async () => {
    await reading({ cpuLimitMs: 5_000 }, async (shared) => {
      for (let i = 0; i < 9; i++) expect(await shared.run(task('c'), 'a')).toMatchObject({ status: 'done' });
      expect(await shared.run(task('s'), 'a')).toMatchObject({ status: 'done' });
    });
  });

  it('refuses a file whose reader waits for too long', async () => {
    await reading({ timeLimitMs: 1_500 }, async (hasty) => {
      await expect(hasty.run(task('w'), 'a')).rejects.toThrow('longer than 1.5 s');
    });
  });

  it('refuses a file whose reader fills its heap, and reads the next one', async () => {
    const refusal = pool.run(task('m'), 'a');
    await expect(refusal).rejects.toThrow(UnreadableFileError);
    await expect(refusal).rejects.toThrow('more memory than 256 MB');
    expect(await pool.run(task('ok'), 'a')).toMatchObject({ status: 'done' });
  });

  it('refuses a file whose reader fills byte arrays outside the heap', async () => {
    await expect(pool.run(task('b'), 'a')).rejects.toThrow('more memory than 256 MB');
  });

  it('reads a file again in a new process where earlier files have used the memory of the first', async () => {
    for (let i = 0; i < 3; i++) expect(await pool.run(task('k'), 'a')).toMatchObject({ status: 'done' });
  });

  it('refuses a file whose reader ends its thread or throws, and reads the next one', async () => {
    await expect(pool.run(task('x'), 'a')).rejects.toThrow(UnreadableFileError);
    await expect(pool.run(task('t'), 'a')).rejects.toThrow(UnreadableFileError);
    expect(await pool.run(task('ok'), 'a')).toMatchObject({ status: 'done' });
  });

  it('survives a reader that fails after its reply', async () => {
    expect(await pool.run(task('e'), 'a')).toMatchObject({ status: 'done' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await pool.run(task('ok'), 'a')).toMatchObject({ status: 'done' });
  });

  it('does not count the wait for other files as reading time', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => pool.run(task('s'), 'a')));
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill('done'));
  });

  it('reads several files in one process, and passes on no environment variable but PATH', async () => {
    const [first, second] = [await described(pool), await described(pool)];
    expect(second.pid).toBe(first.pid);
    expect(first.pid).not.toBe(process.pid);
    expect(first.env.filter((name) => name !== 'PATH' && name !== 'SystemRoot' && !name.startsWith('NODE_'))).toEqual(
      [],
    );
  });

  it('passes all bytes of a large file on', async () => {
    expect(await pool.run({ format: 'plain', bytes: Buffer.alloc(20_000_000, 'o') }, 'a')).toMatchObject({
      text: '20000000',
    });
  });

  it('reads the file of another caller while one caller sends files without end', async () => {
    const client = new AbortController();
    const endless = ['l', 'l', 'l', 'l'].map((mode) => pool.run(task(mode), 'a', client.signal));
    const outcomes = Promise.allSettled(endless);
    expect(await pool.run(task('ok'), 'b')).toMatchObject({ status: 'done' });
    client.abort();
    const left = { status: 'rejected', reason: expect.objectContaining({ kind: 'cancelled' }) };
    expect(await outcomes).toEqual([left, left, left, left]);
  });

  it('reads a file again after its process was taken for another caller', async () => {
    await reading({}, async (shared) => {
      const own = [shared.run(task('s'), 'a'), shared.run(task('s'), 'a')];
      expect(await shared.run(task('ok'), 'b')).toMatchObject({ status: 'done' });
      expect((await Promise.all(own)).map(({ status }) => status)).toEqual(['done', 'done']);
    });
  });

  it('ends a file that has used its share while another caller waits, and gives this reason', async () => {
    await reading({ rules: { shareMs: 100 } }, async (shared) => {
      const client = new AbortController();
      const refused = expect(shared.run(task('l'), 'a')).rejects.toThrow(
        new UnreadableFileError(
          'reading it took longer than 0.1 s while files of others waited; split it, or send it when fewer files are read',
        ),
      );
      const left = expect(shared.run(task('l'), 'b', client.signal)).rejects.toThrow('client disconnected');
      expect(await shared.run(task('ok'), 'c')).toMatchObject({ status: 'done' });
      await refused;
      client.abort();
      await left;
    });
  });

  it('ends the reading and its process when the client disconnects', async () => {
    const { pid } = await described(pool);
    const client = new AbortController();
    const running = pool.run(task('l'), 'a', client.signal);
    client.abort();
    await expect(running).rejects.toThrow('client disconnected');
    await untilGone(pid);
    await expect(pool.run(task('ok'), 'a', client.signal)).rejects.toThrow('client disconnected');
    expect(await pool.run(task('ok'), 'a')).toMatchObject({ status: 'done' });
  });

  it('finishes a running file on close, reads none after that, and leaves no process', async () => {
    const { pid } = await described(pool);
    const running = pool.run(task('s'), 'a');
    await pool.close();
    expect(await running).toMatchObject({ status: 'done' });
    await expect(pool.run(task('ok'), 'a')).rejects.toThrow('shutting down');
    await pool.close();
    await untilGone(pid);
  });
});
