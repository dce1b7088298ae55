import { setTimeout as wait } from 'node:timers/promises';
import { onEveryStore } from '../../../../test/support/every-store.js';

const COUNT = `SELECT count(*) FROM store_settings`;

onEveryStore('units of work', 'main', (opened) => {
  const insert = (key: string) => opened().run(`INSERT INTO store_settings (key, value) VALUES ('${key}', 'v')`);

  it('are atomic', async () => {
    const { transaction } = opened();
    await transaction.run(() => insert('a'));
    const failing = transaction.run(async () => {
      await insert('b');
      await insert('a');
    });
    await expect(failing).rejects.toThrow();
    await expect(transaction.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await opened().number(COUNT)).toBe(1);
    expect(await transaction.run(async () => insert('b').then(() => 'value'))).toBe('value');
    await opened().restart();
    expect(await opened().number(COUNT)).toBe(2);
  });

  it('run in sequence, in the order of the calls', async () => {
    const { transaction } = opened();
    const heard: string[] = [];
    const unit = (name: string, ms: number) =>
      transaction.run(async () => {
        heard.push(`${name} begins`);
        await wait(ms);
        await insert(name);
        heard.push(`${name} ends`);
      });
    await Promise.all([unit('a', 20), unit('b', 1), unit('c', 5)]);
    expect(heard).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(await opened().number(COUNT)).toBe(3);
  });
});
