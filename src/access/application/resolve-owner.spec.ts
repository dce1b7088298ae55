import { expiryClock, MemoryKeyStore, storedKey } from '../../../test/support/memory-keys.js';
import { covers, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { ResolveOwner } from './resolve-owner.js';

describe('the rights of an owner', () => {
  let store: MemoryKeyStore;
  let now: Date;
  const resolve = (required = true) =>
    new ResolveOwner(
      store,
      { required, matches: () => false },
      { exact: false },
      expiryClock(store, { now: () => now }),
      { any: () => Promise.resolve(false) },
    );

  beforeEach(async () => {
    store = new MemoryKeyStore();
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
});
