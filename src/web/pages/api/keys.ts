import { useLoaded } from '../parts/loaded.js';
import { call, query, send } from './call.js';
import { apiKey } from './key.js';
import { isStranger, readSession } from './session.js';
import { flag, list, nullable, object, page, type Read, text } from './shape.js';

const key = {
  id: text,
  prefix: text,
  name: text,
  scopes: list(text),
  allowed_category_paths: nullable(list(list(text))),
  groups: list(text),
  /** Id of the person whose token it is; null for a key of a service. */
  owner: nullable(text),
  /** Id of the person who made it; null for a key that no person made. */
  created_by: nullable(text),
  /** Whether it ended with that person. */
  ended: flag,
  created_at: text,
  expires_at: nullable(text),
  last_used_at: nullable(text),
};
export const Key = object(key);
export type Key = Read<typeof Key>;
/** The secret is only in the answer that made it. */
export const CreatedKey = object({ ...key, key: text });
export type CreatedKey = Read<typeof CreatedKey>;

/** The key of this tab. */
const CurrentKey = object({
  scopes: list(text),
  is_limited: flag,
  allowed_category_paths: nullable(list(list(text))),
});
export type CurrentKey = Read<typeof CurrentKey>;

export const KEY_SCOPES = ['query', 'ingest', 'test', 'metrics', 'admin'] as const;

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null: all categories. */
  readonly paths: Categories;
  /** Groups of documents that it sees besides those without groups. */
  readonly groups: readonly string[];
  /** Last day; empty for no end. */
  readonly until: string;
}

const urlOf = (id: string) => `/api-keys/${encodeURIComponent(id)}`;

export const listKeys = (cursor: string | null) => call(`/api-keys${query({ cursor, limit: 100 })}`, page(Key));
const readCurrentKey = () => call('/api-keys/current', CurrentKey);
export const createKey = ({ name, scopes, paths, groups, until }: NewKey) =>
  call('/api-keys', CreatedKey, {
    body: {
      name,
      scopes,
      ...(paths === null ? {} : { allowed_category_paths: paths }),
      ...(groups.length === 0 ? {} : { groups }),
      ...(until === '' ? {} : { expires_at: new Date(`${until}T23:59:59`).toISOString() }),
    },
  });
export const rotateKey = (id: string) => call(`${urlOf(id)}/rotate`, CreatedKey, { method: 'POST' });
export const revokeKey = (id: string) => send(urlOf(id), { method: 'DELETE' });

/** What the key of this tab may do. Nothing until it is known, and nothing without a key where one is needed. */
export interface Rights {
  readonly may: (scope: string) => boolean;
  /** May administer the whole service: a key that is limited to some categories does not. */
  readonly isAdministrator: boolean;
  /** Categories that it sees and may store under, with those below; null for all. */
  readonly categories: Categories;
}

export type Categories = readonly (readonly string[])[] | null;

function rightsOf(key: CurrentKey | undefined): Rights {
  const may = (scope: string) => key?.scopes.includes(scope) === true;
  return {
    may,
    isAdministrator: may('admin') && key?.is_limited === false,
    categories: key?.allowed_category_paths ?? null,
  };
}

/** Nobody is asked about, where the answer would be a refusal. */
async function readRights(): Promise<CurrentKey | undefined> {
  const isNobody = apiKey() === '' && isStranger(await readSession());
  return isNobody ? undefined : readCurrentKey();
}

/** The rights of the key of this tab, read again when it changes. `areKnown`: read, or the reading failed. */
export function useRights(): Rights & { readonly areKnown: boolean; readonly areRead: boolean } {
  const { value, error } = useLoaded(readRights, []);
  const areRead = value !== undefined;
  return { ...rightsOf(value), areKnown: areRead || error !== undefined, areRead };
}
