import { Injectable, Logger } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { Environment } from '../../config/environment.js';
import { Clock, MonotonicClock } from '../../shared/domain/clock.js';
import { DomainError, TryLaterError } from '../../shared/domain/domain-error.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { cleanedName } from '../../shared/domain/visible-name.js';
import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { OutgoingError } from '../../shared/infrastructure/outgoing/outgoing-failure.js';
import {
  claimedGroups,
  Identity,
  IdentityProvider,
  isFromTheFuture,
  NoProviderError,
  PendingSignIn,
} from '../domain/identity-provider.js';

/** The library is loaded by the first sign-in. */
type Library = typeof import('openid-client');
const load = (): Promise<Library> => import('openid-client');

/** The description of the provider is read again after this time. */
const DISCOVER_EVERY_MS = 3_600_000;
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 10_000 };
const TIMEOUT_S = 10;
const RETRY_AFTER_S = 10;
const MOST_CHARACTERS = 200;
/** The provider no longer accepts a refresh token (RFC 6749, 5.2). */
const ENDED = 'invalid_grant';

interface Settings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** PUBLIC_URL without a final slash. */
  readonly base: string;
}

function settingsOf(env: Environment): Settings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || PUBLIC_URL === undefined)
    return undefined;
  const { origin, pathname } = new URL(PUBLIC_URL);
  const base = `${origin}${pathname.endsWith('/') ? pathname.slice(0, -1) : pathname}`;
  return { issuer, clientId, clientSecret, scopes: env.OIDC_SCOPES, groupsClaim: env.OIDC_GROUPS_CLAIM, base };
}

function causesOf(error: unknown): readonly unknown[] {
  const more = error instanceof Error && error.cause !== undefined ? causesOf(error.cause) : [];
  return [error, ...more];
}

function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => cause instanceof OutgoingError || (cause instanceof Error && /^(Timeout|Abort)Error$/u.test(cause.name)),
  );
}

function textIn(claims: object, name: string): string | undefined {
  const value: unknown = Object.entries(claims).find(([key]) => key === name)?.[1];
  const text = typeof value === 'string' ? cleanedName(value).slice(0, MOST_CHARACTERS).toWellFormed() : '';
  return text === '' ? undefined : text;
}

/**
 * The provider of OIDC_ISSUER, by the library `openid-client`. It checks state, PKCE, issuer, audience, expiry, `nbf`, nonce and, with
 * `enableNonRepudiationChecks`, the signature of the ID token, which has to be asymmetric. `iat` is checked here.
 */
@Injectable()
export class OpenIdProvider extends IdentityProvider {
  private readonly logger = new Logger('sign-in');
  private readonly settings: Settings | undefined;
  private readonly client = new OutgoingClient(LIMITS);
  private found: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | undefined;

  constructor(
    environment: Environment,
    private readonly clock: MonotonicClock,
    private readonly time: Clock,
  ) {
    super();
    this.settings = settingsOf(environment);
  }

  get isConfigured(): boolean {
    return this.settings !== undefined;
  }

