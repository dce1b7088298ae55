import { expiryClock, MemoryKeyStore, storedKey } from '../../../test/support/memory-keys.js';
import { callerRights, MemoryUserStore, storedUser } from '../../../test/support/memory-users.js';
import { covers, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { ResolveOwner } from './resolve-owner.js';

describe('the rights of an owner', () => {
  let store: MemoryKeyStore;
  let users: MemoryUserStore;
  let now: Date;
  const time = () => expiryClock(store, { now: () => now });
  const resolve = (required = true) =>
    new ResolveOwner(store, { required, matches: () => false }, callerRights(users, time()), time());

  beforeEach(async () => {
    store = new MemoryKeyStore();
    users = new MemoryUserStore();
    now = new Date('2026-01-01T00:00:00Z');
    await store.insert(storedKey({ allowedCategoryPaths: [['AI']], expiresAt: '2026-01-02T00:00:00.000Z' }));
  });

  it('are the current rights of the key', async () => {
    const rights = await resolve().of('key_1');
    expect([rights?.mayUse('query'), rights?.mayUse('test')]).toEqual([true, false]);
    expect(rights !== undefined && covers(restrictedTo([['AI']]), rights.filter)).toBe(true);
  });

  it('are none for an expired, revoked or unknown key', async () => {
    expect(await resolve().of('key_2')).toBeUndefined();
    now = new Date('2026-01-02T00:00:00Z');
    expect(await resolve().of('key_1')).toBeUndefined();
    await store.remove('key_1');
    expect(await resolve().of('key_1')).toBeUndefined();
  });

  it('are all rights for the administrator, and for every caller if no keys are required', async () => {
    expect((await resolve().of('admin'))?.filter).toEqual(UNRESTRICTED);
    expect((await resolve(false).of('anonymous'))?.mayUse('admin')).toBe(true);
    expect(await resolve(true).of('anonymous')).toBeUndefined();
  });

  it('of a person are those of the groups now, until the provider has not confirmed them for too long', async () => {
    const rule = { providerGroup: 'staff', scopes: ['test' as const], allowedCategoryPaths: [['AI']], groups: [] };
    users.users.set('user_1', storedUser());
    users.rules = [rule];
    const rights = await resolve().of('user_1');
    expect([rights?.mayUse('test'), rights?.mayUse('query')]).toEqual([true, false]);
    users.rules = [];
    expect((await resolve().of('user_1'))?.mayUse('test')).toBe(false);
    now = new Date('2026-02-01T00:00:00Z');
    expect(await resolve().of('user_1')).toBeUndefined();
  });

  it('of a personal token are those that its owner has as well', async () => {
    users.users.set('user_1', storedUser());
    users.rules = [
      { providerGroup: 'staff', scopes: ['query'], allowedCategoryPaths: [['AI', 'ML'], ['Law']], groups: ['board'] },
    ];
    const token = storedKey({ id: 'key_2', prefix: 'p2', scopes: ['query', 'test'], owner: 'user_1' });
    await store.insert({ ...token, allowedCategoryPaths: [['AI']], groups: ['board', 'payroll'] });
    const rights = await resolve().of('key_2');
    expect([rights?.mayUse('query'), rights?.mayUse('test')]).toEqual([true, false]);
    expect(rights?.filter).toMatchObject({ allowed: new Set(['ai/ml']), groups: new Set(['board']) });
    await users.setDeactivated('user_1', '2026-01-01T00:00:00.000Z');
    expect(await resolve().of('key_2')).toBeUndefined();
  });
});
