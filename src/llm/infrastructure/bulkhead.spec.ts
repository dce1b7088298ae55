import fc from 'fast-check';
import { Bulkhead, SlotsFullError } from './bulkhead.js';

const never = () => new AbortController().signal;

describe('Bulkhead', () => {
  it('lets a call that is cancelled while it waits leave its place to another', async () => {
    const slots = new Bulkhead(1, 1);
    let finish: () => void = () => undefined;
    const first = slots.run(never(), () => new Promise<void>((resolve) => (finish = resolve)));
    const controller = new AbortController();
    const second = slots.run(controller.signal, () => Promise.resolve('second'));
    await expect(slots.run(never(), () => Promise.resolve())).rejects.toThrow(SlotsFullError);
    controller.abort();
    await expect(second).rejects.toThrow();
    const third = slots.run(never(), () => Promise.resolve('third'));
    finish();
    await first;
    expect(await third).toBe('third');
    expect(slots.load).toEqual({ running: 0, waiting: 0 });
  });

  it('gives the place back when a call fails', async () => {
    const slots = new Bulkhead(1, 0);
    await expect(slots.run(never(), () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await slots.run(never(), () => Promise.resolve(1))).toBe(1);
  });

  it('never runs more at a time than allowed, and loses no place, whatever is cancelled or fails', async () => {
    const step = fc.record({ cancel: fc.boolean(), fail: fc.boolean(), ticks: fc.nat({ max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat({ max: 5 }),
        async (steps, places, queue) => {
          const slots = new Bulkhead(places, queue);
          let running = 0;
          const calls = steps.map(async ({ cancel, fail, ticks }) => {
            const controller = new AbortController();
            const call = slots.run(controller.signal, async () => {
              expect(++running).toBeLessThanOrEqual(places);
              for (let i = 0; i < ticks; i++) await Promise.resolve();
              running--;
              if (fail) throw new Error('failed');
            });
            if (cancel) controller.abort();
            await call.catch(() => undefined);
          });
          await Promise.all(calls);
          expect(slots.load).toEqual({ running: 0, waiting: 0 });
        },
      ),
    );
  });
});
