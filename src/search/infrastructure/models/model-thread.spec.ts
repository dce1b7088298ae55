import { setImmediate as turn } from 'node:timers/promises';
import { TurnQueue } from './model-thread.js';

describe('TurnQueue', () => {
  it('runs one at a time, urgent ones before waiting ones', async () => {
    const queue = new TurnQueue();
    const began: string[] = [];
    let running = 0;
    const work = (name: string) => async () => {
      began.push(name);
      expect(++running).toBe(1);
      await turn();
      running--;
      return name;
    };
    const all = [
      queue.run(false, work('first')),
      queue.run(false, work('patient')),
      queue.run(true, work('urgent')),
      queue.run(true, work('urgent too')),
    ];
    expect(await Promise.all(all)).toEqual(['first', 'patient', 'urgent', 'urgent too']);
    expect(began).toEqual(['first', 'urgent', 'urgent too', 'patient']);
  });

  it('continues after work that failed', async () => {
    const queue = new TurnQueue();
    const failed = queue.run(false, () => Promise.reject(new Error('broken')));
    const next = queue.run(false, () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('next');
    expect(await queue.run(true, () => Promise.resolve('later'))).toBe('later');
  });

  it('does not run new work at the same time as the next one in the queue', async () => {
    const queue = new TurnQueue();
    let running = 0;
    const work = async () => {
      expect(++running).toBe(1);
      await turn();
      running--;
    };
    const first = queue.run(false, work).then(() => queue.run(true, work));
    await Promise.all([first, queue.run(false, work), queue.run(false, work)]);
  });
});
