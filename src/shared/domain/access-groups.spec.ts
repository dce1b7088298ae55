import { accessGroups, groupNameFault, groupsText, readGroups, sameGroups } from './access-groups.js';
import { admits, covers, filterKey, intersect, memberOf, restrictedTo, UNRESTRICTED } from './category-filter.js';

describe('groups', () => {
  it('are stored distinct, in normal form and sorted', () => {
    expect(accessGroups([' staff ', '임원'.normalize('NFD'), 'staff', 'Staff'])).toEqual(['Staff', 'staff', '임원']);
    expect(readGroups(groupsText(['b', 'a', 'b']))).toEqual(['a', 'b']);
    expect([sameGroups(['a'], ['a']), sameGroups(['a'], ['a', 'b']), sameGroups([], [])]).toEqual([true, false, true]);
  });

  it.each(['{}', '[1]', '"staff"'])('are never lost by a damaged list: %s', (json) =>
    expect(() => readGroups(json)).toThrow('not a list of names'),
  );

  it.each([
    ['staff', undefined],
    ['인사팀 / 2026', undefined],
    ['', 'must have 1..100 characters, not only blanks'],
    ['  ', 'must have 1..100 characters, not only blanks'],
    ['x'.repeat(101), 'must have 1..100 characters, not only blanks'],
    [7, 'must be a string'],
    ['a\u202eb', 'must not hold control characters or invisible ones (U+202E)'],
    ['\ud800', 'must be whole Unicode characters, without lone surrogates'],
  ])('have names by one rule: %j', (name, fault) => expect(groupNameFault(name)).toBe(fault));
});

describe('a filter with groups', () => {
  const staff = intersect(restrictedTo([['Law']]), memberOf(['staff']));
  const at = (groups: string[], path = ['Law', 'Fees']) => ({ canonicalPath: path, groups });

  it('admits documents without groups, and those with one of its own, in its categories', () => {
    expect([[], ['staff'], ['board', 'staff'], ['board']].map((groups) => admits(staff, at(groups)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(admits(staff, at(['staff'], ['Art']))).toBe(false);
    expect([UNRESTRICTED, restrictedTo([['Law']])].map((filter) => admits(filter, at(['board'])))).toEqual([
      true,
      true,
    ]);
  });

  it('is covered only by a filter with all of its groups, and has another key in caches', () => {
    expect(covers(memberOf(['board', 'staff']), staff)).toBe(true);
    expect([covers(memberOf(['board']), staff), covers(staff, restrictedTo([['Law']]))]).toEqual([false, false]);
    const keys = [UNRESTRICTED, memberOf([]), memberOf(['staff']), staff, restrictedTo([['Law']]), restrictedTo([])];
    expect(new Set(keys.map(filterKey)).size).toBe(keys.length);
  });
});
