import { cohensKappa } from './cohens-kappa.js';

const times = (count: number, first: string, second: string) =>
  Array.from({ length: count }, (): [string, string] => [first, second]);

describe('agreement of two raters', () => {
  it('equals that of the two-by-two table: .70 observed, .50 by chance, .40', () => {
    const table = [
      ...times(20, 'yes', 'yes'),
      ...times(5, 'yes', 'no'),
      ...times(10, 'no', 'yes'),
      ...times(15, 'no', 'no'),
    ];
    const { observed, expected, kappa, ci95 } = cohensKappa(table);
    expect([observed, expected, kappa]).toEqual([0.7, 0.5, expect.closeTo(0.4, 10)]);
    // Worked out by hand from the formula: standard error .12700.
    expect(ci95?.[0]).toBeCloseTo(0.4 - 1.959964 * 0.127, 3);
    expect(ci95?.[1]).toBeCloseTo(0.4 + 1.959964 * 0.127, 3);
  });

  it('is 1 if both always agree, and negative if they always differ', () => {
    expect(cohensKappa([...times(5, 'a', 'a'), ...times(5, 'b', 'b')])).toMatchObject({ kappa: 1, ci95: null });
    expect(cohensKappa([...times(5, 'a', 'b'), ...times(5, 'b', 'a')]).kappa).toBe(-1);
  });

  it('is undefined if both have one label for everything', () => {
    expect(cohensKappa(times(9, 'a', 'a'))).toMatchObject({ observed: 1, kappa: null, ci95: null });
  });

  it('has no interval with one row', () => {
    expect(cohensKappa([['a', 'b']])).toMatchObject({ kappa: 0, ci95: null });
  });

  it('has a narrower interval with more rows', () => {
    const table = (n: number) => [
      ...times(8 * n, 'a', 'a'),
      ...times(2 * n, 'a', 'b'),
      ...times(2 * n, 'b', 'a'),
      ...times(8 * n, 'b', 'b'),
    ];
    const width = (n: number) => {
      const [low, high] = cohensKappa(table(n)).ci95 ?? [0, 0];
      return high - low;
    };
    expect(width(10)).toBeLessThan(width(1));
  });

  it('needs rows', () => {
    expect(() => cohensKappa([])).toThrow(RangeError);
  });
});
