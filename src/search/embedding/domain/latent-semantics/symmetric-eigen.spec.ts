import fc from 'fast-check';
import { symmetricEigen } from './symmetric-eigen.js';

const symmetric = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.array(fc.integer({ min: -9, max: 9 }), { minLength: size * size, maxLength: size * size }).map((numbers) => ({
    size,
    square: Float64Array.from(numbers, (_, i) => numbers[Math.min(i, (i % size) * size + Math.floor(i / size))]!),
  })),
);

describe('symmetricEigen', () => {
  it('returns orthonormal axes that reconstruct the matrix, values descending', () => {
    fc.assert(
      fc.property(symmetric, ({ size, square }) => {
        const { values, vectors } = symmetricEigen(square, size);
        expect(Array.from(values)).toEqual(Array.from(values).sort((a, b) => b - a));
        for (let i = 0; i < size; i++) {
          for (let j = 0; j < size; j++) {
            let rebuilt = 0;
            let angle = 0;
            for (let k = 0; k < size; k++) {
              rebuilt += vectors[i * size + k]! * values[k]! * vectors[j * size + k]!;
              angle += vectors[k * size + i]! * vectors[k * size + j]!;
            }
            expect(rebuilt).toBeCloseTo(square[i * size + j]!, 8);
            expect(angle).toBeCloseTo(i === j ? 1 : 0, 8);
          }
        }
      }),
    );
  });

  it('finds the values of a matrix computed by hand', () => {
    expect(Array.from(symmetricEigen(Float64Array.of(2, 1, 1, 2), 2).values)).toEqual([
      expect.closeTo(3, 10),
      expect.closeTo(1, 10),
    ]);
  });
});
