import fc from 'fast-check';
import { kthLargest } from './kth-largest.js';

describe('the k-th largest', () => {
  it('is what sorting says', () => {
    const values = fc.array(fc.oneof(fc.nat({ max: 5 }), fc.double({ noNaN: true })), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.nat(), (all, n) => {
        const k = 1 + (n % all.length);
        const sorted = Float64Array.from(all).sort().reverse();
        expect(kthLargest(Float64Array.from(all), k)).toBe(sorted[k - 1]);
      }),
    );
  });
});
