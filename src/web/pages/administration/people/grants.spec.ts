import type { MappingRule, Person } from '../../api/people.js';
import { categoriesWithoutDocuments, affectedBy, grantOf, ruleChanges } from './grants.js';

const rule = (group: string, more: Partial<MappingRule> = {}): MappingRule => ({
  provider_group: group,
  scopes: ['query'],
  allowed_category_paths: [],
  groups: [],
  ...more,
});
const person = (name: string, groups: readonly string[], active = true): Person => ({
  id: `user_${name}`,
  name,
  email: null,
  issuer: 'https://login.example.org',
  provider_groups: groups,
  active,
  confirmed_at: '2026-11-21T09:00:00.000Z',
});

describe('what the groups at the provider give', () => {
  it('is what all rules of the groups give together', () => {
    const rules = [
      rule('staff', { allowed_category_paths: [['인사', '복무']], groups: ['inside'] }),
      rule('editors', { scopes: ['ingest', 'query'], allowed_category_paths: [['인사', '복무'], ['Library']] }),
      rule('guests', { allowed_category_paths: null }),
    ];
    expect(grantOf(['staff', 'editors'], rules)).toEqual({
      scopes: ['query', 'ingest'],
      paths: [['인사', '복무'], ['Library']],
      groups: ['inside'],
    });
    expect(grantOf(['guests', 'staff'], rules).paths).toBeNull();
    expect(grantOf(['nobody'], rules)).toEqual({ scopes: [], paths: [], groups: [] });
  });

  it('changes for the active members of a changed group alone', () => {
    const people = [person('Minji', ['staff']), person('Jun', ['guests']), person('Sora', ['staff'], false)];
    const before = [rule('staff'), rule('guests')];
    const after = [rule('guests'), rule('staff', { scopes: ['query', 'test'] })];
    expect(affectedBy(people, before, after).map(({ person: { name } }) => name)).toEqual(['Minji']);
    expect(affectedBy(people, before, before.toReversed())).toEqual([]);
  });
});

describe('the difference of two versions of the rules', () => {
  it('names added, changed and removed groups, and no order', () => {
    const before = [rule('a'), rule('b', { groups: ['x', 'y'] }), rule('c')];
    const after = [rule('d'), rule('c', { allowed_category_paths: null }), rule('b', { groups: ['y', 'x'] })];
    expect(ruleChanges(before, after).map(({ group, kind }) => [group, kind])).toEqual([
      ['a', 'removed'],
      ['c', 'changed'],
      ['d', 'added'],
    ]);
  });
});

it('names categories of a rule that no document is in, in any spelling', () => {
  const existing = [['Library'], ['Library', 'Rooms'], ['학사']];
  expect(categoriesWithoutDocuments([['Library'], ['Ofice'], ['Library', 'Loans']], existing)).toEqual([
    ['Ofice'],
    ['Library', 'Loans'],
  ]);
  expect(categoriesWithoutDocuments([['library', 'ROOMS'], ['학사'.normalize('NFD')]], existing)).toEqual([]);
  expect(categoriesWithoutDocuments(null, existing)).toEqual([]);
});
