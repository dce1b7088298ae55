import { MappingVersion } from './group-mapping.js';
import { User, UserSession } from './user.js';

/** A user with the newest mapping, from one read. */
export interface UserWithMapping {
  readonly user: User;
  readonly mapping: MappingVersion;
}

/** A session with its user and the newest mapping, from one read. */
export interface SessionOfUser extends UserWithMapping {
  readonly session: UserSession;
}

/** People and their sessions. Every acknowledged change survives a power failure: a deleted session must stay deleted. */
export abstract class UserStore {
  /**
   * Stores what a sign-in says about a person, and the new session, and joins the account with the person of the directory (SCIM) whose
   * external id is its `linkId`, unless one of them belongs to another. A person who was deactivated stays so. If the directory has ended the
   * person, the access of the account ends too: `confirm`, `confirmLink` and `refresh` do the same.
   * @param replaced hash of the session that the browser had before, which ends
   * @returns false if the directory has ended the person: then nothing else is stored
   */
  abstract signIn(user: User, session: UserSession, replaced: string | undefined): Promise<boolean>;
  /**
   * Stores what an access token says about a person, and joins the person with that of the directory, as a sign-in does. Nothing is stored if
   * a newer statement is known, or if the directory has ended the person.
   */
  abstract confirm(user: User): Promise<void>;
  /**
   * Compares an access token that says nothing new about the groups with the directory, and joins the account as a sign-in does, unless a
   * newer statement has named another person.
   * @param user as it is stored @param at time of the token
   */
  abstract confirmLink(user: User, linkId: string, at: string): Promise<void>;
  abstract withSession(tokenHash: string): Promise<SessionOfUser | undefined>;
  abstract find(userId: string): Promise<UserWithMapping | undefined>;
  /** Names of people by id, for lists. */
  abstract namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** By id. @param after id after which the list begins, '' for the start @param isActive only people with this state */
  abstract list(after: string, limit: number, isActive?: boolean): Promise<readonly User[]>;
  /** Deactivates (with a time) or activates (null), also one whom the directory removed. Deactivation ends the sessions. @returns whether there is such a user */
  abstract setDeactivated(userId: string, at: string | null): Promise<boolean>;
  /** Releases the account from the person of the directory. @returns whether it belonged to one */
  abstract unlink(userId: string): Promise<boolean>;
  abstract noteUse(tokenHash: string, at: string): Promise<void>;
  /**
   * Claims the refresh of a session, so that only one process asks the provider.
   * @param seenAt `confirmedAt` as it was read @returns whether the claim succeeded
   */
  abstract claimRefresh(tokenHash: string, seenAt: string, at: string): Promise<boolean>;
  /** Stores what a refresh says about the person, and the next refresh token, and joins the account as a sign-in does. */
  abstract refresh(user: User, tokenHash: string, sealedRefreshToken: string | null): Promise<void>;
  /** @returns the user whose session ended; undefined if there was none */
  abstract endSession(tokenHash: string): Promise<string | undefined>;
  /** Removes sessions that ended before this time, or were not used since the other. */
  abstract removeEnded(expiredBefore: string, unusedSince: string): Promise<void>;
}

/** Creates and reads the secrets of sign-ins and sessions. */
export abstract class SessionSecrets {
  /** A new token of 256 random bits, and the hash that the store keeps. */
  abstract make(): { readonly token: string; readonly hash: string };
  /** @returns undefined for a text that cannot be a token */
  abstract hashOf(token: string): string | undefined;
  /** The token against forged requests; it follows from the token of the session, so that it belongs to this session alone. */
  abstract csrfTokenOf(token: string): string;
  /** Stable id of a person. */
  abstract userIdOf(issuer: string, subject: string): string;
  /** Seals a text for the browser, so that it can neither be read nor changed there. */
  abstract seal(text: string): string;
  /** @returns undefined for anything that was not sealed here */
  abstract unseal(sealed: string): string | undefined;
  /** Seals a text that only the token of the session opens again. */
  abstract sealFor(token: string, text: string): string;
  abstract unsealFor(token: string, sealed: string): string | undefined;
}
