import { expiryClock, MemoryKeyStore } from '../../../test/support/memory-keys.js';
import { MemoryUserStore, recogniseAccessToken, START, storedUser } from '../../../test/support/memory-users.js';
import { RecogniseAccessToken } from './recognise-access-token.js';

const DAY_MS = 86_400_000;
const ID = 'user of s1 at https://login.example';
const RULE = { providerGroup: 'staff', scopes: ['query'], allowedCategoryPaths: null, groups: [] } as const;

describe('RecogniseAccessToken', () => {
  let users: MemoryUserStore;
  let now: Date;
  let tokens: RecogniseAccessToken;
  beforeEach(() => {
    users = new MemoryUserStore();
    users.rules = [RULE];
    now = new Date(Date.parse(START) + DAY_MS / 2);
    tokens = recogniseAccessToken(users, expiryClock(new MemoryKeyStore(), { now: () => now }));
  });
  const scopesOf = async (token: string) => [...(await tokens.recognise(token)).scopes];

  it('makes the person of the first token, with its groups and its time', async () => {
    expect(await scopesOf('staff@09:00')).toEqual(['query']);
    expect(users.users.get(ID)).toMatchObject({
      name: 'Minji',
      providerGroups: ['staff'],
      confirmedAt: '2026-01-01T09:00:00.000Z',
    });
  });

  it('believes the newest statement about the groups, and writes nothing for an older one', async () => {
    await scopesOf('others@10:00');
    const stored = users.users.get(ID);
    expect(await scopesOf('staff@09:00')).toEqual([]);
    expect(users.users.get(ID)).toBe(stored);
    expect(await scopesOf('staff@11:00')).toEqual(['query']);
  });

  it('keeps groups and time of a sign-in if a token says nothing about groups', async () => {
    const user = storedUser({ id: ID, linkId: 's1' });
    users.users.set(ID, user);
    expect(await scopesOf('@11:00')).toEqual(['query']);
    expect(users.users.get(ID)).toBe(user);
  });

  it('never believes a time after now', async () => {
    now = new Date(`${START.slice(0, 10)}T08:59:50.000Z`);
    await scopesOf('staff@09:00');
    expect(users.users.get(ID)?.confirmedAt).toBe(now.toISOString());
  });

  it('refuses a person who may no longer act', async () => {
    users.users.set(ID, storedUser({ id: ID, deactivatedAt: START }));
    await expect(tokens.recognise('staff@11:00')).rejects.toMatchObject({ kind: 'unauthorised' });
    users.users.set(ID, storedUser({ id: ID }));
    now = new Date(Date.parse(START) + 31 * DAY_MS);
    await expect(tokens.recognise('@11:00')).rejects.toMatchObject({ kind: 'unauthorised' });
  });

  it('names the person of a valid token for the rate limit', async () => {
    expect(await tokens.ownerOf('no token')).toBeUndefined();
    expect(await tokens.ownerOf('a.b.c')).toBeUndefined();
  });
});
