import { orthonormalise } from './orthonormal-basis.js';
import { seededRandom } from './seeded-random.js';
import { symmetricProduct, tallMatrix } from './tall-matrix.js';

function randomMatrix(rows: number, width: number, seed: number) {
  const matrix = tallMatrix(rows, width);
  const random = seededRandom(seed);
  for (let i = 0; i < rows * matrix.width; i++) matrix.values[i] = random() / 2 ** 31 - 1;
  return matrix;
}

describe('orthonormalise', () => {
  it('makes all columns orthonormal, also if their lengths differ by a factor of a thousand', () => {
    for (const seed of [1, 2, 3]) {
      const matrix = randomMatrix(100, 24, seed);
      matrix.values.forEach((x, i) => (matrix.values[i] = x * 10 ** -((i % 24) / 8)));
      orthonormalise(matrix, 2);
      const product = symmetricProduct(matrix, matrix);
      for (let i = 0; i < 24; i++)
        for (let j = 0; j < 24; j++) expect(product[i * 24 + j]).toBeCloseTo(i === j ? 1 : 0, 5);
    }
  });

  it('makes a column zero that depends on those before it, and keeps the rest orthonormal', () => {
    const matrix = randomMatrix(40, 8, 5);
    for (let r = 0; r < 40; r++) matrix.values[r * 8 + 3] = matrix.values[r * 8]! - 2 * matrix.values[r * 8 + 1]!;
    orthonormalise(matrix, 2);
    const product = symmetricProduct(matrix, matrix);
    for (let i = 0; i < 8; i++)
      for (let j = 0; j < 8; j++) expect(product[i * 8 + j]).toBeCloseTo(i === j && i !== 3 ? 1 : 0, 5);
  });
});
