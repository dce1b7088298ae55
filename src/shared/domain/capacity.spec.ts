import fc from 'fast-check';
import { nextRate, placesAt, Rate, WorkWindow } from './capacity.js';

const BOUNDS = { floor: 100, ceiling: 256, finishWithinS: 2 };
const busy = (answered: number, seconds = 1): WorkWindow => ({ answered, seconds, busyShare: 1, leastInside: 64 });
const idle: WorkWindow = { answered: 5, seconds: 1, busyShare: 0.2, leastInside: 1 };
const after = (rate: Rate, windows: readonly WorkWindow[]) => windows.reduce<Rate>(nextRate, rate);

describe('the capacity of a machine', () => {
  it('is the ceiling until the machine was seen busy', () => {
    expect(placesAt(after(undefined, [idle, idle]), BOUNDS)).toBe(256);
  });

  it('is what is answered within the time at the rate that was measured while it was busy', () => {
    const rate = after(
      undefined,
      Array.from({ length: 12 }, () => busy(40, 0.5)),
    );
    expect(rate).toBeCloseTo(80);
    expect(placesAt(rate, BOUNDS)).toBe(160);
  });

  it('follows a machine that becomes slower, and one that becomes faster', () => {
    const slow = after(
      120,
      Array.from({ length: 8 }, () => busy(60)),
    );
    expect(placesAt(slow, BOUNDS)).toBeLessThan(125);
    expect(
      placesAt(
        after(
          slow,
          Array.from({ length: 8 }, () => busy(200)),
        ),
        BOUNDS,
      ),
    ).toBe(256);
  });

  it('is not measured with few requests: their rate shows demand, not capacity', () => {
    expect(nextRate(90, { answered: 1, seconds: 1, busyShare: 1, leastInside: 1 })).toBe(90);
    expect(nextRate(undefined, { answered: 1, seconds: 1, busyShare: 1, leastInside: 1 })).toBeUndefined();
  });

  it('is not limited by answers that wait for somebody else, such as a language model', () => {
    const waiting: WorkWindow = { answered: 4, seconds: 1, busyShare: 0.3, leastInside: 200 };
    expect(placesAt(after(undefined, [waiting, waiting, waiting]), BOUNDS)).toBe(256);
  });

  it('is given back within a few quiet seconds', () => {
    expect(placesAt(after(20, [idle, idle, idle]), BOUNDS)).toBeGreaterThan(250);
  });

  it('is always within its bounds and never falls when the machine is faster', () => {
    const rate = fc.option(fc.double({ min: 0, max: 1e4, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const [pa, pb] = [placesAt(a, BOUNDS), placesAt(b, BOUNDS)];
        expect(pa).toBeGreaterThanOrEqual(100);
        expect(pa).toBeLessThanOrEqual(256);
        if (a !== undefined && b !== undefined && a <= b) expect(pa).toBeLessThanOrEqual(pb);
      }),
    );
  });
});
