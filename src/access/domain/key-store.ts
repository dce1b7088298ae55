import { StoredKey } from './api-key.js';
import { Caller } from './caller.js';

/** A key with its row number. */
export interface ListedKey {
  readonly row: number;
  readonly key: StoredKey;
}

/** Stored keys. Every acknowledged change survives a power failure: a revoked key must stay revoked. */
export abstract class KeyStore {
  abstract insert(key: StoredKey): Promise<void>;
  abstract find(id: string): Promise<StoredKey | undefined>;
  abstract withPrefix(prefix: string): Promise<StoredKey | undefined>;
  /** In creation order. @param after row after which the list begins, 0 for the start */
  abstract list(after: number, limit: number): Promise<readonly ListedKey[]>;
  /** Personal tokens of a user, in creation order. */
  abstract listOfOwner(owner: string, limit: number): Promise<readonly StoredKey[]>;
  /** Names of keys by id, for lists. */
  abstract namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Replaces the secret of a key. @param createdBy see `ApiKey` @returns whether the key exists */
  abstract replaceSecret(
    id: string,
    secret: { readonly prefix: string; readonly hash: string },
    createdBy: string | undefined,
  ): Promise<boolean>;
  abstract noteUse(id: string, at: string): Promise<void>;
  /** Stores that a key was rejected as expired; the first time stays. */
  abstract noteExpired(id: string, at: string): Promise<void>;
  /** The latest time that any process has seen; undefined before the first one. */
  abstract latestTime(): Promise<string | undefined>;
  /** Stores a time unless a later one is stored. @returns the latest time */
  abstract raiseLatestTime(at: string): Promise<string>;
  /** @returns whether the key existed */
  abstract remove(id: string): Promise<boolean>;
}

/** Id of the user who acts, also by a personal token or by a key that the user made; undefined without one, as for ADMIN_API_KEY. */
export async function makerOf(caller: Caller, store: KeyStore): Promise<string | undefined> {
  if (caller.signedIn !== undefined) return caller.id;
  const key = await store.find(caller.id);
  return key?.owner ?? key?.createdBy;
}
