import { inSlices, lastOf, type Steps, EventLoopYielder } from './steps.js';

function* counting(to: number, done: number[]): Steps<number> {
  for (let i = 0; i < to; i++) {
    done.push(i);
    yield;
  }
  return to;
}

describe('work in steps', () => {
  it('gives its result at once, or in slices', async () => {
    expect(lastOf(counting(3, []))).toBe(3);
    expect(await inSlices(counting(3, []))).toBe(3);
  });

  it('lets other events go first between two steps when its piece of time is used up', async () => {
    let nowMs = 0;
    const events: (number | string)[] = [];
    setImmediate(() => events.push('other'));
    function* slow(): Steps<void> {
      for (let i = 0; i < 3; i++) {
        events.push(i);
        nowMs += 3;
        yield;
      }
    }
    await inSlices(slow(), new EventLoopYielder(() => nowMs));
    expect(events).toEqual([0, 1, 'other', 2]);
  });

  it('stops when the signal fires', async () => {
    const controller = new AbortController();
    const done: number[] = [];
    let nowMs = 0;
    const others = new EventLoopYielder(() => (nowMs += 5));
    setImmediate(() => controller.abort(new Error('left')));
    await expect(inSlices(counting(100, done), others, controller.signal)).rejects.toThrow('left');
    expect(done.length).toBeLessThan(100);
  });
});
