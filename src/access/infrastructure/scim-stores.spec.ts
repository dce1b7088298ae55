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

  it('are joined with those who sign in, by the external id alone, before or after', async () => {
    await store().putUser(person('p1', 'other', { externalId: 's1' }));
    await store().putUser(person('p2', 's1'));
    await store().putUser(person('p3', 'Minji@example.org'));
    await store().putGroup(group('g1', 'board'), [{ kind: 'replace', ids: ['p1'] }]);
    expect(await users().signIn(storedUser({ email: 'minji@example.org' }), session('h1', 'user_1'), undefined)).toBe(
      true,
    );
    expect(await Promise.all(['p1', 'p2', 'p3'].map(async (id) => (await store().user(id))?.userId))).toEqual([
      'user_1',
      null,
      null,
    ]);
    expect(await groupsOf('user_1')).toEqual(['staff', 'board']);
    expect((await users().list('', 9))[0]?.directoryName).toBe('other');
    const jun = storedUser({ id: 'user_2', subject: 's2', linkId: 'oid-2', providerGroups: [] });
    await users().signIn(jun, session('h2', 'user_2'), undefined);
    await store().putUser(person('p4', 's2'));
    await store().putUser(person('p5', 'JUN', { externalId: 'oid-2' }));
    expect([(await store().user('p4'))?.userId, (await store().user('p5'))?.userId]).toEqual([null, 'user_2']);
    await store().putGroup(group('g1', 'board'), [{ kind: 'replace', ids: ['p5'] }]);
    expect([await groupsOf('user_1'), await groupsOf('user_2')]).toEqual([['staff'], ['board']]);
  });

  it('stay with their first account, and an account with its first person, until an administrator releases them', async () => {
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    await store().putUser(person('p2', 'twin', { externalId: 's1' }));
    await store().putGroup(group('g1', 'board'), [{ kind: 'replace', ids: ['p1'] }]);
    await store().putGroup(group('g2', 'twins'), [{ kind: 'replace', ids: ['p2'] }]);
    await users().signIn(storedUser(), session('h1', 'user_1'), undefined);
    await users().signIn(storedUser(), session('h1b', 'user_1'), undefined);
    const second = storedUser({ id: 'user_2', issuer: 'https://other.example', providerGroups: [] });
    await users().signIn(second, session('h2', 'user_2'), undefined);
    await users().confirm({ ...second, confirmedAt: '2026-01-01T09:00:00.000Z' });
    expect([await groupsOf('user_1'), await groupsOf('user_2')]).toEqual([['staff', 'board'], []]);
    await store().putUser(person('p1', 'minji', { externalId: 's1', displayName: 'M' }));
    expect(await groupsOf('user_1')).toEqual(['staff', 'board']);
    expect([await users().unlink('user_1'), await users().unlink('user_1')]).toEqual([true, false]);
    expect(await groupsOf('user_1')).toEqual(['staff']);
    await users().signIn(second, session('h3', 'user_2'), undefined);
    expect(await groupsOf('user_2')).toEqual(['board']);
  });

  it('end every account that their external id names, and none of another person', async () => {
    const at = '2026-01-02T00:00:00.000Z';
    await users().signIn(storedUser(), session('h1', 'user_1'), undefined);
    await users().signIn(storedUser({ id: 'user_2', issuer: 'https://o.example' }), session('h2', 'user_2'), undefined);
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    // Two accounts claim to be the person: none gets the groups, and both end.
    expect((await store().user('p1'))?.userId).toBeNull();
    await users().signIn(storedUser({ id: 'user_3', subject: 's3', linkId: 's3' }), session('h3', 'user_3'), undefined);
    await store().putUser(person('p3', 'jun', { externalId: 's3' }));
    await store().putUser(person('p1', 'minji', { externalId: 's1', active: false, changedAt: at }));
    const open = async () => [await users().withSession('h1'), await users().withSession('h2')];
    expect(await open()).toEqual([undefined, undefined]);
    expect((await users().withSession('h3'))?.user.deactivatedAt).toBeNull();
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    await users().signIn(storedUser({ id: 'user_2', issuer: 'https://o.example' }), session('h2', 'user_2'), undefined);
    expect(await store().removeUser('p1', at)).toBe(true);
    expect([(await users().find('user_1'))?.user, (await users().find('user_2'))?.user]).toMatchObject([
      { deactivatedAt: at },
      { deactivatedAt: at },
    ]);
    // A person whose external id becomes another one takes no account along.
    await store().putUser(person('p3', 'jun', { externalId: 's4' }));
    expect((await store().user('p3'))?.userId).toBeNull();
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
    expect(await users().signIn(storedUser({ id: 'user_9', linkId: 's9' }), session('h9', 'user_9'), undefined)).toBe(
      false,
    );
    expect(await users().find('user_9')).toBeUndefined();
  });

  it('restore nothing that an administrator ended, unless the directory ended it too', async () => {
    const ended = async () => (await users().find('user_1'))?.user.deactivatedAt;
    await users().signIn(storedUser(), session('h1', 'user_1'), undefined);
    await users().setDeactivated('user_1', START);
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    expect(await ended()).toBe(START);
    await store().putUser(person('p1', 'minji', { externalId: 'wrong', active: false }));
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    expect(await ended()).toBe(START);
    for (const active of [false, true]) await store().putUser(person('p1', 'minji', { externalId: 's1', active }));
    expect(await ended()).toBeNull();
  });

  it('stay ended while they are inactive, whichever account their external id names later, and whoever restores it', async () => {
    await store().putUser(person('p1', 'minji', { active: false }));
    await users().signIn(storedUser(), session('h1', 'user_1'), undefined);
    const later = '2026-01-02T00:00:00.000Z';
    const repeat = () => store().putUser(person('p1', 'minji', { externalId: 's1', active: false, changedAt: later }));
    await repeat();
    expect([await users().withSession('h1'), (await users().find('user_1'))?.user.deactivatedAt]).toEqual([
      undefined,
      later,
    ]);
    await users().setDeactivated('user_1', null);
    await repeat();
    expect((await users().find('user_1'))?.user.deactivatedAt).toBe(later);
  });

  it('cannot sign in after the directory removed them, also for the first time, until they return', async () => {
    const signIn = (id: string) =>
      users().signIn(storedUser({ id, subject: id }), session(`h-${id}-${Math.random()}`, id), undefined);
    await store().putUser(person('p1', 'minji', { externalId: 's1' }));
    await store().removeUser('p1', START);
    await opened().restart();
    expect([await signIn('user_1'), await signIn('user_2'), await users().find('user_1')]).toEqual([
      false,
      false,
      undefined,
    ]);
    await users().confirm(storedUser());
    expect(await users().find('user_1')).toBeUndefined();
    await store().putUser(person('p2', 'minji', { externalId: 's1' }));
    expect([await signIn('user_1'), await signIn('user_2')]).toEqual([true, true]);
    await store().removeUser('p2', START);
    await store().putUser(person('p3', 'minji', { externalId: 's1' }));
    expect((await users().find('user_1'))?.user.deactivatedAt).toBeNull();
    await store().removeUser('p3', START);
    expect(await signIn('user_1')).toBe(false);
    await users().setDeactivated('user_1', null);
    expect(await signIn('user_1')).toBe(true);
  });

  it('are joined by an access token for an account that is known, unless a newer statement named another or one belongs to another', async () => {
    const later = '2026-01-01T01:00:00.000Z';
    const stored = async () => (await users().find('user_1'))?.user ?? storedUser();
    const confirmed = async (linkId: string, at: string) => {
      await users().confirmLink(await stored(), linkId, at);
      const { linkId: link, directoryName, deactivatedAt } = await stored();
      return [link, directoryName, deactivatedAt];
    };
    await users().signIn(storedUser(), session('h1', 'user_1'), undefined);
    await store().putUser(person('p1', 'minji', { externalId: 'oid-1' }));
    expect(await confirmed('oid-1', START)).toEqual(['s1', null, null]);
    expect(await confirmed('oid-1', later)).toEqual(['oid-1', 'minji', null]);
    await store().putUser(person('p2', 'jun', { externalId: 'oid-2' }));
    expect(await confirmed('oid-2', later)).toEqual(['oid-2', 'minji', null]);
    expect((await store().user('p2'))?.userId).toBeNull();
    expect((await stored()).providerGroups).toEqual(['staff']);
    // The account is of another person, and the token names one who has ended.
    await store().removeUser('p2', START);
    expect(await confirmed('oid-2', later)).toEqual(['oid-2', 'minji', later]);
    expect(await users().withSession('h1')).toBeUndefined();
  });

  it('end with a refresh that names them: nothing that it says is stored', async () => {
    await users().signIn(storedUser(), session('h1', 'user_1'), undefined);
    await store().putUser(person('p1', 'minji', { externalId: 'oid-1', active: false }));
    await users().refresh(storedUser({ linkId: 'oid-1', providerGroups: ['board'] }), 'h1', 'next');
    expect((await users().find('user_1'))?.user).toMatchObject({ providerGroups: ['staff'], deactivatedAt: START });
    expect(await users().withSession('h1')).toBeUndefined();
    for (const active of [false, true]) await store().putUser(person('p1', 'minji', { externalId: 'oid-1', active }));
    expect((await users().find('user_1'))?.user.deactivatedAt).toBeNull();
  });
});
