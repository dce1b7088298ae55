import { EventLoopYielder } from './steps.js';

describe('EventLoopYielder', () => {
  let nowMs = 0;
  const work = (ms: number) => (nowMs += ms);

  it('lets other events go first after a piece of work, and not before', async () => {
    const events: string[] = [];
    const others = new EventLoopYielder(() => nowMs);
    setImmediate(() => events.push('other'));
    work(3);
    await others.yieldIfDue();
    events.push('short');
    work(1);
    await others.yieldIfDue();
    events.push('long');
    expect(events).toEqual(['short', 'other', 'long']);
  });

  it('starts a new time slice after it has yielded', async () => {
    const events: string[] = [];
    const others = new EventLoopYielder(() => nowMs);
    work(4);
    await others.now();
    setImmediate(() => events.push('other'));
    work(3);
    await others.yieldIfDue();
    events.push('own');
    expect(events).toEqual(['own']);
  });
});
