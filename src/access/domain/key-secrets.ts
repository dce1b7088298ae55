/** A new secret: shown once, then known by its hash alone. */
export interface NewSecret {
  readonly secret: string;
  readonly prefix: string;
  readonly hash: string;
}

/** Makes and checks the secrets of keys. */
export abstract class KeySecrets {
  abstract make(): Promise<NewSecret>;
  /** Undefined for a text that cannot be one of our secrets. */
  abstract prefixOf(text: string): string | undefined;
  /**
   * Whether the secret has this hash, compared in constant time.
   * @param hash undefined where no key has the prefix: the answer is no, and it takes as long as one for a wrong secret
   */
  abstract verify(secret: string, hash: string | undefined): Promise<boolean>;
  /** Stands for a secret in the memory of this process, and means nothing outside of it. */
  abstract fingerprint(secret: string): string;
}
