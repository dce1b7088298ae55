import fc from 'fast-check';
import { SparseMatrix, timesDense, transposeTimesDense } from './sparse-matrix.js';
import { tallMatrix } from './tall-matrix.js';

const entry = fc.oneof(fc.constant(0), fc.integer({ min: -4, max: 4 }));
const grid = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 12 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(entry, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );

function compress(rows: number[][]): SparseMatrix {
  const offsets = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const row of rows) {
    row.forEach((x, column) => {
      if (x === 0) return;
      indices.push(column);
      values.push(x);
    });
    offsets.push(indices.length);
  }
  return {
    rows: rows.length,
    columns: rows[0]!.length,
    offsets: Uint32Array.from(offsets),
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
  };
}

describe('products of a sparse and a dense matrix', () => {
  it('are those of the definition, with and without transposing', () => {
    fc.assert(
      fc.property(grid, (rows) => {
        const matrix = compress(rows);
        for (const transposed of [false, true]) {
          const plain = transposed ? rows[0]!.map((_, c) => rows.map((row) => row[c]!)) : rows;
          const dense = tallMatrix(plain[0]!.length, 8);
          dense.values.forEach((_, i) => (dense.values[i] = (i * 7) % 11));
          const out = tallMatrix(plain.length, 8);
          (transposed ? transposeTimesDense : timesDense)(matrix, dense, out);
          plain.forEach((row, r) => {
            for (let k = 0; k < 8; k++)
              expect(out.values[r * 8 + k]).toBe(row.reduce((sum, x, c) => sum + x * dense.values[c * 8 + k]!, 0));
          });
        }
      }),
    );
  });
});
