import fc from 'fast-check';
import { kthLargest } from './kth-largest.js';

describe('the k-th largest', () => {
  it('is what sorting says', () => {
    // Adding 0 makes one zero of two, whose order is nobody's.
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
