import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { AdminKey } from '../domain/api-key.js';
import { ADMIN_ID, ANONYMOUS_ID, Caller, SCOPES } from '../domain/caller.js';
import { CallerRights } from './caller-rights.js';
import { RecogniseAccessToken } from './recognise-access-token.js';
import { RecogniseKey } from './recognise-key.js';
import { RecogniseSession } from './recognise-session.js';

const ALL_SCOPES = new Set(SCOPES);
const ANONYMOUS: Caller = { id: ANONYMOUS_ID, scopes: ALL_SCOPES, filter: UNRESTRICTED };
const ADMIN: Caller = { id: ADMIN_ID, scopes: ALL_SCOPES, filter: UNRESTRICTED };

/** What a request says about its caller. */
export interface Credentials {
  readonly key: string | undefined;
  /** Access token of the OpenID provider, on a route that takes one. */
  readonly accessToken?: string | undefined;
  /** Token in the cookie of a session. */
  readonly session: string | undefined;
}

/**
 * Authenticates the caller. Without authentication every caller is `anonymous` with all scopes; startup allows that on
 * loopback only.
 */
@Injectable()
export class Authenticate {
  constructor(
    private readonly adminKey: AdminKey,
    private readonly keys: RecogniseKey,
    private readonly sessions: RecogniseSession,
    private readonly rights: CallerRights,
    private readonly accessTokens: RecogniseAccessToken,
  ) {}

  /**
   * A key counts before a session: a program that names its key means that key, whatever cookies it has.
   * @throws DomainError (401) if keys are required, and the key, the token or the session is missing, unknown or has ended; 403 for a token
   * without a needed scope
   */
  async authenticate({ key: secret, accessToken, session }: Credentials): Promise<Caller> {
    if (!this.adminKey.required) return ANONYMOUS;
    if (accessToken !== undefined && !this.adminKey.matches(accessToken))
      return this.accessTokens.recognise(accessToken);
    if (secret !== undefined) return this.callerWithKey(secret);
    const caller = session === undefined ? undefined : await this.sessions.recognise(session);
    if (caller !== undefined) return caller;
    const why =
      session === undefined
        ? 'This route needs a key; send it as X-API-Key or as Authorization: Bearer.'
        : 'This session has ended; sign in again.';
    throw new DomainError('unauthorised', 'unauthorised', why);
  }

  private async callerWithKey(secret: string): Promise<Caller> {
    if (this.adminKey.matches(secret)) return ADMIN;
    const key = await this.keys.recognise(secret);
    const caller = key && (await this.rights.ofKey(key));
    if (caller !== undefined) return caller;
    const why =
      key === undefined
        ? 'This key is not known; send it as X-API-Key or as Authorization: Bearer.'
        : key.owner === undefined
          ? 'The person who made this key may no longer use this server; an administrator takes the key over by rotating it.'
          : 'The owner of this token must sign in again, or may no longer use this server.';
    throw new DomainError('unauthorised', 'unauthorised', why);
  }

  /** Whether a secret is known to be valid from the cache; false also if it needs the slow check first. Never slow. */
  isKnown(secret: string): boolean {
    return this.adminKey.required && (this.adminKey.matches(secret) || this.keys.isRemembered(secret));
  }

  /** Whether requests need a key. */
  get isRequired(): boolean {
    return this.adminKey.required;
  }

  /** The prefix of a secret if a key has it, without the slow check; the person of an access token. */
  async prefixInUse(secret: string): Promise<string | undefined> {
    return (await this.keys.prefixInUse(secret)) ?? this.accessTokens.ownerOf(secret);
  }
}
