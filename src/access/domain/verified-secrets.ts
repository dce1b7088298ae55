import { LruCache } from '../../shared/domain/lru-cache.js';

/** More keys than a service uses at a time; the least recently used are evicted first. */
const REMEMBERED = 10_000;

/**
 * Cache of secrets that matched a hash, so that the slow hash is computed once and not for every request. A secret is
 * valid only with the hash that the store has at that moment: a rotation changes the hash, and a revocation removes it.
 */
export class VerifiedSecrets {
  private readonly hashes = new LruCache<string, string>(REMEMBERED);

  /** Whether the secret with this fingerprint matched this hash. */
  matches(fingerprint: string, hash: string): boolean {
    return this.hashes.get(fingerprint) === hash;
  }

  has(fingerprint: string): boolean {
    return this.hashes.peek(fingerprint) !== undefined;
  }

  add(fingerprint: string, hash: string): void {
    this.hashes.set(fingerprint, hash);
  }

  forget(fingerprint: string): void {
    this.hashes.delete(fingerprint);
  }

  /** Drops all secrets that matched a hash that is no longer valid. */
  forgetHash(hash: string): void {
    this.hashes.deleteWhere((known) => known === hash);
  }
}
