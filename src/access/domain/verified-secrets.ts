import { LruCache } from '../../shared/domain/lru-cache.js';

/** More keys than a service has in use at a time; the least recently used go first. */
const REMEMBERED = 10_000;

/**
 * Secrets that were found to match a hash, so that the slow hash is computed once and not for every request. A secret alone lets
 * nobody in: it counts only beside the hash that the store holds at that moment, which a rotation changes and a revocation removes.
 */
export class VerifiedSecrets {
  private readonly hashes = new LruCache<string, string>(REMEMBERED);

  /** Whether the secret with this fingerprint was found to match this very hash. */
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

  /** Everything that matched a hash that is no longer valid. */
  forgetHash(hash: string): void {
    this.hashes.deleteWhere((known) => known === hash);
  }
}
