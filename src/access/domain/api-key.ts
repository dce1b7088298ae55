import { CategoryFilter, seenByKey, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Caller, Scope } from './caller.js';

/** A key without its secret. */
export interface ApiKey {
  readonly id: string;
  /** The first characters of the secret, which identify the key. */
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Visible categories; null is everything, an empty list is nothing. */
  readonly allowedCategoryPaths: readonly CategoryPath[] | null;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  /** Expiry; null never expires. */
  readonly expiresAt: string | null;
  /** Approximate time of the last use, see `RecogniseKey`; null before the first use. */
  readonly lastUsedAt: string | null;
  /** Time of the first rejection as expired; null or absent before that. */
  readonly expiredAt?: string | null;
}

/** A key as it is stored. */
export interface StoredKey extends ApiKey {
  readonly secretHash: string;
}

/** A key that was once seen as expired stays expired, whatever the clock says later. */
export function hasExpired({ expiresAt, expiredAt }: ApiKey, now: Date): boolean {
  if (expiredAt !== undefined && expiredAt !== null) return true;
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}

/** The key as a caller. @param exact whether invisible documents must have no influence (SCOPED_STATISTICS) */
export function callerOf(key: ApiKey, exact: boolean): Caller {
  return { id: key.id, scopes: new Set(key.scopes), filter: filterOf(key, exact) };
}

function filterOf({ allowedCategoryPaths }: ApiKey, exact: boolean): CategoryFilter {
  return allowedCategoryPaths === null ? UNRESTRICTED : seenByKey(allowedCategoryPaths, exact);
}
