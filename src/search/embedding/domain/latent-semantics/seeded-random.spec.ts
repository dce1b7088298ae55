import fc from 'fast-check';
import { seededRandom, seededSample } from './seeded-random.js';

describe('seededRandom', () => {
  it('repeats for a seed and differs between seeds', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, seededRandom(seed));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });
});

describe('seededSample', () => {
  it('returns different numbers of the population, ascending, the same for a seed', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.integer(), (population, wanted, seed) => {
        const size = Math.min(population, wanted);
        const sample = Array.from(seededSample(population, size, seed));
        expect(new Set(sample).size).toBe(size);
        expect(sample.every((x, i) => x < population && (i === 0 || x > sample[i - 1]!))).toBe(true);
        expect(Array.from(seededSample(population, size, seed))).toEqual(sample);
      }),
    );
  });

  it('reaches every part of the population about equally often', () => {
    const hits = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 2000; seed++) for (const x of seededSample(10, 3, seed)) hits[x]!++;
    for (const h of hits) expect(Math.abs(h - 600)).toBeLessThan(120);
  });
});
