import fc from 'fast-check';
import { addTransposedRow, multiplyRow, SparseMatrix, transpose } from './sparse-matrix.js';
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

describe('a sparse matrix', () => {
  it('is transposed by the definition, its rows in order', () => {
    fc.assert(
      fc.property(grid, (rows) => {
        const turned = rows[0]!.map((_, c) => rows.map((row) => row[c]!));
        expect(transpose(compress(rows))).toEqual(compress(turned));
      }),
    );
  });

  it('is multiplied row by row by the definition, with and without transposing', () => {
    fc.assert(
      fc.property(grid, (rows) => {
        const matrix = compress(rows);
        const dense = tallMatrix(matrix.columns, 8);
        dense.values.forEach((_, i) => (dense.values[i] = (i * 7) % 11));
        const back = tallMatrix(matrix.columns, 8);
        const product = new Float64Array(8);
        const products = rows.map((row, r) => {
          multiplyRow(matrix, r, dense, product);
          for (let k = 0; k < 8; k++)
            expect(product[k]).toBe(row.reduce((sum, x, c) => sum + x * dense.values[c * 8 + k]!, 0));
          const some = new Float64Array(5);
          multiplyRow(matrix, r, dense, some);
          expect(some).toEqual(product.subarray(0, 5));
          addTransposedRow(matrix, r, product, back);
          return [...product];
        });
        for (let c = 0; c < matrix.columns; c++) {
          for (let k = 0; k < 8; k++)
            expect(back.values[c * 8 + k]).toBe(rows.reduce((sum, row, r) => sum + row[c]! * products[r]![k]!, 0));
        }
      }),
    );
  });
});
