import fc from 'fast-check';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { parseScimFilter } from './scim-filter.js';
import { readPatch } from './scim-patch.js';

const KNOWN = ['username', 'externalid', 'active', 'value'];

describe('a filter of SCIM', () => {
  it.each([
    ['userName eq "minji@example.org"', [['username', 'minji@example.org']]],
    ['USERNAME EQ "김 \\"민지\\" \\u00e9"', [['username', '김 "민지" é']]],
    [
      'externalId eq "a" and active eq true',
      [
        ['externalid', 'a'],
        ['active', true],
      ],
    ],
    [
      'externalId eq "a AND b" And active eq False',
      [
        ['externalid', 'a AND b'],
        ['active', false],
      ],
    ],
  ] as const)('%s is read', (text, expected) => {
    expect(parseScimFilter(text, KNOWN).map(({ attribute, value }) => [attribute, value])).toEqual(expected);
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName eq minji',
    'userName eq "a" and',
    'userName eq "a" or active eq true',
    'userName eq "a" active eq true',
    'not (userName eq "a")',
    'userName co "a"',
    'password eq "a"',
    'userName eq "a',
    "userName eq 'a' OR 1=1 --",
    'userName eq "a\u0000"',
    `userName eq "${'a'.repeat(2000)}"`,
    Array.from({ length: 20 }, () => 'userName eq "a"').join(' and '),
    '"'.repeat(900),
    '\\"'.repeat(400),
    'a.'.repeat(490),
    `userName eq "${'\\'.repeat(900)}`,
    '('.repeat(900),
  ])('%j is refused', (text) => {
    expect(() => parseScimFilter(text, KNOWN)).toThrow(InvalidInputError);
  });

  it('gives each value back, and anything else is an error that names the filter', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'grapheme' }), (value) => {
        const quoted = JSON.stringify(value).replaceAll(/[\p{Cc}]/gu, '');
        const read = parseScimFilter(`userName eq ${quoted}`, KNOWN);
        expect(read).toEqual([{ attribute: 'username', value: JSON.parse(quoted) as string }]);
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 1100, unit: 'binary' }), (text) => {
        try {
          parseScimFilter(text, KNOWN);
        } catch (error) {
          expect(error).toMatchObject({ faults: [{ pointer: '/filter' }] });
        }
      }),
    );
  });
});

describe('a PATCH of SCIM', () => {
  it('is read in the forms of the large directories', () => {
    const read = (...operations: object[]) =>
      readPatch({ Operations: operations }).map(({ op, path, selected, value }) => [op, path, selected, value]);
    expect(read({ op: 'Replace', path: 'active', value: 'False' })).toEqual([
      ['replace', 'active', undefined, 'False'],
    ]);
    expect(read({ op: 'replace', value: { active: false } })).toEqual([['replace', 'active', undefined, false]]);
    expect(read({ op: 'Add', value: { 'name.givenName': 'M', name: { familyName: 'K' } } })).toEqual([
      ['add', 'name.givenname', undefined, 'M'],
      ['add', 'name.familyname', undefined, 'K'],
    ]);
    expect(read({ op: 'remove', path: 'members[value eq "x"]' })).toEqual([['remove', 'members', 'x', undefined]]);
    expect(read({ op: 'replace', path: 'emails[type eq "work"].value', value: 'a@b' })).toEqual([
      ['replace', 'emails.value', 'work', 'a@b'],
    ]);
    expect(read({ op: 'Add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'M' })).toEqual([
      ['add', 'displayname', undefined, 'M'],
    ]);
  });

  it.each([
    {},
    { Operations: [] },
    { Operations: [{ op: 'move', path: 'active', value: true }] },
    { Operations: [{ op: 'remove' }] },
    { Operations: [{ op: 'add', value: [1] }] },
    { Operations: [{ op: 'add', path: 5, value: 1 }] },
    { Operations: [{ op: 'add', path: 'members[', value: 1 }] },
    { Operations: [{ op: 'add', path: ']members[', value: 1 }] },
    { Operations: [{ op: 'remove', path: `members[${'('.repeat(300)}]` }] },
    { Operations: [{ op: 'add', path: 'a'.repeat(600), value: 1 }] },
    { Operations: Array.from({ length: 1001 }, () => ({ op: 'add', path: 'active', value: true })) },
  ])('%j is refused', (body) => {
    expect(() => readPatch(body)).toThrow(InvalidInputError);
  });
});
