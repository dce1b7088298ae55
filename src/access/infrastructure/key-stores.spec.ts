import { storedKey } from '../../../test/support/memory-keys.js';
import { onEveryStore } from '../../../test/support/every-store.js';
import { SqlKeyStore } from './sql-key-store.js';

onEveryStore('keys', 'access', (opened) => {
  const made = () => new SqlKeyStore(opened().sql);

  it('returns stored keys by id and by prefix, also after reopening', async () => {
    const key = storedKey({
      createdBy: 'user_1',
      allowedCategoryPaths: [['학사', '학적']],
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    await made().insert(key);
    await opened().restart();
    const store = made();
    expect(await store.find('key_1')).toEqual(key);
    expect(await store.withPrefix('p1')).toEqual(key);
    expect(await store.find('key_2')).toBeUndefined();
  });

  it('distinguishes a key that sees everything from one that sees nothing', async () => {
    const store = made();
    await store.insert(storedKey({ id: 'all', prefix: 'a', allowedCategoryPaths: null }));
    await store.insert(storedKey({ id: 'none', prefix: 'b', allowedCategoryPaths: [] }));
    expect((await store.find('all'))?.allowedCategoryPaths).toBeNull();
    expect((await store.find('none'))?.allowedCategoryPaths).toEqual([]);
  });

  it('treats an unreadable stored path as one that allows nothing', async () => {
    const store = made();
    await store.insert(storedKey({ allowedCategoryPaths: [['a/b'], ['ok']] }));
    expect((await store.find('key_1'))?.allowedCategoryPaths).toEqual([['ok']]);
  });

  it('replaces a secret, stores a use and removes a key, and returns whether the key existed', async () => {
    const store = made();
    await store.insert(storedKey());
    expect(await store.replaceSecret('key_1', { prefix: 'p2', hash: 'other' }, 'user_2')).toBe(true);
    await store.noteUse('key_1', '2026-01-02T00:00:00.000Z');
    expect(await store.withPrefix('p1')).toBeUndefined();
    expect(await store.withPrefix('p2')).toMatchObject({
      secretHash: 'other',
      createdBy: 'user_2',
      lastUsedAt: '2026-01-02T00:00:00.000Z',
    });
    expect([await store.remove('key_1'), await store.remove('key_1')]).toEqual([true, false]);
    expect(await store.replaceSecret('key_1', { prefix: 'p3', hash: 'x' }, undefined)).toBe(false);
    expect(await store.list(0, 10)).toEqual([]);
  });

  it('stores the first time that a key was rejected as expired', async () => {
    const store = made();
    await store.insert(storedKey());
    expect((await store.find('key_1'))?.expiredAt).toBeUndefined();
    await store.noteExpired('key_1', '2026-01-02T00:00:00.000Z');
    await store.noteExpired('key_1', '2026-01-03T00:00:00.000Z');
    await opened().restart();
    expect((await made().find('key_1'))?.expiredAt).toBe('2026-01-02T00:00:00.000Z');
  });

  it('keeps the latest time, and no earlier one', async () => {
    const store = made();
    expect(await store.latestTime()).toBeUndefined();
    expect(await store.raiseLatestTime('2026-01-02T00:00:00.000Z')).toBe('2026-01-02T00:00:00.000Z');
    expect(await store.raiseLatestTime('2026-01-01T00:00:00.000Z')).toBe('2026-01-02T00:00:00.000Z');
    await opened().restart();
    expect(await made().latestTime()).toBe('2026-01-02T00:00:00.000Z');
  });
});
