import { onEveryStore } from '../../../test/support/every-store.js';
import { START, storedUser } from '../../../test/support/memory-users.js';
import { UserSession } from '../domain/user.js';
import { SqlGroupMappings } from './sql-group-mappings.js';
import { SqlUserStore } from './sql-user-store.js';

const LATER = '2026-01-01T01:00:00.000Z';
const session = (more: Partial<UserSession> = {}): UserSession => ({
  tokenHash: 'h1',
  userId: 'user_1',
  createdAt: START,
  usedAt: START,
  expiresAt: '2026-01-02T00:00:00.000Z',
  confirmedAt: START,
  sealedRefreshToken: null,
  ...more,
});

onEveryStore('people', 'access', (opened) => {
  const made = () => new SqlUserStore(opened().sql);
  const mappings = () => new SqlGroupMappings(opened().sql);
  const rule = {
    providerGroup: '기획팀',
    scopes: ['query' as const],
    allowedCategoryPaths: [['AI', 'ML']],
    groups: ['a'],
  };
  const version = (number: number) => ({ version: number, rules: [rule], createdAt: START, createdBy: 'admin' });

  it('are found by their session with the newest mapping, also after reopening', async () => {
    const user = storedUser({ name: '김민지', email: 'm@h.example', providerGroups: ['기획팀'] });
    await made().signIn(user, session({ sealedRefreshToken: 'sealed' }), undefined);
    expect((await made().withSession('h1'))?.mapping.version).toBe(0);
    await mappings().add(version(1));
    await mappings().add({ ...version(2), rules: [{ ...rule, allowedCategoryPaths: null }] });
    await opened().restart();
    const found = await made().withSession('h1');
    expect(found).toEqual({
      user,
      session: session({ sealedRefreshToken: 'sealed' }),
      mapping: { ...version(2), rules: [{ ...rule, allowedCategoryPaths: null }] },
    });
    expect(await made().withSession('h2')).toBeUndefined();
    expect((await made().find('user_1'))?.user).toEqual(user);
  });

  it('are confirmed by a newer statement of an access token, and stay active or not', async () => {
    const later = storedUser({ confirmedAt: LATER, createdAt: LATER, providerGroups: ['board'], name: 'Kim' });
    await made().confirm(storedUser());
    await made().confirm(later);
    expect((await made().find('user_1'))?.user).toEqual({ ...later, createdAt: START });
    await made().confirm(storedUser());
    expect((await made().find('user_1'))?.user.providerGroups).toEqual(['board']);
    await made().setDeactivated('user_1', LATER);
    await made().confirm(storedUser({ confirmedAt: '2026-01-01T02:00:00.000Z' }));
    expect((await made().find('user_1'))?.user).toMatchObject({ deactivatedAt: LATER, providerGroups: ['staff'] });
  });

  it('keep their first time and their deactivation when they sign in again, and lose the session before', async () => {
    await made().signIn(storedUser(), session(), undefined);
    await made().setDeactivated('user_1', START);
    expect(await made().withSession('h1')).toBeUndefined();
    const again = storedUser({ createdAt: LATER, confirmedAt: LATER, providerGroups: ['board'] });
    await made().signIn(again, session({ tokenHash: 'h2' }), undefined);
    await made().signIn(again, session({ tokenHash: 'h3' }), 'h2');
    expect(await made().withSession('h2')).toBeUndefined();
    expect((await made().withSession('h3'))?.user).toEqual({ ...again, createdAt: START, deactivatedAt: START });
    expect([await made().setDeactivated('user_1', null), await made().setDeactivated('user_9', null)]).toEqual([
      true,
      false,
    ]);
  });

  it('have sessions that end, once each, by themselves or by their time', async () => {
    await made().signIn(storedUser(), session(), undefined);
    await made().signIn(storedUser(), session({ tokenHash: 'h2', expiresAt: START }), undefined);
    await made().signIn(storedUser(), session({ tokenHash: 'h3', usedAt: '2025-12-31T00:00:00.000Z' }), undefined);
    await made().noteUse('h1', LATER);
    await made().removeEnded(START, '2025-12-31T12:00:00.000Z');
    expect((await made().withSession('h1'))?.session.usedAt).toBe(LATER);
    expect([await made().withSession('h2'), await made().withSession('h3')]).toEqual([undefined, undefined]);
    expect([await made().endSession('h1'), await made().endSession('h1')]).toEqual(['user_1', undefined]);
  });

  it('are read from the provider again by one process only', async () => {
    await made().signIn(storedUser(), session({ sealedRefreshToken: 'one' }), undefined);
    const claims = [await made().claimRefresh('h1', START, LATER), await made().claimRefresh('h1', START, LATER)];
    expect(claims).toEqual([true, false]);
    await made().refresh(storedUser({ providerGroups: [], confirmedAt: LATER }), 'h1', 'two');
    const found = await made().withSession('h1');
    expect([found?.user.providerGroups, found?.session.sealedRefreshToken]).toEqual([[], 'two']);
  });

  it('are listed by id, and named', async () => {
    for (const id of ['user_1', 'user_2', 'user_3'])
      await made().signIn(
        storedUser({ id, subject: id, name: `N ${id}` }),
        session({ tokenHash: id, userId: id }),
        undefined,
      );
    expect((await made().list('user_1', 1)).map(({ id }) => id)).toEqual(['user_2']);
    await made().setDeactivated('user_2', START);
    const inState = async (isActive: boolean) => (await made().list('', 9, isActive)).map(({ id }) => id);
    expect([await inState(true), await inState(false)]).toEqual([['user_1', 'user_3'], ['user_2']]);
    expect(await made().namesOf(['user_3', 'key_1'])).toEqual(new Map([['user_3', 'N user_3']]));
    expect(await made().namesOf([])).toEqual(new Map());
  });

  it('get nothing from a part of the mapping that cannot be read', async () => {
    await opened().run(`INSERT INTO group_mappings (version, rules, created_at, created_by) VALUES
      (1, '[{"providerGroup":"x","scopes":["root","query"],"allowedCategoryPaths":[["a/b"],["ok"]],"groups":[7]},{},7]', '', '')`);
    expect((await mappings().current()).rules).toEqual([
      { providerGroup: 'x', scopes: ['query'], allowedCategoryPaths: [['ok']], groups: [] },
    ]);
  });

  it('have one mapping for each version, listed from the newest', async () => {
    expect([await mappings().add(version(1)), await mappings().add(version(1))]).toEqual([true, false]);
    await mappings().add(version(2));
    expect((await mappings().list(Number.MAX_SAFE_INTEGER, 5)).map((each) => each.version)).toEqual([2, 1]);
    expect((await mappings().list(2, 5)).map((each) => each.version)).toEqual([1]);
  });
});
