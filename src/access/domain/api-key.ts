import { AccessGroups } from '../../shared/domain/access-groups.js';
import {
  CategoryFilter,
  intersect,
  limitsCategories,
  memberOf,
  restrictedTo,
  seenByKey,
  UNRESTRICTED,
} from '../../shared/domain/category-filter.js';
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
  /** Groups of the key, as `accessGroups` returns them: it sees documents without groups, and those with one of these. */
  readonly groups: AccessGroups;
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

/** How invisible documents influence results. */
export interface StatisticsRule {
  /** Whether they must have no influence (SCOPED_STATISTICS). */
  readonly exact: boolean;
  /** Whether any document has groups. Without, a key without categories sees the whole store. False also where it does not matter. */
  readonly groupsInUse: boolean;
}

/** The key as a caller. */
export function callerOf(key: ApiKey, rule: StatisticsRule): Caller {
  return { id: key.id, scopes: new Set(key.scopes), filter: filterOf(key, rule) };
}

/** What a key may see now, whatever influences its results. A key with the scope admin sees the documents of all groups. */
export function visibleTo({ allowedCategoryPaths, scopes, groups }: ApiKey): CategoryFilter {
  const paths = allowedCategoryPaths === null ? UNRESTRICTED : restrictedTo(allowedCategoryPaths);
  return scopes.includes('admin') ? paths : intersect(paths, memberOf(groups));
}

function filterOf(key: ApiKey, { exact, groupsInUse }: StatisticsRule): CategoryFilter {
  const filter = visibleTo(key);
  return seenByKey(filter, exact && (groupsInUse || limitsCategories(filter)));
}
