import { StoredKey } from './api-key.js';

/** A key with its place in the list. */
export interface ListedKey {
  readonly row: number;
  readonly key: StoredKey;
}

/** Keys that were given out. What a call here acknowledged survives a power cut: a revoked key must not come back. */
export abstract class KeyStore {
  abstract insert(key: StoredKey): Promise<void>;
  abstract find(id: string): Promise<StoredKey | undefined>;
  abstract withPrefix(prefix: string): Promise<StoredKey | undefined>;
  /** In the order in which they were made. @param after row behind which the list begins, 0 at the start */
  abstract list(after: number, limit: number): Promise<readonly ListedKey[]>;
  /** Gives a key another secret. @returns whether there is such a key */
  abstract replaceSecret(id: string, secret: { readonly prefix: string; readonly hash: string }): Promise<boolean>;
  abstract noteUse(id: string, at: string): Promise<void>;
  /** Remembers that a key was refused as expired; the first time stays. */
  abstract noteExpired(id: string, at: string): Promise<void>;
  /** The latest time that any process has seen; undefined before the first. */
  abstract latestTime(): Promise<string | undefined>;
  /** Keeps a time unless a later one is known. @returns the latest */
  abstract raiseLatestTime(at: string): Promise<string>;
  /** @returns whether there was one */
  abstract remove(id: string): Promise<boolean>;
}
