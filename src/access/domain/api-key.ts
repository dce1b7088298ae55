import { AccessGroups } from '../../shared/domain/access-groups.js';
import {
  CategoryFilter,
  intersect,
  limitsCategories,
  memberOf,
  restrictedTo,
  seenBy,
  UNRESTRICTED,
} from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Caller, Scope, SCOPES } from './caller.js';

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
  /** The user whom a personal token belongs to: it never has more rights than the user has at that moment. Absent for a key of a service. */
  readonly owner?: string;
  /**
   * The user who made the key of a service, or rotated it last, also by another key: it ends with that user. Absent for a key that
   * ADMIN_API_KEY made.
   */
  readonly createdBy?: string | undefined;
}

/** The part of a key, or of the rights of a user, that says what a caller may do and see. */
export type Rights = Pick<ApiKey, 'scopes' | 'allowedCategoryPaths' | 'groups'>;

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
interface StatisticsRule {
  /** Whether they must have no influence (SCOPED_STATISTICS). */
  readonly exact: boolean;
  /** Whether any document has groups. Without, a key without categories sees the whole store. False also where it does not matter. */
  readonly groupsInUse: boolean;
}

/** A caller with these rights. */
export function callerOf(rights: Rights & { readonly id: string }, rule: StatisticsRule): Caller {
  return { id: rights.id, scopes: new Set(rights.scopes), filter: filterOf(rights.id, visibleTo(rights), rule) };
}

/** A personal token as a caller: each scope that both the token and its owner have, and what both may see. */
export function tokenCaller(token: ApiKey, owner: Rights, rule: StatisticsRule): Caller {
  const scopes = SCOPES.filter((scope) => grants(token, scope) && grants(owner, scope));
  return { id: token.id, scopes: new Set(scopes), filter: filterOf(token.id, visibleToToken(token, owner), rule) };
}

/** The scope admin includes every other. */
const grants = ({ scopes }: Rights, scope: Scope): boolean => scopes.includes('admin') || scopes.includes(scope);

/** What a personal token may see now: what both the token and its owner may see. */
export function visibleToToken(token: Rights, owner: Rights): CategoryFilter {
  return intersect(visibleTo(token), visibleTo(owner));
}

/** What a key may see now, whatever influences its results. A key with the scope admin sees the documents of all groups. */
export function visibleTo({ allowedCategoryPaths, scopes, groups }: Rights): CategoryFilter {
  const paths = allowedCategoryPaths === null ? UNRESTRICTED : restrictedTo(allowedCategoryPaths);
  return scopes.includes('admin') ? paths : intersect(paths, memberOf(groups));
}

function filterOf(id: string, filter: CategoryFilter, { exact, groupsInUse }: StatisticsRule): CategoryFilter {
  return seenBy(id, filter, exact && (groupsInUse || limitsCategories(filter)));
}

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

/** The administrator's key of the configuration. */
export abstract class AdminKey {
  /** Whether callers need a key at all. */
  abstract readonly required: boolean;
  /** Compares in constant time. */
  abstract matches(key: string): boolean;
}

/** How far documents outside a key's paths influence its results (SCOPED_STATISTICS). */
export abstract class StatisticsSetting {
  /**
   * True: a key with paths gets the results that it would get if nothing else were stored. False: it sees no more, but
   * order and scores use the statistics of all documents.
   */
  abstract readonly exact: boolean;
}

/** Port: whether any document has groups. As long as none has, keys without categories are ranked by the whole store. */
export abstract class GroupsInUse {
  abstract any(): Promise<boolean>;
}

/**
 * How invisible documents influence the results of a caller now. The store is asked only for a caller whom groups alone limit.
 * @param filter what the caller may see
 */
export async function statisticsRule(
  filter: CategoryFilter,
  { exact }: StatisticsSetting,
  groups: GroupsInUse,
): Promise<StatisticsRule> {
  const isLimitedByGroups = filter.kind === 'restricted' && !limitsCategories(filter);
  return { exact, groupsInUse: exact && isLimitedByGroups && (await groups.any()) };
}
