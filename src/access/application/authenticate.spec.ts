import { expiryClock, MemoryKeyStore, PlainSecrets, SECRET, storedKey } from '../../../test/support/memory-keys.js';
import {
  callerRights,
  FakeProvider,
  MemoryUserStore,
  recogniseAccessToken,
  recogniseSession,
} from '../../../test/support/memory-users.js';
import { admits, allows, UNRESTRICTED, visibilityScope } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { AdminKey } from '../domain/api-key.js';
import { mayUse, SCOPES } from '../domain/caller.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';
import { Authenticate } from './authenticate.js';
import { RecogniseKey } from './recognise-key.js';

class FixedKey extends AdminKey {
  constructor(
    readonly required: boolean,
    private readonly key: string,
  ) {
    super();
  }
  matches(key: string): boolean {
    return key === this.key;
  }
}

let store: MemoryKeyStore;
let users: MemoryUserStore;
beforeEach(() => {
  store = new MemoryKeyStore();
  users = new MemoryUserStore();
});

/** What a request with this key says about its caller. */
const by = (key: string | undefined, session?: string) => ({ key, session });

function authenticate(required: boolean, exact = true, any = () => Promise.resolve(false)): Authenticate {
  const clock = { now: () => new Date('2026-01-01T00:00:00Z') };
  const time = expiryClock(store, clock);
  return new Authenticate(
    new FixedKey(required, 'right'),
    new RecogniseKey(store, new PlainSecrets(), new VerifiedSecrets(), time),
    recogniseSession(users, time, new FakeProvider()),
    callerRights(users, time, { exact, any }),
    recogniseAccessToken(users, time),
  );
}

async function refusal(key: string | undefined): Promise<DomainError> {
  try {
    await authenticate(true).authenticate(by(key));
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('was let in');
}

describe('Authenticate', () => {
  it.each([undefined, '', 'anything'])('treats every caller as anonymous if no key is required (%p)', async (key) => {
    const caller = await authenticate(false).authenticate(by(key));
    expect(caller).toMatchObject({ id: 'anonymous', filter: UNRESTRICTED });
    expect(SCOPES.every((scope) => mayUse(caller, scope))).toBe(true);
  });

  it('knows the administrator by the key', async () => {
    expect(await authenticate(true).authenticate(by('right'))).toMatchObject({ id: 'admin', filter: UNRESTRICTED });
    expect(authenticate(true).isKnown('right')).toBe(true);
    expect(authenticate(false).isKnown('right')).toBe(false);
  });

  it('returns the scopes and categories of a key, with statistics of these categories unless they are shared', async () => {
    await store.insert(storedKey({ scopes: ['ingest'], allowedCategoryPaths: [['AI']] }));
    const allowed = new Set(['ai']);
    expect(await authenticate(true).authenticate(by(SECRET))).toEqual({
      id: 'key_1',
      scopes: new Set(['ingest']),
      filter: {
        kind: 'restricted',
        allowed,
        groups: new Set(),
        asker: 'key_1',
        world: { allowed, groups: new Set() },
        written: [['AI']],
      },
    });
    expect((await authenticate(true, false).authenticate(by(SECRET))).filter).toEqual({
      kind: 'restricted',
      allowed,
      groups: new Set(),
      asker: 'key_1',
      written: [['AI']],
    });
  });

  it('limits a key to documents without groups and those of its own, an administrator to nothing', async () => {
    await store.insert(storedKey({ groups: ['staff'] }));
    const { filter } = await authenticate(true).authenticate(by(SECRET));
    const sees = (groups: string[]) => admits(filter, { canonicalPath: ['AI'], groups });
    expect([sees([]), sees(['board', 'staff']), sees(['board'])]).toEqual([true, true, false]);
    await store.remove('key_1');
    await store.insert(storedKey({ scopes: ['admin'] }));
    expect((await authenticate(true).authenticate(by(SECRET))).filter).toBe(UNRESTRICTED);
  });

  it('ranks a key without categories by the whole store as long as no document has groups', async () => {
    await store.insert(storedKey({}));
    const scope = async (groupsInUse: boolean, exact = true) =>
      visibilityScope(
        (await authenticate(true, exact, () => Promise.resolve(groupsInUse)).authenticate(by(SECRET))).filter,
      );
    expect(await scope(false)).toBe(UNRESTRICTED);
    expect(await scope(true, false)).toBe(UNRESTRICTED);
    expect(await scope(true)).toMatchObject({ kind: 'restricted', allowed: null, groups: new Set() });
  });

  it('asks whether documents have groups only if the answer matters', async () => {
    const asked = jest.fn(() => Promise.resolve(true));
    const key = async (fields: Parameters<typeof storedKey>[0], exact = true) => {
      await store.insert(storedKey(fields));
      await authenticate(true, exact, asked).authenticate(by(SECRET));
      await store.remove('key_1');
    };
    await key({ allowedCategoryPaths: [['AI']] });
    await key({ scopes: ['admin'] });
    await key({}, false);
    expect(asked).not.toHaveBeenCalled();
    await key({});
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('grants every category without a list of paths, and nothing with an empty list', async () => {
    await store.insert(storedKey({ allowedCategoryPaths: null }));
    expect(allows((await authenticate(true).authenticate(by(SECRET))).filter, ['AI'])).toBe(true);
    await store.remove('key_1');
    await store.insert(storedKey({ allowedCategoryPaths: [] }));
    expect(allows((await authenticate(true).authenticate(by(SECRET))).filter, ['AI'])).toBe(false);
  });

  it('refuses a call without a key and says how to send one', async () => {
    expect(await refusal(undefined)).toMatchObject({
      kind: 'unauthorised',
      message: expect.stringMatching(/needs a key.*X-API-Key/),
    });
  });

  it.each(['', 'wrong', 'RIGHT', 'right '])('refuses the key %j without repeating it', async (key) => {
    expect(await refusal(key)).toMatchObject({ kind: 'unauthorised', message: expect.stringContaining('not known') });
    expect((await refusal('hunter2')).message).not.toContain('hunter2');
  });
});

describe('mayUse', () => {
  it('grants the key its own scopes, and admin all scopes', () => {
    const caller = { id: 'k', filter: UNRESTRICTED, scopes: new Set(['query'] as const) };
    expect(SCOPES.filter((scope) => mayUse(caller, scope))).toEqual(['query']);
    expect(SCOPES.filter((scope) => mayUse({ ...caller, scopes: new Set(['admin'] as const) }, scope))).toEqual([
      ...SCOPES,
    ]);
    expect(SCOPES.filter((scope) => mayUse({ ...caller, scopes: new Set() }, scope))).toEqual([]);
  });
});
