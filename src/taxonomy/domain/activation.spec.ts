import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { assertDepth, assertWithin, movesOf } from './activation.js';

const AT_A = { id: 1, current: ['A'], path: ['A'], groups: [], documents: 2 };
const TO_B = { id: 2, current: ['A', 'X'], path: ['B'], groups: [], documents: 2 };

describe('activation', () => {
  it('moves the rows whose path differs, a new spelling included', () => {
    expect(movesOf([AT_A, TO_B, { ...AT_A, path: ['a'] }])).toEqual([TO_B, { ...AT_A, path: ['a'] }]);
  });

  it('is refused to a key with paths if documents move into or out of them', () => {
    const change = { before: [], after: [], moves: [TO_B] };
    expect(() => assertWithin(restrictedTo([['A']]), change)).toThrow('outside the paths of this key');
    expect(() => assertWithin(restrictedTo([['B']]), change)).toThrow('outside the paths of this key');
    expect(() => assertWithin(restrictedTo([['A'], ['B']]), change)).not.toThrow();
    expect(() => assertWithin(UNRESTRICTED, change)).not.toThrow();
  });

  it('is refused to a key with paths if an empty category outside is added or removed', () => {
    const filter = restrictedTo([['A']]);
    expect(() => assertWithin(filter, { before: [], after: [['B']], moves: [] })).toThrow('outside the paths');
    expect(() => assertWithin(filter, { before: [['C']], after: [['B']], moves: [] })).toThrow('outside the paths');
    expect(() => assertWithin(filter, { before: [['B']], after: [['b'], ['A', 'X']], moves: [] })).not.toThrow();
  });

  it('is refused if documents would get too deep, but not if an empty row would', () => {
    const deep = { ...AT_A, path: ['1', '2', '3', '4', '5', '6'] };
    expect(() => assertDepth([deep], '2.0.0')).toThrow("put the category 'A' at 6 levels");
    expect(() => assertDepth([{ ...deep, documents: 0 }], '2.0.0')).not.toThrow();
  });
});
