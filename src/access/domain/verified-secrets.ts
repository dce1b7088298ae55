/** More keys than a service has in use at a time; the least recently used go first. */
const REMEMBERED = 10_000;

/**
 * Secrets that were found to match a hash, so that the slow hash is computed once and not for every request. A secret alone lets
 * nobody in: it counts only beside the hash that the store holds at that moment, which a rotation changes and a revocation removes.
 */
export class VerifiedSecrets {
  private readonly hashes = new Map<string, string>();

  /** Whether the secret with this fingerprint was found to match this very hash. */
  matches(fingerprint: string, hash: string): boolean {
    if (this.hashes.get(fingerprint) !== hash) return false;
    this.hashes.delete(fingerprint);
    this.hashes.set(fingerprint, hash);
    return true;
  }

  has(fingerprint: string): boolean {
    return this.hashes.has(fingerprint);
  }

  add(fingerprint: string, hash: string): void {
    this.hashes.set(fingerprint, hash);
    if (this.hashes.size <= REMEMBERED) return;
    for (const oldest of this.hashes.keys()) {
      this.hashes.delete(oldest);
      return;
    }
  }

  forget(fingerprint: string): void {
    this.hashes.delete(fingerprint);
  }

  /** Everything that matched a hash that is no longer valid. */
  forgetHash(hash: string): void {
    for (const [fingerprint, known] of this.hashes) if (known === hash) this.hashes.delete(fingerprint);
  }
}
