import { listsOf } from './ivf-index.js';

describe('the lists of vectors', () => {
  it('are limited by the memory for their training', () => {
    expect(listsOf(100, 256)).toBe(10);
    expect(listsOf(1_000_000, 256)).toBe(1_000);
    const bytes = (lists: number, dimensions: number) => 50 * lists * (2 * dimensions + 8) + 50 * lists * lists * 4;
    for (const dimensions of [256, 1_536, 3_072]) {
      const lists = listsOf(1e9, dimensions);
      expect(bytes(lists, dimensions)).toBeLessThanOrEqual(400e6);
      expect(bytes(lists + 1, dimensions)).toBeGreaterThan(400e6);
    }
  });
});
