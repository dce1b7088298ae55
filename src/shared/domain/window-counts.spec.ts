import { WindowCounts } from './window-counts.js';

describe('counts in windows of time', () => {
  let nowMs = 0;
  let counts: WindowCounts;
  beforeEach(() => {
    nowMs = 1_000;
    counts = new WindowCounts({ nowMs: () => nowMs });
  });

  it('begin with the first of a name and end after the window, each name by itself', () => {
    expect(counts.add('a', 60_000)).toEqual({ hits: 1, leftMs: 60_000 });
    nowMs += 15_000;
    expect(counts.add('a', 60_000)).toEqual({ hits: 2, leftMs: 45_000 });
    expect(counts.add('b', 60_000)).toEqual({ hits: 1, leftMs: 60_000 });
    expect(counts.read('a')).toEqual({ hits: 2, leftMs: 45_000 });
    nowMs += 45_000;
    expect(counts.read('a')).toEqual({ hits: 0, leftMs: 0 });
    expect(counts.add('a', 60_000)).toEqual({ hits: 1, leftMs: 60_000 });
  });

  it('take back what should not have been counted, and never more than that', () => {
    counts.add('a', 60_000);
    counts.subtract('a');
    counts.subtract('a');
    counts.subtract('never counted');
    nowMs += 1_000;
    expect(counts.read('a')).toEqual({ hits: 0, leftMs: 59_000 });
    expect(counts.add('a', 60_000)).toEqual({ hits: 1, leftMs: 59_000 });
  });

  it('hold no more names than they have room for, the ones counted last', () => {
    for (let i = 0; i <= 100_000; i++) counts.add(`name-${i}`, 60_000);
    expect(counts.read('name-0').hits).toBe(0);
    expect(counts.read('name-100000').hits).toBe(1);
  });
});
