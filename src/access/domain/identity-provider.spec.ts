import { claimedGroups } from './identity-provider.js';

describe('the groups of a person', () => {
  it.each([
    [{ groups: ['staff', '기획팀', 'staff'] }, ['staff', '기획팀']],
    [{ groups: 'staff' }, ['staff']],
    [{ groups: [] }, []],
    [{ groups: [7, null, ['staff'], { name: 'staff' }, '', 'a\u0000b', 'x'.repeat(101)] }, []],
    [{ groups: { staff: true } }, []],
    [{ groups: null }, undefined],
    [{ roles: ['staff'] }, undefined],
  ])('in %j are %j', (claims, groups) => {
    expect(claimedGroups(claims, 'groups')).toEqual(groups);
  });

  it('may be inside of other claims, where no claim has the whole name', () => {
    expect(claimedGroups({ realm_access: { roles: ['staff'] } }, 'realm_access.roles')).toEqual(['staff']);
    const both = { 'https://h.example/groups': ['staff'], 'https://h': { 'example/groups': ['board'] } };
    expect(claimedGroups(both, 'https://h.example/groups')).toEqual(['staff']);
    expect(claimedGroups({ groups: 'text' }, 'groups.length')).toBeUndefined();
    expect(claimedGroups({}, 'constructor.name')).toBeUndefined();
  });
});
