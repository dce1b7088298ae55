import { groupNameFault } from '../../shared/domain/access-groups.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { fieldOf } from '../../shared/domain/free-map.js';

/** What the provider says about a person, after every check of its token. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  /** User name, and the address if the provider has verified it. */
  readonly userNames: readonly string[];
  /** Value of OIDC_LINK_CLAIM; null without the claim. */
  readonly linkId: string | null;
  readonly groups: readonly string[];
  readonly refreshToken: string | null;
}

/** Random values of one sign-in. They stay with the browser, sealed, until it returns from the provider. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Port: the OpenID provider. It keeps the library out of the use cases. */
export abstract class IdentityProvider {
  abstract readonly isConfigured: boolean;
  /** Starts a sign-in. @returns the address at the provider and the random values @throws TryLaterError if it cannot be reached */
  abstract begin(): Promise<{ readonly url: string; readonly pending: PendingSignIn }>;
  /**
   * Exchanges the code and checks the answer: state, PKCE, signature, issuer, audience, times and nonce.
   * @param query of the callback, with its question mark
   * @throws DomainError (401) for anything that is not a valid answer to this sign-in
   */
  abstract complete(query: string, pending: PendingSignIn): Promise<Identity>;
  /** @returns undefined if the provider refuses the token for good @throws DomainError for any other invalid answer */
  abstract refresh(refreshToken: string, subject: string): Promise<Identity | undefined>;
  /** The address that ends the session at the provider; undefined if it has none. */
  abstract signOutUrl(): Promise<string | undefined>;
}

/** How far the clock of the provider may differ, in seconds: as the checks of `exp` and `nbf` allow. */
export const CLOCK_TOLERANCE_S = 30;

/**
 * Whether a token says that it was issued later than now. It may be a token that was prepared for later, or the provider's clock is wrong:
 * neither says when the person signed in.
 * @param issuedAtS the claim `iat`, in seconds
 */
export function isFromTheFuture(issuedAtS: number, now: Date): boolean {
  return issuedAtS > now.getTime() / 1000 + CLOCK_TOLERANCE_S;
}

const LONGEST_SUBJECT = 255;

/** Whether a claim `sub` names a person (OpenID Connect Core, 2). A library may pass on a blank one, or a number. */
export function isSubject(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_SUBJECT;
}

/** People cannot sign in: no provider is configured. */
export class NoProviderError extends DomainError {
  constructor() {
    super('not-available', 'sign-in', 'Sign-in is not configured; set OIDC_ISSUER, or use a key.');
  }
}

/** More groups than a directory gives a person; a longer list is cut. */
const MOST_GROUPS = 1_000;

/**
 * Reads the groups of a person from the claims of the provider. Anything that is not a list of names gives no group, and a name that no
 * mapping can have is left out.
 * @param claim name of the claim; dots lead into objects (`realm_access.roles`) unless a claim has exactly this name
 * @returns undefined without such a claim
 * @example claimedGroups({ realm_access: { roles: ['staff'] } }, 'realm_access.roles'); // ['staff']
 */
export function claimedGroups(claims: object, claim: string): readonly string[] | undefined {
  const exact = fieldOf(claims, claim);
  const value: unknown =
    exact ?? claim.split('.').reduce<unknown>((holder, name) => fieldOf(holder, name), claims) ?? undefined;
  if (value === undefined) return undefined;
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const valid = names.filter((name): name is string => groupNameFault(name) === undefined);
  return [...new Set(valid)].slice(0, MOST_GROUPS);
}
