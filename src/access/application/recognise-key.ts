import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { ApiKey, hasExpired, StoredKey, KeySecrets } from '../domain/api-key.js';
import { KeyStore } from '../domain/key-store.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';
import { ExpiryClock } from './expiry-clock.js';
import { LruCache } from '../../shared/domain/lru-cache.js';

/** A use is stored only if the last stored one is older than this: a read must not become a write. */
const NOTE_USE_EVERY_MS = 60_000;
/** Number of keys whose last stored use is cached. */
const MOST_NOTED_KEYS = 10_000;

/**
 * Finds the key of a secret. Every request reads the store, so that a revocation or rotation is effective from the next
 * request in every process. Only the result of the slow hash is cached.
 */
@Injectable()
export class RecogniseKey {
  private readonly logger = new Logger('access');
  /**
   * Time of the last write of a use, or of the last attempt, so that a failing store is not called by every request.
   */
  private readonly notedAtMs = new LruCache<string, number>(MOST_NOTED_KEYS);

  constructor(
    private readonly store: KeyStore,
    private readonly secrets: KeySecrets,
    private readonly verified: VerifiedSecrets,
    private readonly clock: ExpiryClock,
  ) {}

  /** Undefined if no key has the secret. @throws DomainError (401) if the key has expired */
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

  /** Bookkeeping: no request waits for it or fails with it. */
  private noteUse({ id, lastUsedAt }: StoredKey, now: Date): void {
    const written = lastUsedAt === null ? -Infinity : Date.parse(lastUsedAt);
    const last = Math.max(written, this.notedAtMs.get(id) ?? -Infinity);
    if (now.getTime() - last < NOTE_USE_EVERY_MS) return;
    this.notedAtMs.set(id, now.getTime());
    Promise.resolve()
      .then(() => this.store.noteUse(id, now.toISOString()))
      .catch((error: unknown) => {
        this.logger.warn({ err: error, key: id }, 'failed to store the last use of a key');
      });
  }

  /** Not awaited: the key is rejected in any case. */
  private noteExpired(id: string, now: Date): void {
    Promise.resolve()
      .then(() => this.store.noteExpired(id, now.toISOString()))
      .catch((error: unknown) => this.logger.warn({ err: error, key: id }, 'failed to store the expiry of a key'));
  }

  /** Whether the secret was verified recently and needs no slow check. */
  isRemembered(secret: string): boolean {
    return this.secrets.prefixOf(secret) !== undefined && this.verified.has(this.secrets.fingerprint(secret));
  }

  /** The prefix of a secret if a key has it: the secret may belong to that key. */
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
