import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { ApiKey, hasExpired, StoredKey } from '../domain/api-key.js';
import { KeySecrets } from '../domain/key-secrets.js';
import { KeyStore } from '../domain/key-store.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';
import { ExpiryClock } from './expiry-clock.js';
import { LruCache } from '../../shared/domain/lru-cache.js';

/** A use is written down when the last one that was is older than this: reading must not become writing. */
const NOTE_USE_EVERY_MS = 60_000;
/** Keys whose last note is remembered. */
const MOST_NOTED_KEYS = 10_000;

/**
 * Finds the key of a secret. The store is asked for every request, so that a revocation or a rotation holds from the next request on in
 * every process that shares the store; only the slow hash is remembered.
 */
@Injectable()
export class RecogniseKey {
  private readonly logger = new Logger('access');
  /** When a use was last written down, or tried to be: a store that fails is not asked again by every request. */
  private readonly notedAtMs = new LruCache<string, number>(MOST_NOTED_KEYS);

  constructor(
    private readonly store: KeyStore,
    private readonly secrets: KeySecrets,
    private readonly verified: VerifiedSecrets,
    private readonly clock: ExpiryClock,
  ) {}

  /** Undefined for a secret that no key has. @throws DomainError (401) when its key has expired */
  async recognise(secret: string): Promise<ApiKey | undefined> {
    const prefix = this.secrets.prefixOf(secret);
    if (prefix === undefined) return undefined;
    const stored = await this.store.withPrefix(prefix);
    if (!(await this.isRight(secret, stored)) || stored === undefined) return undefined;
    const now = await this.clock.now();
    if (hasExpired(stored, now)) {
      if (stored.expiredAt === undefined || stored.expiredAt === null) this.noteExpired(stored.id, now);
      const detail = `This key has expired (${stored.expiresAt ?? ''}); ask for a new one.`;
      throw new DomainError('unauthorised', 'unauthorised', detail);
    }
    this.noteUse(stored, now);
    return stored;
  }

  /** Bookkeeping, which no request waits for or fails with. */
  private noteUse({ id, lastUsedAt }: StoredKey, now: Date): void {
    const written = lastUsedAt === null ? -Infinity : Date.parse(lastUsedAt);
    const last = Math.max(written, this.notedAtMs.get(id) ?? -Infinity);
    if (now.getTime() - last < NOTE_USE_EVERY_MS) return;
    this.notedAtMs.set(id, now.getTime());
    Promise.resolve()
      .then(() => this.store.noteUse(id, now.toISOString()))
      .catch((error: unknown) => {
        this.logger.warn({ err: error, key: id }, 'the last use of a key could not be written down');
      });
  }

  /** Nobody waits for it: the key is refused in any case. */
  private noteExpired(id: string, now: Date): void {
    Promise.resolve()
      .then(() => this.store.noteExpired(id, now.toISOString()))
      .catch((error: unknown) => this.logger.warn({ err: error, key: id }, 'the expiry of a key could not be stored'));
  }

  /** Whether the secret was right not long ago; it needs no slow check then. */
  isRemembered(secret: string): boolean {
    return this.secrets.prefixOf(secret) !== undefined && this.verified.has(this.secrets.fingerprint(secret));
  }

  /** The prefix of a secret when a key has it: the secret may be that key's. */
  async prefixInUse(secret: string): Promise<string | undefined> {
    const prefix = this.secrets.prefixOf(secret);
    if (prefix === undefined) return undefined;
    return (await this.store.withPrefix(prefix)) === undefined ? undefined : prefix;
  }

  private async isRight(secret: string, stored: StoredKey | undefined): Promise<boolean> {
    const fingerprint = this.secrets.fingerprint(secret);
    if (stored !== undefined && this.verified.matches(fingerprint, stored.secretHash)) return true;
    this.verified.forget(fingerprint);
    const right = await this.secrets.verify(secret, stored?.secretHash);
    if (right && stored !== undefined) this.verified.add(fingerprint, stored.secretHash);
    return right;
  }
}
