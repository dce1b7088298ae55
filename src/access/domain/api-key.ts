import { CategoryFilter, seenByKey, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Caller, Scope } from './caller.js';

/** A key as its owner may see it again: without its secret. */
export interface ApiKey {
  readonly id: string;
  /** The first characters of the secret, which tell keys apart and find them. */
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** What it may see; null is everything, an empty list is nothing. */
  readonly allowedCategoryPaths: readonly CategoryPath[] | null;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  /** From then on it is refused; null never. */
  readonly expiresAt: string | null;
  /** About when it was last used, see `RecogniseKey`; null before its first use. */
  readonly lastUsedAt: string | null;
  /** When it was first refused as expired; null or left out before that. */
  readonly expiredAt?: string | null;
}

/** A key as it is stored. */
export interface StoredKey extends ApiKey {
  readonly secretHash: string;
}

/** A key that was once seen as expired stays so, whatever the clock says later. */
export function hasExpired({ expiresAt, expiredAt }: ApiKey, now: Date): boolean {
  if (expiredAt !== undefined && expiredAt !== null) return true;
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}

/** The key as the one who asks. @param exact whether what it may not see must have no influence either (SCOPED_STATISTICS) */
export function callerOf(key: ApiKey, exact: boolean): Caller {
  return { id: key.id, scopes: new Set(key.scopes), filter: filterOf(key, exact) };
}

function filterOf({ allowedCategoryPaths }: ApiKey, exact: boolean): CategoryFilter {
  return allowedCategoryPaths === null ? UNRESTRICTED : seenByKey(allowedCategoryPaths, exact);
}
