import { rmSync } from 'node:fs';
import path from 'node:path';
import { ApiKeys1763910000000 } from '../../../migrations/sqlite/1763910000000-api-keys.js';
import { temporaryFolder } from '../../../test/support/application.js';
import { storedKey } from '../../../test/support/memory-keys.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { SqliteKeyStore } from './sqlite-key-store.js';

let folder: string;
let database: SqliteDatabase;
const open = () =>
  SqliteDatabase.open({
    file: path.join(folder, 'access.db'),
    durability: 'full',
    migrations: [ApiKeys1763910000000],
    entities: [],
  });

beforeEach(async () => {
  folder = temporaryFolder();
  database = await open();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('SqliteKeyStore', () => {
  it('gives back what it was given, by id and by prefix, also after it was opened again', async () => {
    const key = storedKey({ allowedCategoryPaths: [['학사', '학적']], expiresAt: '2027-01-01T00:00:00.000Z' });
    await new SqliteKeyStore(database).insert(key);
    await database.close();
    database = await open();
    const store = new SqliteKeyStore(database);
    expect(await store.find('key_1')).toEqual(key);
    expect(await store.withPrefix('p1')).toEqual(key);
    expect(await store.find('key_2')).toBeUndefined();
  });

  it('tells a key that sees everything from one that sees nothing', async () => {
    const store = new SqliteKeyStore(database);
    await store.insert(storedKey({ id: 'all', prefix: 'a', allowedCategoryPaths: null }));
    await store.insert(storedKey({ id: 'none', prefix: 'b', allowedCategoryPaths: [] }));
    expect((await store.find('all'))?.allowedCategoryPaths).toBeNull();
    expect((await store.find('none'))?.allowedCategoryPaths).toEqual([]);
  });

  it('takes a stored path that cannot be read for one that allows nothing', async () => {
    const store = new SqliteKeyStore(database);
    await store.insert(storedKey({ allowedCategoryPaths: [['a/b'], ['ok']] }));
    expect((await store.find('key_1'))?.allowedCategoryPaths).toEqual([['ok']]);
  });

  it('replaces a secret, notes a use and removes a key, and says whether there was one', async () => {
    const store = new SqliteKeyStore(database);
    await store.insert(storedKey());
    expect(await store.replaceSecret('key_1', { prefix: 'p2', hash: 'other' })).toBe(true);
    await store.noteUse('key_1', '2026-01-02T00:00:00.000Z');
    expect(await store.withPrefix('p1')).toBeUndefined();
    expect(await store.withPrefix('p2')).toMatchObject({ secretHash: 'other', lastUsedAt: '2026-01-02T00:00:00.000Z' });
    expect([await store.remove('key_1'), await store.remove('key_1')]).toEqual([true, false]);
    expect(await store.replaceSecret('key_1', { prefix: 'p3', hash: 'x' })).toBe(false);
    expect(await store.list(0, 10)).toEqual([]);
  });
});
