/** A person who has signed in at the OpenID provider. */
export interface User {
  /** Follows from issuer and subject, so that a person who returns owns what was theirs. No key has such an id. */
  readonly id: string;
  readonly issuer: string;
  /** The provider's own, lasting id of the person. */
  readonly subject: string;
  /** As shown, and as the audit log names the person. */
  readonly name: string;
  readonly email: string | null;
  /** Names of the groups: those at the provider, as the last sign-in or refresh said, and those of the directory (SCIM). */
  readonly providerGroups: readonly string[];
  /** Value of OIDC_LINK_CLAIM, which the `externalId` of a directory (SCIM) is compared with; null without the claim. */
  readonly linkId: string | null;
  /** User name of the person of the directory that the account belongs to; null without one. */
  readonly directoryName: string | null;
  /** Time when an administrator ended the access; null for an active person. */
  readonly deactivatedAt: string | null;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  /** When the provider last confirmed the person and the groups. */
  readonly confirmedAt: string;
}

/** The session of a browser. The store knows only the hash of its token. */
export interface UserSession {
  readonly tokenHash: string;
  readonly userId: string;
  readonly createdAt: string;
  /** To the minute. */
  readonly usedAt: string;
  /** The end, however much the session is used. */
  readonly expiresAt: string;
  /** When the provider last confirmed the groups for this session. */
  readonly confirmedAt: string;
  /** The provider's refresh token, readable only with the token of the session; null without one. */
  readonly sealedRefreshToken: string | null;
}

/** Port of the settings: the provider, and time limits of what a sign-in gives. */
export abstract class SignInLimits {
  /** OIDC_ISSUER; undefined without sign-in. */
  abstract readonly issuer: string | undefined;
  abstract readonly sessionMs: number;
  abstract readonly idleMs: number;
  /** How long groups are believed without the provider: for personal tokens and work in the background. */
  abstract readonly groupsMs: number;
}

/** Whether a session has ended: by its age, or because it was not used. */
export function hasEnded({ expiresAt, usedAt }: UserSession, { idleMs }: SignInLimits, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime() || Date.parse(usedAt) + idleMs <= now.getTime();
}

/** Whether nobody has ended the access. The people of an earlier OIDC_ISSUER are not active. */
export function isActive({ deactivatedAt, issuer }: User, limits: SignInLimits): boolean {
  return deactivatedAt === null && issuer === limits.issuer;
}

/** Whether what the person owns may still act: the person is active, and the provider has confirmed the groups not too long ago. */
export function mayActAlone(user: User, limits: SignInLimits, now: Date): boolean {
  return isActive(user, limits) && Date.parse(user.confirmedAt) + limits.groupsMs > now.getTime();
}
