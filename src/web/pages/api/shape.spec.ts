import { flag, list, map, nullable, number, object, page, ShapeError, text } from './shape.js';

const Person = object({ name: text, age: nullable(number) });

describe('a shape', () => {
  it('reads its members and ignores additional ones of a newer server', () => {
    expect(Person({ name: 'Ann', age: 7, colour: 'red' }, '')).toEqual({ name: 'Ann', age: 7 });
    expect(Person({ name: 'Ann' }, '')).toEqual({ name: 'Ann', age: null });
  });

  it('reports the invalid member and its expected type', () => {
    const People = page(Person);
    const read = () => People({ items: [{ name: 'Ann' }, { name: 5 }], next_cursor: null }, '');
    expect(read).toThrow(new ShapeError('/items/1/name', 'a string'));
    expect(read).toThrow('/items/1/name is not a string.');
  });

  it.each([
    [text, 5],
    [number, '5'],
    [flag, 'true'],
    [list(text), { 0: 'a' }],
    [map(number), ['a']],
    [object({}), null],
  ] as const)('refuses a value of another kind', (shape, value) => {
    expect(() => shape(value, '')).toThrow(ShapeError);
  });

  it('keeps the keys of a map as they are', () => {
    expect(map(number)({ b: 2, 'a/c': 1 }, '')).toEqual({ b: 2, 'a/c': 1 });
  });
});
