import { LIMITS, START, storedUser } from '../../../test/support/memory-users.js';
import { onEveryStore } from '../../../test/support/every-store.js';
import { ScimUser } from '../domain/scim-store.js';
import { UserSession } from '../domain/user.js';
import { SqlScimStore } from './sql-scim-store.js';
import { SqlUserStore } from './sql-user-store.js';

const person = (id: string, userName: string, more: Partial<ScimUser> = {}): ScimUser => ({
  id,
  userName,
  externalId: null,
  displayName: '김민지',
  givenName: null,
  familyName: null,
  email: null,
  active: true,
  userId: null,
  createdAt: START,
  changedAt: START,
  ...more,
});
const group = (id: string, displayName: string) => ({
  id,
  displayName,
  externalId: null,
  createdAt: START,
  changedAt: START,
});
const session = (tokenHash: string, userId: string): UserSession => ({
  tokenHash,
  userId,
  createdAt: START,
  usedAt: START,
  expiresAt: new Date(Date.parse(START) + LIMITS.sessionMs).toISOString(),
  confirmedAt: START,
  sealedRefreshToken: null,
});

onEveryStore('people of a directory', 'access', (opened) => {
  const store = () => new SqlScimStore(opened().sql);
  const users = () => new SqlUserStore(opened().sql);
  const groupsOf = async (id: string) => (await users().find(id))?.user.providerGroups;

  it('are found by their attributes, page by page, and a user name is taken in any case', async () => {
    const [a, b] = [person('p1', 'Minji@example.org', { externalId: 'x1', email: 'm@a' }), person('p2', 'jun')];
    expect(await store().putUser(a)).toEqual(a);
    expect(await store().putUser(b)).toEqual(b);
    expect(await store().putUser(person('p3', 'JUN'))).toBeUndefined();
    const find = async (attribute: string, value: string | boolean) =>
      (await store().users([{ attribute, value }], 0, 9)).items.map(({ id }) => id);
    expect(await find('username', 'minji@EXAMPLE.org')).toEqual(['p1']);
    expect(await find('externalid', 'x1')).toEqual(['p1']);
    expect(await find('emails.value', 'm@a')).toEqual(['p1']);
    expect(await find('displayname', '김민지')).toEqual(['p1', 'p2']);
    expect([await find('active', true), await find('active', 'False')]).toEqual([['p1', 'p2'], []]);
    expect(await store().users([], 1, 1)).toEqual({ total: 2, items: [b] });
    expect(await store().users([], 0, 0)).toEqual({ total: 2, items: [] });
    const changed = { ...a, userName: 'minji', active: false };
    await store().putUser(changed);
    await opened().restart();
    expect(await store().user('p1')).toEqual(changed);
  });

  it('have members that exist, each once', async () => {
    for (const id of ['p1', 'p2', 'p3']) await store().putUser(person(id, id));
    expect(await store().putGroup(group('g1', 'staff'), [{ kind: 'replace', ids: ['p1', 'no'] }])).toEqual(['no']);
    expect(await store().group('g1')).toBeUndefined();
    expect(await store().putGroup(group('g1', 'staff'), [{ kind: 'replace', ids: ['p1'] }])).toEqual([]);
    expect(await store().putGroup(group('g2', 'staff'), [])).toBe('taken');
    const change = [
      { kind: 'add', ids: ['p2', 'p1'] },
      { kind: 'remove', ids: ['p1', 'unknown'] },
      { kind: 'add', ids: ['p3'] },
    ] as const;
    await store().putGroup(group('g1', '교직원'), change);
    const found = await store().group('g1');
    expect([found?.displayName, found?.members.map(({ id }) => id)]).toEqual(['교직원', ['p2', 'p3']]);
    const having = async (value: string) => (await store().groups([{ attribute: 'members', value }], 0, 9)).total;
    expect([await having('p1'), await having('p2')]).toEqual([0, 1]);
    await store().removeUser('p2', START);
    expect((await store().group('g1'))?.members.map(({ id }) => id)).toEqual(['p3']);
    expect([await store().removeGroup('g1'), await store().removeGroup('g1')]).toEqual([true, false]);
  });

  it('are joined with those who sign in, by the external id or a verified name, before or after', async () => {
    await store().putUser(person('p1', 'other', { externalId: 's1' }));
    await store().putUser(person('p2', 'Minji@example.org'));
    await store().putGroup(group('g1', 'board'), [{ kind: 'replace', ids: ['p1'] }]);
    const minji = storedUser({ loginNames: ['minji@example.org'] });
    expect(await users().signIn(minji, session('h1', 'user_1'), undefined)).toBe(true);
    expect((await store().user('p1'))?.userId).toBe('user_1');
    expect(await groupsOf('user_1')).toEqual(['staff', 'board']);
    const jun = storedUser({
      id: 'user_2',
      subject: 's2',
      providerGroups: [],
      loginNames: ['jun'],
      email: 'boss@example.org',
    });
    await users().signIn(jun, session('h2', 'user_2'), undefined);
    await store().putUser(person('p3', 'JUN'));
    // An address that nobody has verified joins nobody.
    await store().putUser(person('p4', 'boss@example.org'));
    expect([(await store().user('p3'))?.userId, (await store().user('p4'))?.userId]).toEqual(['user_2', null]);
    await store().putGroup(group('g1', 'board'), [{ kind: 'replace', ids: ['p3'] }]);
    expect([await groupsOf('user_1'), await groupsOf('user_2')]).toEqual([['staff'], ['board']]);
    expect((await users().withSession('h2'))?.user.providerGroups).toEqual(['board']);
  });

  it('lose their sessions when the directory ends them, and cannot sign in until it restores them', async () => {
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    await users().signIn(storedUser(), session('h1', 'user_1'), undefined);
    await store().putUser(
      person('p1', 'minji', { externalId: 's1', active: false, changedAt: '2026-01-02T00:00:00.000Z' }),
    );
    expect(await users().withSession('h1')).toBeUndefined();
    expect((await users().find('user_1'))?.user.deactivatedAt).toBe('2026-01-02T00:00:00.000Z');
    expect(await users().signIn(storedUser(), session('h2', 'user_1'), undefined)).toBe(false);
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    expect(await users().signIn(storedUser(), session('h3', 'user_1'), undefined)).toBe(true);
    await users().setDeactivated('user_1', START);
    await store().putUser(person('p1', 'minji', { externalId: 's1', displayName: 'M' }));
    expect((await users().find('user_1'))?.user.deactivatedAt).toBe(START);
    await store().putUser(person('p2', 'new', { externalId: 's9', active: false }));
    expect(await users().signIn(storedUser({ id: 'user_9', subject: 's9' }), session('h9', 'user_9'), undefined)).toBe(
      false,
    );
    expect(await users().find('user_9')).toBeUndefined();
  });
});
