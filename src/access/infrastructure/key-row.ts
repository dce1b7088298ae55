import { isCategoryPath } from '../../shared/domain/category-path.js';
import { StoredKey } from '../domain/api-key.js';
import { SCOPES } from '../domain/caller.js';

/** A row of api_keys. */
export interface KeyRow {
  readonly number: number;
  readonly id: string;
  readonly prefix: string;
  readonly secret_hash: string;
  readonly name: string;
  readonly scopes: string;
  readonly allowed_category_paths: string | null;
  /** JSON. */
  readonly access_groups: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly expired_at: string | null;
  /** Id of a user. */
  readonly owner: string | null;
  /** Id of a user. */
  readonly created_by: string | null;
}

/** A stored list; anything else is an empty one, which gives nothing. */
export function readList(json: string): unknown[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [];
}

/** An unreadable path allows nothing: it is dropped, and the list remains a restriction. */
export function toKey(row: KeyRow): StoredKey {
  const scopes = new Set(readList(row.scopes));
  return {
    id: row.id,
    prefix: row.prefix,
    secretHash: row.secret_hash,
    name: row.name,
    scopes: SCOPES.filter((scope) => scopes.has(scope)),
    allowedCategoryPaths:
      row.allowed_category_paths === null ? null : readList(row.allowed_category_paths).filter(isCategoryPath),
    groups: readList(row.access_groups).filter((name) => typeof name === 'string'),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    ...(row.expired_at === null ? {} : { expiredAt: row.expired_at }),
    ...(row.owner === null ? {} : { owner: row.owner }),
    ...(row.created_by === null ? {} : { createdBy: row.created_by }),
  };
}
