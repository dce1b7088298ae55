import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { BusyThreads } from './busy-threads.js';

const THREAD = `const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', () => {
  const end = performance.now() + workerData.workMs;
  while (performance.now() < end);
  parentPort.postMessage('done');
});
parentPort.postMessage('ready');`;

describe('the utilisation of the threads', () => {
  async function workingThread(workMs: number): Promise<{ worker: Worker; work: () => Promise<void> }> {
    const worker = new Worker(THREAD, { eval: true, workerData: { workMs } });
    const heard = () => new Promise<void>((resolve) => worker.once('message', () => resolve()));
    await heard();
    return {
      worker,
      work: () => {
        const done = heard();
        worker.postMessage('');
        return done;
      },
    };
  }

  it('is that of the busiest thread, including workers, for each meter separately', async () => {
    const threads = new BusyThreads();
    const { worker, work } = await workingThread(300);
    threads.watch(worker);
    const [meter, late] = [threads.meter(), threads.meter()];
    meter();
    await work();
    const working = meter();
    late();
    await delay(300);
    const resting = meter();
    await worker.terminate();
    expect(working).toBeGreaterThan(resting);
    // The time until the thread starts its work depends on the machine.
    expect(working).toBeGreaterThan(0);
    expect(working).toBeLessThanOrEqual(1);
  });

  it('returns the longest queue of calls of a thread', () => {
    const threads = new BusyThreads();
    expect(threads.callsWaiting()).toBe(0);
    let calls = 3;
    threads.watchQueue(() => 1);
    threads.watchQueue(() => calls);
    expect(threads.callsWaiting()).toBe(3);
    calls = 0;
    expect(threads.callsWaiting()).toBe(1);
  });

  it('excludes a thread that has ended', async () => {
    const threads = new BusyThreads();
    const { worker } = await workingThread(1);
    threads.watch(worker);
    await worker.terminate();
    const meter = threads.meter();
    meter();
    await delay(50);
    expect(meter()).toBeLessThanOrEqual(1);
  });
});
