import { CategoryFilter, limitsCategories } from '../../shared/domain/category-filter.js';

/** A person who signed in with a browser. */
export interface SignedIn {
  readonly name: string;
  readonly email: string | null;
  /** Groups at the provider, as last reported. */
  readonly providerGroups: readonly string[];
  /** A changing request must carry it: the browser sends the cookie by itself, and a page of another site cannot know this token. */
  readonly csrfToken: string;
}

/** The caller of a request. Conversations, traces and logs belong to the key or the user that created them. */
export interface Caller {
  /** Stable id of the key or the user; `anonymous` without authentication. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Categories and groups that the key may see. */
  readonly filter: CategoryFilter;
  /** Present if the caller is known by the cookie of a session. */
  readonly signedIn?: SignedIn;
}

/** Every caller without authentication; no key has this id. */
export const ANONYMOUS_ID = 'anonymous';

/** The administrator's key of the configuration; no other key has this id. */
export const ADMIN_ID = 'admin';

export const SCOPES = ['query', 'ingest', 'test', 'metrics', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export function mayUse(caller: Caller, scope: Scope): boolean {
  return caller.scopes.has('admin') || caller.scopes.has(scope);
}

/** Whether the key is limited to some categories. */
export function isLimited(caller: Caller): boolean {
  return limitsCategories(caller.filter);
}

/** Whether the caller administers the whole service: a key that is limited to some categories does not. */
export function isAdministrator(caller: Caller): boolean {
  return caller.scopes.has('admin') && !isLimited(caller);
}
