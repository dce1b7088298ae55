import { AddressCounts } from './address-counts.js';

describe('AddressCounts', () => {
  it('counts each name for a minute of a clock that never steps back', () => {
    let now = 0;
    const counts = new AddressCounts(2, { nowMs: () => now });
    expect([counts.add('a'), counts.isFull('a'), counts.add('a'), counts.isFull('a')]).toEqual([1, false, 2, true]);
    expect(counts.isFull('b')).toBe(false);
    now = 59_999;
    expect([counts.isFull('a'), counts.secondsLeft('a')]).toEqual([true, 1]);
    now = 60_000;
    expect([counts.isFull('a'), counts.add('a')]).toEqual([false, 1]);
  });

  it('takes back what should not have been counted', () => {
    const counts = new AddressCounts(1, { nowMs: () => 0 });
    counts.add('a');
    counts.subtract('a');
    counts.subtract('a');
    expect([counts.isFull('a'), counts.add('a')]).toEqual([false, 1]);
  });

  it('keeps within its memory by giving up the oldest', () => {
    const counts = new AddressCounts(1, { nowMs: () => 0 });
    for (let i = 0; i <= 20_000; i++) counts.add(String(i));
    expect([counts.isFull('0'), counts.isFull('1'), counts.isFull('20000')]).toEqual([false, true, true]);
  });
});
