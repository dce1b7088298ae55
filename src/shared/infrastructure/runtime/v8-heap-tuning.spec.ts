import { Worker } from 'node:worker_threads';
import { collectGarbage, letThreadsCollectGarbage } from './v8-heap-tuning.js';

const DROPPED_BYTES = 8_000_000;
const MODULE = new URL('./v8-heap-tuning.js', import.meta.url).href;
/** Reports how many bytes of buffers a collection frees in the thread: V8 sweeps them concurrently. */
const THREAD = `
  const { parentPort } = require('node:worker_threads');
  import('${MODULE}').then(({ collectGarbage }) => {
    let dropped = Array.from({ length: 8 }, () => new Uint8Array(1_000_000));
    const before = process.memoryUsage().arrayBuffers;
    dropped = undefined;
    collectGarbage();
    const until = performance.now() + 45_000;
    const look = () => {
      const freed = before - process.memoryUsage().arrayBuffers;
      if (freed >= ${DROPPED_BYTES} || performance.now() > until) parentPort.postMessage(freed);
      else setTimeout(look, 10);
    };
    look();
  });
`;

describe('collecting garbage in a thread', () => {
  it('frees dropped buffers in threads that began after they were allowed to', async () => {
    letThreadsCollectGarbage();
    const worker = new Worker(THREAD, { eval: true });
    const freed = await new Promise<number>((resolve, reject) => worker.on('message', resolve).on('error', reject));
    await worker.terminate();
    expect(freed).toBeGreaterThanOrEqual(DROPPED_BYTES);
  });

  it('does nothing elsewhere', () => {
    expect(collectGarbage).not.toThrow();
  });
});
