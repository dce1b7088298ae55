import { expiryClock, MemoryKeyStore, PlainSecrets } from '../../../test/support/memory-keys.js';
import { callerRights, MemoryUserStore } from '../../../test/support/memory-users.js';
import { CreateKey, KeyRequest } from './create-key.js';
import { ListKeys } from './manage-keys.js';

const REQUEST: KeyRequest = {
  name: 'desk',
  scopes: ['query'],
  allowedCategoryPaths: undefined,
  groups: [],
  expiresAt: undefined,
};
let store: MemoryKeyStore;
let create: CreateKey;
beforeEach(() => {
  store = new MemoryKeyStore();
  let ids = 0;
  const clock = { now: () => new Date('2026-01-01T00:00:00Z') };
  create = new CreateKey(
    store,
    new PlainSecrets(),
    { next: (prefix) => `${prefix}_${++ids}` },
    expiryClock(store, clock),
  );
});

describe('CreateKey', () => {
  it('stores the hash and returns the secret', async () => {
    const { key, secret } = await create.create(REQUEST);
    expect(secret).toBe('p1:secret-1');
    expect(await store.find(key.id)).toEqual({ ...key, secretHash: `hash of ${secret}` });
    expect(JSON.stringify(key)).not.toContain('secret');
  });

  it('keeps each scope once in their own order, and each path once in its display form', async () => {
    const { key } = await create.create({
      ...REQUEST,
      scopes: ['test', 'query', 'test'],
      allowedCategoryPaths: [['AI ', 'ML'], ['ai', 'ml'], ['Database']],
    });
    expect(key.scopes).toEqual(['query', 'test']);
    expect(key.allowedCategoryPaths).toEqual([['ai', 'ml'], ['Database']]);
  });

  it('distinguishes everything (no list of paths) from nothing (an empty list)', async () => {
    expect((await create.create(REQUEST)).key.allowedCategoryPaths).toBeNull();
    expect((await create.create({ ...REQUEST, allowedCategoryPaths: [] })).key.allowedCategoryPaths).toEqual([]);
  });

  it('stores an expiry in UTC, and rejects a past one', async () => {
    const { key } = await create.create({ ...REQUEST, expiresAt: '2026-02-01T09:00:00+09:00' });
    expect(key.expiresAt).toBe('2026-02-01T00:00:00.000Z');
    await expect(create.create({ ...REQUEST, expiresAt: '2026-01-01T00:00:00Z' })).rejects.toMatchObject({
      faults: [{ pointer: '/expires_at' }],
    });
  });
});

describe('ListKeys', () => {
  it('returns each key once, page by page, in creation order', async () => {
    for (const name of ['a', 'b', 'c']) await create.create({ ...REQUEST, name });
    const list = new ListKeys(
      store,
      callerRights(new MemoryUserStore(), expiryClock(store, { now: () => new Date() })),
    );
    const first = await list.list({ limit: 2, cursor: undefined });
    expect(first.items.map(({ key }) => key.name)).toEqual(['a', 'b']);
    const second = await list.list({ limit: 2, cursor: first.nextCursor ?? undefined });
    expect([second.items.map(({ key }) => key.name), second.nextCursor]).toEqual([['c'], null]);
  });
});
