import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { faultOfPath } from '../../shared/domain/base-url.js';
import { IdentityProvider, NoProviderError, PendingSignIn } from '../domain/identity-provider.js';
import { SessionSecrets, UserStore } from '../domain/user-store.js';
import { SignInLimits, User } from '../domain/user.js';
import { ExpiryClock } from './expiry-clock.js';

/** A person has this long to sign in at the provider. */
const SIGN_IN_MS = 10 * 60_000;
const LONGEST_RETURN_PATH = 1_000;

/** What the browser keeps, sealed, while its person is at the provider. */
interface Attempt extends PendingSignIn {
  readonly returnTo: string;
  readonly startedAt: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readAttempt(json: string): Attempt | undefined {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value) || !value.every(isText)) return undefined;
  const [state, nonce, codeVerifier, returnTo, startedAt] = value;
  if (state === undefined || nonce === undefined || codeVerifier === undefined) return undefined;
  if (returnTo === undefined || startedAt === undefined) return undefined;
  return { state, nonce, codeVerifier, returnTo, startedAt };
}

function refusal(detail: string): DomainError {
  return new DomainError('unauthorised', 'sign-in', `${detail}; start again at /auth/login.`);
}

function ended(): DomainError {
  return new DomainError('forbidden', 'deactivated', 'An administrator has ended the access of this person.');
}

/** A session that a sign-in has made. */
export interface MadeSession {
  readonly token: string;
  /** Path of this server that the browser returns to. */
  readonly returnTo: string;
  readonly lastsMs: number;
}

/** Signs a person in at the OpenID provider: Authorization Code with PKCE, bound to one browser. */
@Injectable()
export class SignIn {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly users: UserStore,
    private readonly secrets: SessionSecrets,
    private readonly limits: SignInLimits,
    private readonly clock: ExpiryClock,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Starts a sign-in.
   * @param returnTo path of this server, with its query @returns the address at the provider, and what the browser has to bring back
   * @throws InvalidInputError for anything that could lead to another server
   */
  async begin(returnTo: string): Promise<{ readonly url: string; readonly sealed: string; readonly lastsMs: number }> {
    const fault = returnTo.length > LONGEST_RETURN_PATH ? 'is too long' : faultOfPath(returnTo);
    if (fault !== undefined) throw new InvalidInputError([{ pointer: '/return_to', detail: fault }]);
    const { url, pending } = await this.provider.begin();
    const startedAt = (await this.clock.now()).toISOString();
    const { state, nonce, codeVerifier } = pending;
    const sealed = this.secrets.seal(JSON.stringify([state, nonce, codeVerifier, returnTo, startedAt]));
    return { url, sealed, lastsMs: SIGN_IN_MS };
  }

  /**
   * Ends a sign-in: makes a new session, and ends the one that the browser had.
   * @param query of the callback @param sealed what the browser brought back @param previous token of its earlier session
   * @param beforeAsking called once the attempt is known to be one of this server, before the provider is asked; may throw
   * @throws DomainError 401 for an answer that does not belong to this browser or is not valid; 403 for a deactivated person
   */
  async complete(
    query: string,
    sealed: string | undefined,
    previous: string | undefined,
    beforeAsking: () => void,
  ): Promise<MadeSession> {
    if (!this.provider.isConfigured) throw new NoProviderError();
    const opened = sealed === undefined ? undefined : this.secrets.unseal(sealed);
    const attempt = opened === undefined ? undefined : readAttempt(opened);
    if (attempt === undefined) throw refusal('This browser has not started to sign in');
    const now = await this.clock.now();
    if (now.getTime() - Date.parse(attempt.startedAt) > SIGN_IN_MS) throw refusal('The time to sign in is over');
    beforeAsking();
    const { refreshToken, ...identity } = await this.provider.complete(query, attempt);
    const at = now.toISOString();
    const id = this.secrets.userIdOf(identity.issuer, identity.subject);
    const { issuer, subject, name, email, linkId, groups: providerGroups } = identity;
    const known = await this.users.find(id);
    if (known !== undefined && known.user.deactivatedAt !== null) throw ended();
    const user: User = {
      ...{ id, issuer, subject, name, email, linkId, providerGroups },
      directoryName: null,
      deactivatedAt: null,
      createdAt: at,
      confirmedAt: at,
    };
    const { token, hash } = this.secrets.make();
    const session = {
      tokenHash: hash,
      userId: id,
      createdAt: at,
      usedAt: at,
      expiresAt: new Date(now.getTime() + this.limits.sessionMs).toISOString(),
      confirmedAt: at,
      sealedRefreshToken: refreshToken === null ? null : this.secrets.sealFor(token, refreshToken),
    };
    await this.users.removeEnded(at, new Date(now.getTime() - this.limits.idleMs).toISOString());
    const replaced = previous === undefined ? undefined : this.secrets.hashOf(previous);
    if (!(await this.users.signIn(user, session, replaced))) throw ended();
    const detail = `${name} (${subject} at ${issuer})`;
    await this.audit.record({ action: 'sign_in', question: null, shown: [], detail, caller: id });
    return { token, returnTo: attempt.returnTo, lastsMs: this.limits.sessionMs };
  }
}
