import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import wabt from 'wabt';
import { VectorMatrix, KERNEL_BASE64 } from './vector-matrix.js';
import { projectRoot } from '../configuration-folders.js';

function unit(values: readonly number[]): Float32Array {
  const norm = Math.hypot(...values) || 1;
  return Float32Array.from(values, (x) => x / norm);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}

describe('vector matrix', () => {
  it('runs the kernel of its source', async () => {
    const source = path.join(projectRoot(), 'src/shared/infrastructure/vectors/vector-kernel.wat');
    const module = (await wabt()).parseWat('vector-kernel.wat', readFileSync(source, 'utf8'), { simd: true });
    expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(KERNEL_BASE64);
  });

  it('returns the cosine of every row within 0.01, for any number of dimensions and rows', () => {
    const numbers = (n: number) =>
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n });
    const sets = fc
      .integer({ min: 1, max: 70 })
      .chain((width) => fc.tuple(numbers(width), fc.array(numbers(width), { minLength: 1, maxLength: 40 })));
    fc.assert(
      fc.property(sets, ([query, rows]) => {
        const matrix = new VectorMatrix(query.length);
        rows.forEach((row, i) => matrix.set(i, unit(row)));
        const out = new Float32Array(rows.length);
        matrix.cosines(unit(query), out);
        rows.forEach((row, i) => {
          const expected = cosine(unit(query), unit(row));
          if (row.every((x) => x === 0) || query.every((x) => x === 0)) expect(out[i]).toBeNaN();
          else expect(Math.abs((out[i] ?? 0) - expected)).toBeLessThan(0.011);
        });
      }),
    );
  });

  it('keeps its rows while it grows, and skips rows without a vector', () => {
    const matrix = new VectorMatrix(3);
    matrix.set(0, unit([1, 0, 0]));
    matrix.set(5_000, unit([0, 1, 0]));
    const out = new Float32Array(matrix.length);
    matrix.cosines(unit([1, 0, 0]), out);
    expect(out[0]).toBeCloseTo(1, 2);
    expect(out[1]).toBeNaN();
    expect(out[5_000]).toBeCloseTo(0, 2);
    expect(matrix.has(1)).toBe(false);
  });

  it('replaces an earlier vector', () => {
    const matrix = new VectorMatrix(2);
    matrix.set(0, unit([1, 0]));
    matrix.set(0, unit([0, 1]));
    const out = new Float32Array(1);
    matrix.cosines(unit([1, 0]), out);
    expect(out[0]).toBeCloseTo(0, 2);
  });
});
