import { MemoryKeyStore } from '../../../test/support/memory-keys.js';
import { MemoryUserStore, START, storedUser } from '../../../test/support/memory-users.js';
import { ExpiryClock } from './expiry-clock.js';
import { ManageUsers } from './manage-users.js';

describe('people', () => {
  const users = new MemoryUserStore();
  const manage = new ManageUsers(users, new MemoryKeyStore(), {} as ExpiryClock);
  const name = (n: number) => `person_${String(n).padStart(4, '0')}`;
  beforeAll(() => {
    for (let n = 0; n < 1200; n += 1)
      users.users.set(
        name(n),
        storedUser({ id: name(n), name: n % 400 === 0 ? `Ödön 김민지 ${n}` : `P ${n}`, providerGroups: [] }),
      );
    users.users.set(
      'zoe',
      storedUser({ id: 'zoe', name: 'Zoe', email: 'ZOE@h.example', providerGroups: ['기획팀'], deactivatedAt: START }),
    );
  });

  const listed = async (more: object) => {
    const ids: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await manage.list({ limit: 2, cursor, ...more });
      ids.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  };

  it.each(['öDÖN', '김민지'.normalize('NFD'), ' 민지 '])('are found by %p, page by page, among many', async (text) => {
    expect(await listed({ text })).toEqual([[name(0), name(400)], [name(800)]]);
  });

  it('are found by address and group, and in their state', async () => {
    for (const text of ['zoe@H', '기획']) expect(await listed({ text })).toEqual([['zoe']]);
    expect(await listed({ text: '기획', isActive: true })).toEqual([[]]);
    expect(await listed({ isActive: false })).toEqual([['zoe']]);
    expect(await listed({ text: 'nobody' })).toEqual([[]]);
  });

  it('are all listed without a text', async () => {
    expect((await listed({ limit: 500 })).map((ids) => ids.length)).toEqual([500, 500, 201]);
  });
});
