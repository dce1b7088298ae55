/** A new secret: shown once, then known only by its hash. */
export interface NewSecret {
  readonly secret: string;
  readonly prefix: string;
  readonly hash: string;
}

/** Creates and verifies the secrets of keys. */
export abstract class KeySecrets {
  abstract make(): Promise<NewSecret>;
  /** Undefined for a text that cannot be a secret of this service. */
  abstract prefixOf(text: string): string | undefined;
  /**
   * Whether the secret has this hash, compared in constant time.
   * @param hash undefined if no key has the prefix: returns false after the same time as for a wrong secret
   */
  abstract verify(secret: string, hash: string | undefined): Promise<boolean>;
  /** A fingerprint of the secret for the memory of this process; it has no meaning outside. */
  abstract fingerprint(secret: string): string;
}
