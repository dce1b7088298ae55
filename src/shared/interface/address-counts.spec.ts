import { addressCounts } from './address-counts.js';

describe('the counts of addresses', () => {
  it('go by the clock that never steps back, and by no wall clock', () => {
    let nowMs = 0;
    const Store = addressCounts({ nowMs: () => nowMs });
    const store = new Store({});
    const add = () => {
      let told: unknown;
      store.incr('10.0.0.1', (_error, result) => (told = result), 60_000, 5);
      return told;
    };
    const wall = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22'));
    expect([add(), add()]).toEqual([
      { current: 1, ttl: 60_000 },
      { current: 2, ttl: 60_000 },
    ]);
    // A day back: by the wall clock the window would be open for a day.
    wall.mockReturnValue(Date.parse('2026-11-21'));
    nowMs = 60_000;
    expect(add()).toEqual({ current: 1, ttl: 60_000 });
    wall.mockRestore();
  });
});
