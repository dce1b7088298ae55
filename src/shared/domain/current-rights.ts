import { CategoryFilter } from './category-filter.js';

/** What an owner may do and see at this moment. */
export interface OwnerRights {
  readonly filter: CategoryFilter;
  readonly mayUse: (scope: 'query' | 'ingest' | 'test' | 'metrics' | 'admin') => boolean;
}

/** Whether an owner administers the whole service now. A key that is limited to some categories does not, nor one that has ended. */
export function administers(rights: OwnerRights | undefined): boolean {
  return rights !== undefined && rights.mayUse('admin') && rights.filter.kind === 'unrestricted';
}

/**
 * Finds out what the owner of stored work may do now. Whatever goes on without a request (schedules, sessions, jobs, open streams) asks
 * it again at each start and each step: a key that was revoked, has expired or was narrowed takes its work with it. Declared here
 * so that every feature may ask.
 */
export abstract class CurrentRights {
  /** @param owner id of a key @returns undefined when the key was revoked or has expired */
  abstract of(owner: string): Promise<OwnerRights | undefined>;
}

/** Why work was stopped: its owner may not have it done any more. */
export class OwnerEndedError extends Error {
  constructor(readonly owner: string) {
    super(
      `The key '${owner}' was revoked, has expired, or was narrowed; what belongs to it stops. Start it again with a valid key.`,
    );
    this.name = 'OwnerEndedError';
  }
}
