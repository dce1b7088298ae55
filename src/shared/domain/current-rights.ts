import { CategoryFilter } from './category-filter.js';

/** Current permissions of an owner. */
export interface OwnerRights {
  readonly filter: CategoryFilter;
  readonly mayUse: (scope: 'query' | 'ingest' | 'test' | 'metrics' | 'admin') => boolean;
}

/** Whether an owner administers the whole service now. False for a key limited to categories and for an expired or revoked key. */
export function administers(rights: OwnerRights | undefined): boolean {
  return rights !== undefined && rights.mayUse('admin') && rights.filter.kind === 'unrestricted';
}

/**
 * Returns the current permissions of the owner of stored work. Work without a request (schedules, sessions, jobs, open streams) checks them
 * at each start and each step: it stops when its key is revoked, expires or loses categories. Declared here so that every feature may use
 * it.
 */
export abstract class CurrentRights {
  /** @param owner id of a key @returns undefined when the key was revoked or has expired */
  abstract of(owner: string): Promise<OwnerRights | undefined>;
}

/** Work was stopped because its owner no longer has the permission. */
export class OwnerEndedError extends Error {
  constructor(readonly owner: string) {
    super(
      `The key '${owner}' was revoked, has expired, or was narrowed; what belongs to it stops. Start it again with a valid key.`,
    );
    this.name = 'OwnerEndedError';
  }
}
