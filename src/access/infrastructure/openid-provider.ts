import { Injectable, Logger } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { Clock } from '../../shared/domain/clock.js';
import { DomainError, TryLaterError } from '../../shared/domain/domain-error.js';
import {
  claimedGroups,
  Identity,
  IdentityProvider,
  isFromTheFuture,
  isSubject,
  PendingSignIn,
} from '../domain/identity-provider.js';
import { linkIdIn, personIn } from './person-claims.js';
import { isUnreachable, ProviderDescription } from './provider-description.js';

/** Refusals that say nothing about the person: the provider is busy, or the settings of this server are wrong. Any other one is an end. */
const PASSING: ReadonlySet<string> = new Set(['temporarily_unavailable', 'slow_down', 'invalid_client']);

/**
 * The provider of OIDC_ISSUER, by the library `openid-client`. It checks state, PKCE, issuer, audience, expiry, `nbf`, nonce and, with
 * `enableNonRepudiationChecks`, the signature of the ID token, which has to be asymmetric. `iat` is checked here.
 */
@Injectable()
export class OpenIdProvider extends IdentityProvider {
  private readonly logger = new Logger('sign-in');

  constructor(
    private readonly provider: ProviderDescription,
    private readonly time: Clock,
  ) {
    super();
  }

  get isConfigured(): boolean {
    return this.provider.isConfigured;
  }

  async begin(): Promise<{ readonly url: string; readonly pending: PendingSignIn }> {
    const { scopes } = this.provider.required();
    const [library, configuration] = await this.provider.opened();
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
    const [library, configuration] = await this.provider.opened();
    try {
      const tokens = await library.authorizationCodeGrant(configuration, new URL(this.callback() + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The answer has no ID token.');
      if (!isSubject(claims.sub)) throw new Error('The ID token has no subject.');
      if (isFromTheFuture(claims.iat, this.time.now())) throw new Error('The ID token was issued in the future.');
      return await this.identity(configuration, claims, tokens);
    } catch (error) {
      throw this.refusal(error);
    }
  }

  async refresh(refreshToken: string, subject: string): Promise<Identity | undefined> {
    const [library, configuration] = await this.provider.opened();
    try {
      const tokens = await library.refreshTokenGrant(configuration, refreshToken);
      const claims = tokens.claims();
      if (claims !== undefined && claims.sub !== subject) return undefined;
      if (claims !== undefined && isFromTheFuture(claims.iat, this.time.now()))
        throw new Error('The ID token was issued in the future.');
      return await this.identity(configuration, claims ?? { sub: subject }, tokens);
    } catch (error) {
      const isEnd = error instanceof library.ResponseBodyError && error.status < 500 && !PASSING.has(error.error);
      if (isEnd) return undefined;
      throw this.refusal(error);
    }
  }

  async signOutUrl(): Promise<string | undefined> {
    const { base, clientId } = this.provider.required();
    const [library, configuration] = await this.provider.opened();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const parameters = { post_logout_redirect_uri: `${base}/`, client_id: clientId };
    return library.buildEndSessionUrl(configuration, parameters).href;
  }

  private callback(): string {
    return `${this.provider.required().base}/auth/callback`;
  }

  /** Many providers give names and groups only at their userinfo endpoint. */
  private async identity(
    configuration: Configuration,
    claims: { readonly sub: string; readonly [name: string]: unknown },
    tokens: { readonly access_token: string; readonly refresh_token?: string },
  ): Promise<Identity> {
    const { issuer, groupsClaim, linkClaim } = this.provider.required();
    const isNamed = personIn(claims).name !== undefined && linkIdIn(claims, linkClaim) !== null;
    const isWhole = claimedGroups(claims, groupsClaim) !== undefined && isNamed;
    const isAvailable = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = isWhole || !isAvailable ? {} : await this.userInfo(configuration, tokens.access_token, claims.sub);
    const all = { ...more, ...claims };
    const groups = claimedGroups(all, groupsClaim);
    if (groups === undefined)
      this.logger.warn({ claim: groupsClaim }, 'the provider gives no groups: the person gets no rights');
    const { name, email = null, userNames } = personIn(all);
    return {
      issuer,
      subject: claims.sub,
      name: name ?? userNames[0] ?? email ?? claims.sub,
      email,
      userNames,
      linkId: linkIdIn(all, linkClaim),
      groups: groups ?? [],
      refreshToken: tokens.refresh_token ?? null,
    };
  }

  private async userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<object> {
    const [library] = await this.provider.opened();
    return library.fetchUserInfo(configuration, accessToken, subject);
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
