import { Worker } from 'node:worker_threads';
import { collectGarbage, letThreadsCollectGarbage } from './collect-garbage.js';

const MODULE = new URL('./collect-garbage.js', import.meta.url).href;
/** Tells how many bytes of buffers the thread holds before and after it collects what it dropped. */
const THREAD = `
  const { parentPort } = require('node:worker_threads');
  import('${MODULE}').then(({ collectGarbage }) => {
    let dropped = Array.from({ length: 8 }, () => new Uint8Array(1_000_000));
    const before = process.memoryUsage().arrayBuffers;
    dropped = undefined;
    collectGarbage();
    parentPort.postMessage(before - process.memoryUsage().arrayBuffers);
  });
`;

describe('collecting garbage in a thread', () => {
  it('frees dropped buffers at once in threads that began after they were allowed to', async () => {
    letThreadsCollectGarbage();
    const worker = new Worker(THREAD, { eval: true });
    const freed = await new Promise<number>((resolve, reject) => worker.on('message', resolve).on('error', reject));
    await worker.terminate();
    expect(freed).toBeGreaterThanOrEqual(8_000_000);
  });

  it('does nothing elsewhere', () => {
    expect(collectGarbage).not.toThrow();
  });
});
