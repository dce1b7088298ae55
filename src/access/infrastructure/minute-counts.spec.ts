import { MinuteCounts } from './minute-counts.js';

describe('MinuteCounts', () => {
  it('admits requests up to the limit per minute for each key, and returns the time to wait', async () => {
    let ms = 0;
    const counts = new MinuteCounts({ nowMs: () => ms });
    const blocked = async (key: string) => (await counts.increment(key, 60_000, 2)).isBlocked;
    expect([await blocked('a'), await blocked('a'), await blocked('a'), await blocked('b')]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    ms = 15_001;
    expect(await counts.increment('a', 60_000, 2)).toMatchObject({ totalHits: 4, timeToBlockExpire: 45 });
    ms = 60_000;
    expect(await counts.increment('a', 60_000, 2)).toMatchObject({ totalHits: 1, timeToBlockExpire: 0 });
  });
});
