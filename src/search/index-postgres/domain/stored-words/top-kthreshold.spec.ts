import fc from 'fast-check';
import { kthLargest } from './top-kthreshold.js';

describe('the k-th largest', () => {
  it('is that of a sorted list', () => {
    // Adding 0 maps -0 to 0, whose order is undefined.
    const number = fc.oneof(fc.nat({ max: 5 }), fc.float({ noNaN: true })).map((x) => x + 0);
    const values = fc.array(number, { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.nat(), (all, n) => {
        const k = 1 + (n % all.length);
        const sorted = Float32Array.from(all).sort().reverse();
        expect(kthLargest(Float32Array.from(all), k)).toBe(sorted[k - 1]);
      }),
    );
  });
});
