import fc from 'fast-check';
import { dot } from '../../../shared/domain/dot-product.js';
import { seededRandom } from './latent-semantics/seeded-random.js';
import { LEAST_CENTRED, sampleOf, VectorCentre } from './vector-centre.js';

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (x) => x / length);
}

/** Vectors around one direction, as of models whose cosines are all near .9. */
function cone(count: number, seed: number): Float32Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => unit([4, ...Array.from({ length: 7 }, () => random() / 2 ** 32 - 0.5)]));
}

describe('VectorCentre', () => {
  it('leaves cosines of random pairs near 0, where those of the vectors themselves are near 1', () => {
    const vectors = cone(400, 1);
    const centre = VectorCentre.of(vectors);
    const pairs = vectors.slice(1).map((vector, i): [Float32Array, Float32Array] => [vector, vectors[i] ?? vector]);
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(mean(pairs.map(([a, b]) => dot(a, b)))).toBeGreaterThan(0.9);
    expect(Math.abs(mean(pairs.map(([a, b]) => dot(centre!.without(a), centre!.without(b)))))).toBeLessThan(0.05);
  });

  it('is undefined for few vectors', () => {
    expect(VectorCentre.of(cone(LEAST_CENTRED - 1, 1))).toBeUndefined();
    expect(VectorCentre.of([])).toBeUndefined();
    expect(VectorCentre.of(cone(LEAST_CENTRED, 1))).toBeDefined();
  });

  it('gives the same cosine by dot products alone as by the centred vectors', () => {
    const centre = VectorCentre.of(cone(60, 2));
    const [a, b] = cone(2, 3);
    const [alongA, alongB] = [centre!.along(a!), centre!.along(b!)];
    const exact = dot(centre!.without(a!), centre!.without(b!));
    expect(centre!.cosine(dot(a!, b!), alongA, alongB)).toBeCloseTo(exact, 4);
    const placed = centre!.without(a!);
    expect((dot(placed, b!) - centre!.along(placed)) / centre!.distance(alongB)).toBeCloseTo(exact, 4);
  });

  it('stays finite for equal vectors', () => {
    const same = unit([1, 2, 3]);
    const centre = VectorCentre.of(new Array<Float32Array>(60).fill(same));
    expect([...centre!.without(same)].every(Number.isFinite)).toBe(true);
    expect(Number.isFinite(centre!.cosine(1, centre!.along(same), centre!.along(same)))).toBe(true);
  });
});

describe('sampleOf', () => {
  it('depends on the ids, not on their order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (ids, size) => {
        const sample = sampleOf(ids, size);
        expect(sampleOf([...ids].reverse(), size)).toEqual(sample);
        expect(sample).toHaveLength(Math.min(size, ids.length));
        expect(sample.every((id) => ids.includes(id))).toBe(true);
        expect(new Set(sample).size).toBe(sample.length);
      }),
    );
  });

  it('hardly changes if a few ids are added', () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => i + 1);
    const before = new Set(sampleOf(ids, 1_000));
    const after = sampleOf([...ids, 5_001, 5_002, 5_003], 1_000);
    expect(after.filter((id) => before.has(id)).length).toBeGreaterThan(990);
  });
});
