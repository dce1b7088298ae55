import fc from 'fast-check';
import { applyPatch, Json, JsonPatch, sameJson } from './json-patch.js';

const DOCUMENT: Json = {
  rules: [
    { id: 'a', patterns: ['x', 'y'] },
    { id: 'b', patterns: [] },
  ],
  'odd/na~me': 1,
};
const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe('applyPatch', () => {
  it.each<[string, JsonPatch, Json]>([
    ['adds a member', [{ op: 'add', path: '/limit', value: 3 }], { ...DOCUMENT, limit: 3 }],
    [
      'adds behind the end of a list',
      [{ op: 'add', path: '/rules/0/patterns/-', value: 'z' }],
      {
        ...DOCUMENT,
        rules: [
          { id: 'a', patterns: ['x', 'y', 'z'] },
          { id: 'b', patterns: [] },
        ],
      },
    ],
    [
      'adds between two places',
      [{ op: 'add', path: '/rules/0/patterns/1', value: 'z' }],
      {
        ...DOCUMENT,
        rules: [
          { id: 'a', patterns: ['x', 'z', 'y'] },
          { id: 'b', patterns: [] },
        ],
      },
    ],
    ['removes from a list', [{ op: 'remove', path: '/rules/0' }], { ...DOCUMENT, rules: [{ id: 'b', patterns: [] }] }],
    [
      'replaces by an escaped name',
      [{ op: 'replace', path: '/odd~1na~0me', value: 2 }],
      { ...DOCUMENT, 'odd/na~me': 2 },
    ],
    [
      'moves',
      [{ op: 'move', from: '/rules/0/patterns/0', path: '/rules/1/patterns/0' }],
      {
        ...DOCUMENT,
        rules: [
          { id: 'a', patterns: ['y'] },
          { id: 'b', patterns: ['x'] },
        ],
      },
    ],
    [
      'copies',
      [{ op: 'copy', from: '/rules/0/id', path: '/rules/1/name' }],
      {
        ...DOCUMENT,
        rules: [
          { id: 'a', patterns: ['x', 'y'] },
          { id: 'b', patterns: [], name: 'a' },
        ],
      },
    ],
    ['tests what stands there', [{ op: 'test', path: '/rules/1', value: { patterns: [], id: 'b' } }], DOCUMENT],
  ])('%s', (_, patch, expected) => {
    expect(applyPatch(DOCUMENT, patch)).toEqual(expected);
  });

  it.each<[string, JsonPatch, string]>([
    [
      'a member that is not there',
      [{ op: 'replace', path: '/none', value: 1 }],
      "/0: replace /none cannot be done: there is no member 'none'",
    ],
    ['an index after the end of the list', [{ op: 'remove', path: '/rules/2' }], "a list of 2 has no element '2'"],
    ['a test that fails', [{ op: 'test', path: '/rules/0/id', value: 'b' }], 'another one'],
    ['a pointer without its slash', [{ op: 'remove', path: 'rules' }], 'not a JSON Pointer'],
    ['moving into itself', [{ op: 'move', from: '/rules', path: '/rules/0' }], 'into itself'],
    ['an inherited name', [{ op: 'replace', path: '/constructor', value: 1 }], "no member 'constructor'"],
  ])('refuses %s and says which operation it was', (_, patch, message) => {
    expect(() => applyPatch(DOCUMENT, patch)).toThrow(message);
  });

  it('applies all operations or none, and does not change the given document', () => {
    const before = structuredClone(DOCUMENT);
    const patch: JsonPatch = [
      { op: 'remove', path: '/rules/0' },
      { op: 'remove', path: '/rules/7' },
    ];
    expect(() => applyPatch(DOCUMENT, patch)).toThrow('/1: remove /rules/7');
    expect(DOCUMENT).toEqual(before);
  });

  it('inverts an addition by removal, at any key of any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.string(), json, (document, key, value) => {
        fc.pre(!Object.hasOwn(document, key) && key !== '__proto__' && !Object.hasOwn(document, '__proto__'));
        const path = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const added = applyPatch(document, [{ op: 'add', path, value }]);
        expect(applyPatch(added, [{ op: 'test', path, value }])).toBe(added);
        expect(applyPatch(added, [{ op: 'remove', path }])).toEqual(document);
      }),
    );
  });
});

describe('sameJson', () => {
  it('compares values, whatever the order of members', () => {
    expect(sameJson({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    expect(sameJson({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(sameJson([], {})).toBe(false);
  });
});
