import fc from 'fast-check';
import { TextPlace, placesIn } from './document-block.js';

const PLACES: TextPlace[] = [
  { start: 0, end: 10, page: 1 },
  { start: 12, end: 30, page: 1, box: [50, 100, 400, 140] },
  { start: 32, end: 40, page: 2 },
];

describe('placesIn', () => {
  it('cuts the places to the span', () => {
    expect(placesIn({ start: 20, end: 34 }, PLACES)).toEqual([
      { start: 0, end: 10, page: 1, box: [50, 100, 400, 140] },
      { start: 12, end: 14, page: 2 },
    ]);
    expect(placesIn({ start: 10, end: 12 }, PLACES)).toEqual([]);
    expect(placesIn({ start: 0, end: 5 }, [])).toEqual([]);
  });

  it('finds what a look at every place finds', () => {
    const lengths = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 9 })), { maxLength: 30 });
    fc.assert(
      fc.property(lengths, fc.nat(200), fc.nat(60), (steps, start, length) => {
        let at = 0;
        const places = steps.map(([gap, size], i): TextPlace => {
          const begin = at + gap;
          at = begin + size;
          return { start: begin, end: at, page: i + 1 };
        });
        const end = start + length;
        const touching = places.filter((one) => one.start < end && one.end > start).map(({ page }) => page);
        expect(placesIn({ start, end }, places).map(({ page }) => page)).toEqual(length === 0 ? [] : touching);
      }),
    );
  });
});
