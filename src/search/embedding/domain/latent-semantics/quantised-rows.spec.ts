import fc from 'fast-check';
import { quantiseRows } from './quantised-rows.js';

const rows = fc.array(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 12, maxLength: 12 }), {
  minLength: 1,
  maxLength: 5,
});

describe('quantiseRows', () => {
  it('keeps each number within half a step of its row and pads narrow rows with zeros', () => {
    fc.assert(
      fc.property(rows, (numbers) => {
        const factors = Float64Array.from({ length: 10 }, (_, k) => 1 / (k + 1));
        const source = { rowAt: (row: number) => numbers[row]!, rows: numbers.length };
        const { values, scales, width } = quantiseRows(source, factors, 16);
        expect([width, values.length, scales.length]).toEqual([16, numbers.length * 16, numbers.length]);
        numbers.forEach((row, r) => {
          for (let k = 0; k < 16; k++) {
            const wanted = k < 10 ? row[k]! / (k + 1) : 0;
            const error = Math.abs(values[r * 16 + k]! * scales[r]! - wanted);
            expect(error).toBeLessThanOrEqual(scales[r]! * 0.501 + 1e-6);
          }
        });
      }),
    );
  });
});
