import { ScimCondition } from './scim-filter.js';
import { GroupChange, ScimGroupNames, ScimPerson } from './scim-resources.js';

interface Stored {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly changedAt: string;
}

/** A person of the directory. */
export interface ScimUser extends ScimPerson, Stored {
  /** Id of the user who signs in as this person; null before the first sign-in. */
  readonly userId: string | null;
}

export interface ScimMember {
  readonly id: string;
  readonly userName: string;
}

export interface ScimGroup extends ScimGroupNames, Stored {
  readonly members: readonly ScimMember[];
}

export interface ScimPage<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** People and groups that a directory provisions. Every acknowledged change survives a power failure. */
export abstract class ScimStore {
  abstract users(conditions: readonly ScimCondition[], skip: number, limit: number): Promise<ScimPage<ScimUser>>;
  abstract user(id: string): Promise<ScimUser | undefined>;
  /**
   * Creates or replaces a person. One who is not active loses sessions, tokens and work at once; one whom the directory had deactivated or
   * removed, and who is active now, gets them again.
   * @returns undefined if another person has the user name
   */
  abstract putUser(user: ScimUser): Promise<ScimUser | undefined>;
  /** Removes a person and ends the access, also of accounts that sign in later. @param at time of the end @returns whether there was one */
  abstract removeUser(id: string, at: string): Promise<boolean>;

  abstract groups(conditions: readonly ScimCondition[], skip: number, limit: number): Promise<ScimPage<ScimGroup>>;
  abstract group(id: string): Promise<ScimGroup | undefined>;
  /**
   * Creates a group, or changes it.
   * @returns `taken` if another group has the name; otherwise the ids of members that do not exist: then nothing is stored
   */
  abstract putGroup(
    group: Omit<ScimGroup, 'members'>,
    members: GroupChange['members'],
  ): Promise<'taken' | readonly string[]>;
  abstract removeGroup(id: string): Promise<boolean>;
}
