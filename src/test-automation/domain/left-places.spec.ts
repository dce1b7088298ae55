import fc from 'fast-check';
import { LeftPlaces } from './left-places.js';

describe('LeftPlaces', () => {
  it('gives the same positions as a list whose gaps are closed', () => {
    fc.assert(
      fc.property(fc.nat(70), fc.infiniteStream(fc.nat(1_000)), (length, numbers) => {
        const left = new LeftPlaces(length);
        const list = Array.from({ length }, (_, i) => i);
        while (list.length > 0) {
          const n = Number(numbers.next().value) % list.length;
          expect([left.take(n)]).toEqual(list.splice(n, 1));
        }
      }),
    );
  });
});
