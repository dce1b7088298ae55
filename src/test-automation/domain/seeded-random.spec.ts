import fc from 'fast-check';
import { SeededRandom } from './seeded-random.js';

const draw = (random: SeededRandom, n: number) => Array.from({ length: n }, () => random.next());

describe('SeededRandom', () => {
  it('repeats itself for the same seed and differs for another', () => {
    expect(draw(new SeededRandom(7), 20)).toEqual(draw(new SeededRandom(7), 20));
    expect(draw(new SeededRandom(7), 20)).not.toEqual(draw(new SeededRandom(8), 20));
  });

  it('is uniform over the unit interval', () => {
    const counts = new Array<number>(10).fill(0);
    for (const value of draw(new SeededRandom('even'), 20_000)) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(1);
      const bin = Math.floor(value * 10);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    // Chi squared with 9 degrees of freedom: chance exceeds 27.9 for 0.1 % of the seeds.
    expect(counts.reduce((sum, n) => sum + (n - 2000) ** 2 / 2000, 0)).toBeLessThan(27.9);
  });

  it('shuffles without losing or repeating anything, and does not change the list', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.integer(), (list, seed) => {
        const before = list.slice();
        expect(new Set(new SeededRandom(seed).shuffled(list))).toEqual(new Set(list));
        expect(new SeededRandom(seed).shuffled(list)).toHaveLength(list.length);
        expect(list).toEqual(before);
      }),
    );
  });

  it('shuffles by drawing one of the remaining entries until none is left', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (list, seed) => {
        const random = new SeededRandom(seed);
        const rest = [...list];
        const drawn: number[] = [];
        while (rest.length > 0) drawn.push(...rest.splice(random.below(rest.length), 1));
        expect(new SeededRandom(seed).shuffled(list)).toEqual(drawn);
      }),
    );
  });

  it('forks by name, independent of draws from the fork', () => {
    const one = new SeededRandom(1);
    const two = new SeededRandom(1);
    draw(one.fork('a'), 5);
    expect(draw(one, 3)).toEqual(draw(two, 3));
    expect(draw(new SeededRandom(1).fork('a'), 3)).not.toEqual(draw(new SeededRandom(1).fork('b'), 3));
  });

  it('returns undefined for an empty list', () => {
    expect(new SeededRandom(1).pick<string>([])).toBeUndefined();
    expect(() => {
      new SeededRandom(1).below(0);
    }).toThrow(RangeError);
  });
});
