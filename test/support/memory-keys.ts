import { ExpiryClock } from '../../src/access/application/expiry-clock.js';
import { StoredKey, KeySecrets, NewSecret } from '../../src/access/domain/api-key.js';
import { KeyStore, ListedKey } from '../../src/access/domain/key-store.js';
import { Clock } from '../../src/shared/domain/clock.js';

export const SECRET = 'p1:secret-1';

/** A key with the secret SECRET, all of whose fields can be others. */
export function storedKey(more: Partial<StoredKey> = {}): StoredKey {
  return {
    id: 'key_1',
    prefix: 'p1',
    name: 'desk',
    scopes: ['query'],
    allowedCategoryPaths: null,
    groups: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
    secretHash: `hash of ${SECRET}`,
    ...more,
  };
}

/** Keys in a map; remembers how often a use was written. */
export class MemoryKeyStore extends KeyStore {
  readonly uses: string[] = [];
  latest: string | undefined;
  private readonly keys = new Map<string, StoredKey>();

  insert(key: StoredKey): Promise<void> {
    this.keys.set(key.id, key);
    return Promise.resolve();
  }
  find(id: string): Promise<StoredKey | undefined> {
    return Promise.resolve(this.keys.get(id));
  }
  withPrefix(prefix: string): Promise<StoredKey | undefined> {
    return Promise.resolve([...this.keys.values()].find((key) => key.prefix === prefix));
  }
  list(after: number, limit: number): Promise<readonly ListedKey[]> {
    const all = [...this.keys.values()].map((key, i) => ({ row: i + 1, key }));
    return Promise.resolve(all.filter(({ row }) => row > after).slice(0, limit));
  }
  listOfOwner(owner: string, limit: number): Promise<readonly StoredKey[]> {
    return Promise.resolve([...this.keys.values()].filter((key) => key.owner === owner).slice(0, limit));
  }
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const named = [...this.keys.values()].filter(({ id }) => ids.includes(id));
    return Promise.resolve(new Map(named.map(({ id, name }) => [id, name])));
  }
  replaceSecret(id: string, { prefix, hash }: { prefix: string; hash: string }): Promise<boolean> {
    return this.change(id, { prefix, secretHash: hash });
  }
  async noteUse(id: string, at: string): Promise<void> {
    this.uses.push(at);
    await this.change(id, { lastUsedAt: at });
  }
  async noteExpired(id: string, at: string): Promise<void> {
    const known = this.keys.get(id)?.expiredAt;
    await this.change(id, { expiredAt: known ?? at });
  }
  latestTime(): Promise<string | undefined> {
    return Promise.resolve(this.latest);
  }
  raiseLatestTime(at: string): Promise<string> {
    this.latest = this.latest === undefined || this.latest < at ? at : this.latest;
    return Promise.resolve(this.latest);
  }
  remove(id: string): Promise<boolean> {
    return Promise.resolve(this.keys.delete(id));
  }

  private change(id: string, change: Partial<StoredKey>): Promise<boolean> {
    const known = this.keys.get(id);
    if (known !== undefined) this.keys.set(id, { ...known, ...change });
    return Promise.resolve(known !== undefined);
  }
}

/** Secrets that can be read, as `p1:secret-1`; counts the slow checks, including those of unknown keys. */
export class PlainSecrets extends KeySecrets {
  checks = 0;
  private made = 0;

  make(): Promise<NewSecret> {
    const prefix = `p${++this.made}`;
    const secret = `${prefix}:secret-${this.made}`;
    return Promise.resolve({ secret, prefix, hash: `hash of ${secret}` });
  }
  prefixOf(text: string): string | undefined {
    return /^(p\d+):/.exec(text)?.[1];
  }
  verify(secret: string, hash: string | undefined): Promise<boolean> {
    this.checks++;
    return Promise.resolve(hash === `hash of ${secret}`);
  }
  fingerprint(secret: string): string {
    return `print of ${secret}`;
  }
}

/** The time by which keys expire, from a clock that a spec sets; the monotonic clock does not advance. */
export function expiryClock(store: KeyStore, clock: Clock): ExpiryClock {
  return new ExpiryClock(store, clock, { nowMs: () => 0 });
}
