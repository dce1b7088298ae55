import fc from 'fast-check';
import { roundTicks } from './charts.js';

describe('roundTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [29, [0, 10, 20, 30]],
    [1000, [0, 200, 400, 600, 800, 1000]],
  ])('gives an axis for %d', (highest, values) => {
    expect(roundTicks(highest)).toEqual({ max: values.at(-1), values });
  });

  it('gives whole numbers, few of them, that reach every value', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (highest) => {
        const { max, values } = roundTicks(highest);
        expect(max).toBeGreaterThanOrEqual(highest);
        expect(values.every(Number.isInteger)).toBe(true);
        expect(values.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
