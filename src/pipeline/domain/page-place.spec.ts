import { placeOfQuote, readPlaces } from './page-place.js';

const STORED = [
  [0, 20, 3, 50, 700, 300, 720],
  [22, 60, 3, 50, 640, 400, 690],
  [62, 80, 4],
];

describe('the place of a quote', () => {
  it('is its first page, with the rectangle around it', () => {
    const places = readPlaces(STORED);
    expect(placeOfQuote(places, 5, 10)).toEqual({ page: 3, box: [50, 700, 300, 720] });
    expect(placeOfQuote(places, 5, 70)).toEqual({ page: 3, box: [50, 640, 400, 720] });
    expect(placeOfQuote(places, 65, 70)).toEqual({ page: 4 });
    expect(placeOfQuote(places, 20, 22)).toBeUndefined();
    expect(placeOfQuote([], 0, 10)).toBeUndefined();
  });

  it('is unknown for metadata of another form', () => {
    expect(readPlaces(undefined)).toEqual([]);
    expect(readPlaces([[0, 5], ['0', 5, 1], [0, 5, 0], [0, 5, 1.5], 7, [0, 5, 2, 1, 2]])).toEqual([
      { start: 0, end: 5, page: 2 },
    ]);
  });
});
