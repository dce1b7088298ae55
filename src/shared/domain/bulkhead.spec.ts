import fc from 'fast-check';
import { Bulkhead, BulkheadFullError, mapConcurrently } from './bulkhead.js';

describe('Bulkhead', () => {
  it('lets a call that is cancelled while it waits leave its place to another', async () => {
    const bulkhead = new Bulkhead(1, 1);
    let finish: () => void = () => undefined;
    const first = bulkhead.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const controller = new AbortController();
    const second = bulkhead.run(() => Promise.resolve('second'), controller.signal);
    await expect(bulkhead.run(() => Promise.resolve())).rejects.toThrow(BulkheadFullError);
    controller.abort();
    await expect(second).rejects.toThrow();
    const third = bulkhead.run(() => Promise.resolve('third'));
    finish();
    await first;
    expect(await third).toBe('third');
    expect(bulkhead.load).toEqual({ running: 0, waiting: 0 });
  });

  it('gives the place back when a call fails', async () => {
    const bulkhead = new Bulkhead(1, 0);
    await expect(bulkhead.run(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await bulkhead.run(() => Promise.resolve(1))).toBe(1);
  });

  it('never runs more at a time than allowed, and loses no place, whatever is cancelled or fails', async () => {
    const step = fc.record({ cancel: fc.boolean(), fail: fc.boolean(), ticks: fc.nat({ max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat({ max: 5 }),
        async (steps, places, queue) => {
          const bulkhead = new Bulkhead(places, queue);
          let running = 0;
          const calls = steps.map(async ({ cancel, fail, ticks }) => {
            const controller = new AbortController();
            const call = bulkhead.run(async () => {
              expect(++running).toBeLessThanOrEqual(places);
              for (let i = 0; i < ticks; i++) await Promise.resolve();
              running--;
              if (fail) throw new Error('failed');
            }, controller.signal);
            if (cancel) controller.abort();
            await call.catch(() => undefined);
          });
          await Promise.all(calls);
          expect(bulkhead.load).toEqual({ running: 0, waiting: 0 });
        },
      ),
    );
  });
});

describe('mapConcurrently', () => {
  it('gives the results in the order of the items, whichever ends first', async () => {
    const items = [3, 1, 2, 0];
    const double = async (n: number) => {
      for (let i = 0; i < n; i++) await Promise.resolve();
      return 2 * n;
    };
    expect(await mapConcurrently(items, 2, double)).toEqual([6, 2, 4, 0]);
    expect(await mapConcurrently([], 2, double)).toEqual([]);
  });

  it('fails with the first failure, and starts no further item after it', async () => {
    const started: number[] = [];
    const failing = mapConcurrently([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1, (n) => {
      started.push(n);
      return n === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(n);
    });
    await expect(failing).rejects.toThrow('broken');
    const before = started.length;
    for (let i = 0; i < 100; i++) await Promise.resolve();
    expect(started).toHaveLength(before);
    expect(before).toBeLessThan(10);
  });
});
