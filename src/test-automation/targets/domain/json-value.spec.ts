import { isPath, valueAt } from './json-value.js';

const VALUE = { data: { 'a/b': 1, 'c~d': 2, list: [{ text: 'one' }, { text: 'two' }], none: null }, '': 3 };

describe('a JSON Pointer or path', () => {
  it.each([
    ['', VALUE],
    ['/data/list/1/text', 'two'],
    ['data.list[1].text', 'two'],
    ['/data/a~1b', 1],
    ['/data/c~0d', 2],
    ['/data/none', null],
    ['/', 3],
    ['/data/list/2', undefined],
    ['/data/list/text', undefined],
    ['data.missing.deeper', undefined],
    ['/data/__proto__', undefined],
    ['constructor', undefined],
    ['data.text.length', undefined],
  ])('%s reads %p', (path, value) => {
    expect(isPath(path)).toBe(true);
    expect(valueAt(VALUE, path)).toEqual(value);
  });

  it.each(['a..b', '.a', 'a.', 'a[', 'a[x]', '[0]', '/a~2', '/a~'])('is not %s', (path) =>
    expect(isPath(path)).toBe(false),
  );
});
