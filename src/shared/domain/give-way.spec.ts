import { GiveWay } from './give-way.js';

describe('GiveWay', () => {
  let nowMs = 0;
  const work = (ms: number) => (nowMs += ms);

  it('lets other events go first after a piece of work, and not before', async () => {
    const events: string[] = [];
    const others = new GiveWay(() => nowMs);
    setImmediate(() => events.push('other'));
    work(3);
    await others.whenDue();
    events.push('short');
    work(1);
    await others.whenDue();
    events.push('long');
    expect(events).toEqual(['short', 'other', 'long']);
  });

  it('begins a new piece when it has given way', async () => {
    const events: string[] = [];
    const others = new GiveWay(() => nowMs);
    work(4);
    await others.now();
    setImmediate(() => events.push('other'));
    work(3);
    await others.whenDue();
    events.push('own');
    expect(events).toEqual(['own']);
  });
});