  async begin(): Promise<{ readonly url: string; readonly pending: PendingSignIn }> {
    const { scopes } = this.required();
    const [library, configuration] = await this.opened();
    const codeVerifier = library.randomPKCECodeVerifier();
    const pending = { state: library.randomState(), nonce: library.randomNonce(), codeVerifier };
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callback(),
      scope: scopes,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, pending };
  }

  async complete(query: string, { state, nonce, codeVerifier }: PendingSignIn): Promise<Identity> {
    const [library, configuration] = await this.opened();
    try {
      const tokens = await library.authorizationCodeGrant(configuration, new URL(this.callback() + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The answer has no ID token.');
      if (isFromTheFuture(claims.iat, this.time.now())) throw new Error('The ID token was issued in the future.');
      return await this.identity(configuration, claims, tokens);
    } catch (error) {
      throw this.refusal(error);
    }
  }

  async refresh(refreshToken: string, subject: string): Promise<Identity | undefined> {
    const [library, configuration] = await this.opened();
    try {
      const tokens = await library.refreshTokenGrant(configuration, refreshToken);
      const claims = tokens.claims();
      if (claims !== undefined && claims.sub !== subject) return undefined;
      if (claims !== undefined && isFromTheFuture(claims.iat, this.time.now()))
        throw new Error('The ID token was issued in the future.');
      return await this.identity(configuration, claims ?? { sub: subject }, tokens);
    } catch (error) {
      if (error instanceof library.ResponseBodyError && error.error === ENDED) return undefined;
      throw this.refusal(error);
    }
  }

  async signOutUrl(): Promise<string | undefined> {
    const { base, clientId } = this.required();
    const [library, configuration] = await this.opened();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const parameters = { post_logout_redirect_uri: `${base}/`, client_id: clientId };
    return library.buildEndSessionUrl(configuration, parameters).href;
  }

  private required(): Settings {
    if (this.settings === undefined) throw new NoProviderError();
    return this.settings;
  }

  private callback(): string {
    return `${this.required().base}/auth/callback`;
  }

  /** Many providers give names and groups only at their userinfo endpoint. */
  private async identity(
    configuration: Configuration,
    claims: { readonly sub: string; readonly [name: string]: unknown },
    tokens: { readonly access_token: string; readonly refresh_token?: string },
  ): Promise<Identity> {
    const { issuer, groupsClaim } = this.required();
    const isWhole = claimedGroups(claims, groupsClaim) !== undefined && textIn(claims, 'name') !== undefined;
    const isAvailable = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = isWhole || !isAvailable ? {} : await this.userInfo(configuration, tokens.access_token, claims.sub);
    const all = { ...more, ...claims };
    const groups = claimedGroups(all, groupsClaim);
    if (groups === undefined)
      this.logger.warn({ claim: groupsClaim }, 'the provider gives no groups: the person gets no rights');
    const email = textIn(all, 'email') ?? null;
    const userName = textIn(all, 'preferred_username');
    // Whoever may write any address into an account must not get the groups of its owner.
    const verified = fieldOf(all, 'email_verified') === true ? email : null;
    return {
      issuer,
      subject: claims.sub,
      name: textIn(all, 'name') ?? userName ?? email ?? claims.sub,
      email,
      userNames: [userName, verified].flatMap((name) => name ?? []),
      groups: groups ?? [],
      refreshToken: tokens.refresh_token ?? null,
    };
  }

  private async userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<object> {
    const library = await load();
    return library.fetchUserInfo(configuration, accessToken, subject);
  }

  private async opened(): Promise<readonly [Library, Configuration]> {
    const settings = this.required();
    const library = await load();
    const now = this.clock.nowMs();
    if (this.found === undefined || this.found.untilMs <= now)
      this.found = { configuration: this.discover(library, settings), untilMs: now + DISCOVER_EVERY_MS };
    try {
      return [library, await this.found.configuration];
    } catch (error) {
      this.found = undefined;
      this.logger.error({ err: error }, 'failed to read the description of the sign-in provider');
      throw new TryLaterError(
        'sign-in-provider',
        'The sign-in provider could not be reached, or its description does not match OIDC_ISSUER; try again later.',
        RETRY_AFTER_S,
      );
    }
  }

  private discover(library: Library, { issuer, clientId, clientSecret }: Settings): Promise<Configuration> {
    const url = new URL(issuer);
    return library.discovery(url, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      [library.customFetch]: (address, { method, headers, body, signal }) =>
        this.client.fetch(address, {
          method,
          headers,
          ...(typeof body === 'string' || body instanceof URLSearchParams ? { body } : {}),
          ...(signal === undefined ? {} : { signal }),
        }),
      execute: [
        library.enableNonRepudiationChecks,
        // The settings admit http for a provider on this machine only. The library marks the function so that it is noticed.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        ...(url.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    });
  }

  /** The reason is for the log: what an attacker sent must not be explained to the attacker. */
  private refusal(error: unknown): DomainError {
    if (error instanceof DomainError) return error;
    if (isUnreachable(error)) {
      this.logger.warn({ err: error }, 'the sign-in provider could not be reached');
      return new TryLaterError('sign-in-provider', 'The sign-in provider could not be reached; try again.', 1);
    }
    this.logger.warn({ err: error }, 'refused a sign-in');
    const detail = 'The answer of the sign-in provider is not valid for this sign-in; start again at /auth/login.';
    return new DomainError('unauthorised', 'sign-in', detail);
  }
}
