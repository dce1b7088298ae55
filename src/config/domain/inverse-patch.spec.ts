import fc from 'fast-check';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { inversePatch } from './inverse-patch.js';
import { applyPatch, Json, JsonPatch } from './json-patch.js';

const DOCUMENT: Json = { groups: [{ words: ['a', 'b'] }, { words: ['c'] }], weights: { first: 0.5 } };

describe('inversePatch', () => {
  it.each<[string, JsonPatch]>([
    ['an addition at the end', [{ op: 'add', path: '/groups/-', value: { words: ['d'] } }]],
    ['an addition in the middle', [{ op: 'add', path: '/groups/0/words/1', value: 'x' }]],
    ['a new member', [{ op: 'add', path: '/weights/second', value: 1 }]],
    ['a member put in place of another', [{ op: 'add', path: '/weights/first', value: 1 }]],
    ['a replaced value', [{ op: 'replace', path: '/weights/first', value: 0.1 }]],
    ['a removal', [{ op: 'remove', path: '/groups/0' }]],
    [
      'several, in order',
      [
        { op: 'replace', path: '/groups/0/words', value: ['a', 'b', 'c'] },
        { op: 'remove', path: '/groups/1' },
        { op: 'add', path: '/groups/0/words/-', value: 'z' },
      ],
    ],
  ])('takes back %s', (_, patch) => {
    const inverse = inversePatch(DOCUMENT, patch);
    expect(applyPatch(applyPatch(DOCUMENT, patch), inverse)).toEqual(DOCUMENT);
  });

  it('inverts any sequence of additions and replacements of list members', () => {
    const operation = fc.oneof(
      fc.record({ op: fc.constant('add' as const), path: fc.constant('/groups/-'), value: fc.string() }),
      fc.record({ op: fc.constant('add' as const), path: fc.constant('/groups/0'), value: fc.string() }),
      fc.record({ op: fc.constant('replace' as const), path: fc.constant('/groups/0'), value: fc.string() }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 8 }), (patch) => {
        const inverse = inversePatch(DOCUMENT, patch);
        expect(applyPatch(applyPatch(DOCUMENT, patch), inverse)).toEqual(DOCUMENT);
      }),
    );
  });

  it('detects a later change at the same pointer', () => {
    const patch: JsonPatch = [{ op: 'replace', path: '/weights/first', value: 0.1 }];
    const later = applyPatch(applyPatch(DOCUMENT, patch), [{ op: 'replace', path: '/weights/first', value: 0.9 }]);
    expect(() => applyPatch(later, inversePatch(DOCUMENT, patch))).toThrow(InvalidInputError);
  });

  it('refuses to invert a move', () => {
    expect(() => inversePatch(DOCUMENT, [{ op: 'move', from: '/groups/0', path: '/groups/1' }])).toThrow(
      InvalidInputError,
    );
  });
});
