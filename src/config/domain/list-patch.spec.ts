import fc from 'fast-check';
import { applyPatch } from './json-patch.js';
import { listPatch } from './list-patch.js';

const patched = (before: readonly string[], after: readonly string[]) =>
  applyPatch({ list: [...before] }, listPatch('/list', before, after));

describe('the patch from one list to another', () => {
  it('replaces at the same place, removes, and adds at the end', () => {
    expect(patched(['가', 'b', 'c'], ['가', 'x', 'c'])).toEqual({ list: ['가', 'x', 'c'] });
    expect(patched(['a', 'b', 'c'], ['c'])).toEqual({ list: ['c'] });
    expect(patched(['a'], ['n', 'a'])).toEqual({ list: ['a', 'n'] });
    expect(listPatch('/list', ['a', 'b'], ['b', 'a'])).toEqual([]);
  });

  it('holds the values of the other list, each once', () => {
    const values = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '라', '마', '바'));
    fc.assert(
      fc.property(values, values, (before, after) => {
        const { list } = patched(before, after) as { list: string[] };
        expect(list.toSorted()).toEqual(after.toSorted());
      }),
    );
  });

  it('is refused where the list was edited at that place meanwhile', () => {
    const patch = listPatch('/list', ['a', 'b'], ['a']);
    expect(() => applyPatch({ list: ['a', 'other'] }, patch)).toThrow('the value at this path is another one');
  });
});
