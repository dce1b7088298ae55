import { onEveryStore } from '../../../../test/support/every-store.js';
import { joined, sql, Sql } from './postgres/sql.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

onEveryStore('tables', 'main', (opened) => {
  const put = (key: string, value = 'v') => sql`INSERT INTO store_settings (key, value) VALUES (${key}, ${value})`;
  const change = (statement: Sql) => opened().sql.change(statement);
  const keys = async () => {
    const rows = await opened().sql.query<{ key: string }>(sql`SELECT key FROM store_settings ORDER BY key`);
    return rows.map(({ key }) => key);
  };

  it('count the rows that a statement changed', async () => {
    expect(
      await change(sql`INSERT INTO store_settings (key, value) VALUES ${joined([sql`('a', 'x')`, sql`('b', 'x')`])}`),
    ).toBe(2);
    expect(await change(sql`UPDATE store_settings SET value = 'y' WHERE key = ${'a'}`)).toBe(1);
    expect(await change(sql`DELETE FROM store_settings WHERE key = ${'c'}`)).toBe(0);
  });

  it('return any values as they were bound', async () => {
    const texts = ["'", '"', '$1', '?', '가마 🏺', ''];
    for (const text of texts) await change(put(`k${text}`, text));
    for (const text of texts)
      expect(await opened().sql.one(sql`SELECT value FROM store_settings WHERE key = ${`k${text}`}`)).toEqual({
        value: text,
      });
    expect(await opened().sql.one(sql`SELECT value FROM store_settings WHERE key = ${'none'}`)).toBeUndefined();
  });

  it('return the rows of a write after its commit', async () => {
    const statement = (value: string) => sql`INSERT INTO store_settings (key, value) VALUES ('a', ${value})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING key, value`;
    expect(await opened().sql.query(statement('x'))).toEqual([{ key: 'a', value: 'x' }]);
    expect(await opened().sql.one(statement('y'))).toEqual({ key: 'a', value: 'y' });
    expect(await opened().number('SELECT count(*) FROM store_settings')).toBe(1);
  });

  it('find one of a list', async () => {
    for (const key of ['a', 'b', "c'"]) await change(put(key));
    const { dialect } = opened().sql;
    const found = async (values: readonly string[]) =>
      (
        await opened().sql.query<{ key: string }>(
          sql`SELECT key FROM store_settings WHERE ${dialect.isOneOf('key', values)} ORDER BY key`,
        )
      ).map(({ key }) => key);
    expect(await found(['a', "c'", 'd'])).toEqual(['a', "c'"]);
    expect(await found([])).toEqual([]);
  });

  it('run a group of writes atomically', async () => {
    await opened().sql.changeTogether([put('a'), put('b'), put('c')]);
    await opened().sql.changeTogether([]);
    await expect(opened().sql.changeTogether([put('d'), put('a')])).rejects.toThrow();
    expect(await keys()).toEqual(['a', 'b', 'c']);
  });

  it('fail individually in a group of writes', async () => {
    const written = await Promise.allSettled([change(put('a')), change(put('a')), change(put('b'))]);
    expect(written.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await keys()).toEqual(['a', 'b']);
  });

  it('show a transaction what it wrote, and others what is committed', async () => {
    const { sql: store } = opened();
    await store.transaction(async () => {
      await change(put('a'));
      expect(await keys()).toEqual(['a']);
      await store.transaction(() => change(put('b')));
      expect(await keys()).toEqual(['a', 'b']);
    });
    expect(await keys()).toEqual(['a', 'b']);
  });

  it('write nothing in a snapshot, and read one state in it', async () => {
    const { sql: store } = opened();
    await change(put('a'));
    const inside = await store.transaction(async () => [await keys(), await keys()], { snapshot: true });
    expect(inside).toEqual([['a'], ['a']]);
    const writing = store.transaction(() => change(put('b')), { snapshot: true });
    await expect(writing).rejects.toMatchObject({ code: 'store-unwritable' });
    expect(await keys()).toEqual(['a']);
  });

  it('run a write that a transaction did not await inside it, or after it', async () => {
    const { sql: store } = opened();
    let late: Promise<number> | undefined;
    await store.transaction(async () => {
      await change(put('a'));
      late = turn()
        .then(() => turn())
        .then(() => change(put('late')));
    });
    expect(await late).toBe(1);
    expect(await keys()).toEqual(['a', 'late']);
  });

  it('are units of the same store: a write in a unit of work belongs to it', async () => {
    const failing = opened().transaction.run(async () => {
      await change(put('a'));
      await opened().sql.changeTogether([put('b'), put('c')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await keys()).toEqual([]);
  });
});
