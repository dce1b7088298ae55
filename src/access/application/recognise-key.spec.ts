import { Logger } from '@nestjs/common';
import { expiryClock, MemoryKeyStore, PlainSecrets, SECRET, storedKey } from '../../../test/support/memory-keys.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { Caller } from '../domain/caller.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';
import { RecogniseKey } from './recognise-key.js';
import { RevokeKey } from './manage-keys.js';
import { RotateKey } from './rotate-key.js';

let store: MemoryKeyStore;
let secrets: PlainSecrets;
let verified: VerifiedSecrets;
let now: Date;
let recognise: RecogniseKey;
const clock = { now: () => now };
const ADMIN: Caller = { id: 'admin', scopes: new Set(), filter: UNRESTRICTED };

beforeEach(async () => {
  store = new MemoryKeyStore();
  secrets = new PlainSecrets();
  verified = new VerifiedSecrets();
  now = new Date('2026-01-01T00:00:00Z');
  recognise = new RecogniseKey(store, secrets, verified, expiryClock(store, clock));
  await store.insert(storedKey());
});

describe('RecogniseKey', () => {
  it('recognises a key by its secret, with one slow check', async () => {
    expect(recognise.isRemembered(SECRET)).toBe(false);
    for (let i = 0; i < 3; i++) expect((await recognise.recognise(SECRET))?.id).toBe('key_1');
    expect(secrets.checks).toBe(1);
    expect(recognise.isRemembered(SECRET)).toBe(true);
  });

  it('checks a secret of no key as slowly as a wrong one', async () => {
    for (const wrong of ['p1:other', 'p9:other', 'p9:other']) expect(await recognise.recognise(wrong)).toBeUndefined();
    expect(secrets.checks).toBe(3);
    expect(recognise.isRemembered('p1:other')).toBe(false);
  });

  it('does not check a text that cannot be a secret', async () => {
    for (const text of ['', 'guess', SECRET.slice(3)]) expect(await recognise.recognise(text)).toBeUndefined();
    expect(secrets.checks).toBe(0);
  });

  it('rejects a revoked key from the next request', async () => {
    await recognise.recognise(SECRET);
    await new RevokeKey(store, verified).revoke('key_1');
    expect(recognise.isRemembered(SECRET)).toBe(false);
    expect(await recognise.recognise(SECRET)).toBeUndefined();
  });

  it('rejects a key that another process revoked, although this process caches its secret', async () => {
    await recognise.recognise(SECRET);
    await store.remove('key_1');
    expect(await recognise.recognise(SECRET)).toBeUndefined();
    expect(recognise.isRemembered(SECRET)).toBe(false);
  });

  it('rejects the old secret of a rotated key, and recognises the key by the new one', async () => {
    await recognise.recognise(SECRET);
    const rotate = new RotateKey(
      store,
      { ...secrets, make: () => newSecret() } as PlainSecrets,
      verified,
      expiryClock(store, clock),
    );
    const { secret, key } = await rotate.rotate('key_1', ADMIN);
    expect(key.id).toBe('key_1');
    expect(await recognise.recognise(SECRET)).toBeUndefined();
    expect(await recognise.recognise(secret)).toMatchObject({ id: 'key_1', prefix: 'p7' });
  });

  it('rejects a key from its expiry on, and reports the expiry only to the owner of the secret', async () => {
    await store.remove('key_1');
    await store.insert(storedKey({ expiresAt: '2026-01-01T00:00:10.000Z' }));
    expect((await recognise.recognise(SECRET))?.id).toBe('key_1');
    now = new Date('2026-01-01T00:00:10Z');
    await expect(recognise.recognise(SECRET)).rejects.toMatchObject({ kind: 'unauthorised' });
    expect(await recognise.recognise('p1:other')).toBeUndefined();
  });

  it.each([
    ['fails', () => Promise.reject(new Error('SQLITE_FULL'))],
    [
      'throws at once',
      () => {
        throw new Error('SQLITE_BUSY');
      },
    ],
    ['never ends', () => new Promise<void>(() => undefined)],
  ])('recognises a key although writing its use down %s, and tries that once a minute', async (_how, noteUse) => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const notes = jest.spyOn(store, 'noteUse').mockImplementation(noteUse);
    for (const second of [0, 1, 59, 60]) {
      now = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
      expect((await recognise.recognise(SECRET))?.id).toBe('key_1');
    }
    expect(notes).toHaveBeenCalledTimes(2);
    jest.restoreAllMocks();
  });

  it('stores a use at most once a minute', async () => {
    for (const second of [0, 1, 59, 60, 61, 130]) {
      now = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
      await recognise.recognise(SECRET);
    }
    expect(store.uses.map((at) => Date.parse(at) / 1000 - Date.UTC(2026, 0, 1) / 1000)).toEqual([0, 60, 130]);
  });
});

function newSecret() {
  return Promise.resolve({ secret: 'p7:secret-7', prefix: 'p7', hash: 'hash of p7:secret-7' });
}

describe('RotateKey', () => {
  it('refuses to rotate an expired or unknown key', async () => {
    await store.insert(storedKey({ id: 'old', prefix: 'p2', expiresAt: '2025-12-31T00:00:00.000Z' }));
    const rotate = new RotateKey(store, secrets, verified, expiryClock(store, clock));
    await expect(rotate.rotate('old', ADMIN)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(rotate.rotate('nobody', ADMIN)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(new RevokeKey(store, verified).revoke('nobody')).rejects.toMatchObject({ kind: 'not-found' });
  });
});
