import { UnreadableFileError } from '../../domain/text-extractor.js';
import { ExtractionPool } from './extraction-pool.js';
import type { ExtractionTask } from './extraction-task.js';

const workerUrl = new URL('../../../../test/support/misbehaving-worker.js', import.meta.url);
const task = (mode: string): ExtractionTask => ({ format: 'plain', bytes: Buffer.from(mode) });

describe('ExtractionPool', () => {
  let pool: ExtractionPool;
  // Long enough for a machine that does much else; the limit itself is the business of the spec that waits for it.
  beforeEach(() => {
    pool = new ExtractionPool({ workerUrl, timeLimitMs: 20_000, heapMb: 32 });
  });
  afterEach(() => pool.close());

  it('refuses a file whose reader never ends, after the time limit, and reads the next one', async () => {
    const hasty = new ExtractionPool({ workerUrl, timeLimitMs: 3_000, heapMb: 32 });
    await expect(hasty.run(task('l'))).rejects.toThrow('longer than 3 s');
    expect(await hasty.run(task('ok'))).toMatchObject({ status: 'done' });
    await hasty.close();
  });

  it('refuses a file whose reader runs out of memory, and reads the next one', async () => {
    const refusal = pool.run(task('m'));
    await expect(refusal).rejects.toThrow(UnreadableFileError);
    await expect(refusal).rejects.toThrow('more memory than 32 MB');
    expect(await pool.run(task('ok'))).toMatchObject({ status: 'done' });
  });

  it('refuses a file whose reader ends its thread or throws, and reads the next one', async () => {
    await expect(pool.run(task('x'))).rejects.toThrow(UnreadableFileError);
    await expect(pool.run(task('t'))).rejects.toThrow(UnreadableFileError);
    expect(await pool.run(task('ok'))).toMatchObject({ status: 'done' });
  });

  it('outlives a thread that fails after its reply', async () => {
    expect(await pool.run(task('e'))).toMatchObject({ status: 'done' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await pool.run(task('ok'))).toMatchObject({ status: 'done' });
  });

  it('does not count the wait for other files as reading time', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => pool.run(task('s'))));
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill('done'));
  });

  it('posts only the bytes of the file, not the memory that they were cut out of', async () => {
    const large = Buffer.alloc(100_000, 'o');
    expect(await pool.run({ format: 'plain', bytes: large.subarray(10, 15) })).toMatchObject({ text: '5 of 5' });
  });

  it('lets a running file finish when it closes, and reads none after that', async () => {
    const running = pool.run(task('s'));
    await pool.close();
    expect(await running).toMatchObject({ status: 'done' });
    await expect(pool.run(task('ok'))).rejects.toThrow('shutting down');
    await pool.close();
  });
});
