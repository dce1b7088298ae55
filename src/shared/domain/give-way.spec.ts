import { GiveWay } from './give-way.js';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('GiveWay', () => {
  it('lets other events go first after a piece of work, and not before', async () => {
    const events: string[] = [];
    const others = new GiveWay();
    setImmediate(() => events.push('other'));
    await others.whenDue();
    events.push('short');
    work(5);
    await others.whenDue();
    events.push('long');
    expect(events).toEqual(['short', 'other', 'long']);
  });

  it('begins a new piece when it has given way', async () => {
    const events: string[] = [];
    const others = new GiveWay();
    await others.now();
    setImmediate(() => events.push('other'));
    await others.whenDue();
    events.push('own');
    expect(events).toEqual(['own']);
  });
});
