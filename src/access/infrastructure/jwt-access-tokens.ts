import { Injectable, Logger } from '@nestjs/common';
import type { JWTPayload, JWTVerifyResult, RemoteJWKSet } from 'jose';
import { Environment } from '../../config/environment.js';
import { DomainError, TryLaterError } from '../../shared/domain/domain-error.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import {
  AccessTokens,
  InvalidTokenError,
  mcpResource,
  MissingTokenScopeError,
  TokenStatement,
} from '../domain/access-token.js';
import { claimedGroups, CLOCK_TOLERANCE_S, isFromTheFuture, isSubject } from '../domain/identity-provider.js';
import { linkIdIn, personIn } from './person-claims.js';
import { isUnreachable, ProviderDescription } from './provider-description.js';

/** The library is loaded by the first token. */
type Library = typeof import('jose');
const load = (): Promise<Library> => import('jose');

/** Signatures by a key pair: a secret that both sides know would let this server issue tokens. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** An access token (RFC 9068), or a JWT of a provider that does not say its type. */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/iu;
/** Claims of ID tokens, of logout tokens, and of tokens that need a proof which this server does not check. */
const OTHER_TOKENS = ['at_hash', 'c_hash', 'events', 'cnf'];
const RETRY_AFTER_S = 10;

const wordsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value.split(' ')
    : Array.isArray(value)
      ? value.filter((each) => typeof each === 'string')
      : [];

const normalized = (address: string): string => (URL.canParse(address) ? new URL(address).href : address);

/**
 * Access tokens as signed JWTs, by the library `jose`, with the keys that the provider publishes. A key that is not known is looked for at
 * the provider at most every 30 s, whoever sends tokens.
 */
@Injectable()
export class JwtAccessTokens extends AccessTokens {
  private readonly logger = new Logger('access-token');
  private readonly resource: string | undefined;
  private readonly scopes: readonly string[];
  private keys: { readonly address: string; readonly set: RemoteJWKSet } | undefined;

  constructor(
    { PUBLIC_URL, MCP_SCOPES }: Environment,
    private readonly provider: ProviderDescription,
  ) {
    super();
    this.resource = PUBLIC_URL === undefined ? undefined : mcpResource(PUBLIC_URL);
    this.scopes = MCP_SCOPES?.split(' ') ?? [];
  }

  async verify(token: string, now: Date): Promise<TokenStatement> {
    const { issuer, groupsClaim, linkClaim } = this.provider.required();
    const payload = await this.verified(token, now);
    const granted = new Set([...wordsOf(fieldOf(payload, 'scope')), ...wordsOf(fieldOf(payload, 'scp'))]);
    if (!this.scopes.every((scope) => granted.has(scope))) throw new MissingTokenScopeError(this.scopes);
    const { sub: subject = '', iat = 0 } = payload;
    return {
      issuer,
      subject,
      ...personIn(payload),
      linkId: linkIdIn(payload, linkClaim),
      groups: claimedGroups(payload, groupsClaim),
      issuedAt: new Date(iat * 1000),
    };
  }

  /** The reason of a refusal is for the log: what an attacker sent must not be explained to the attacker. */
  private async verified(token: string, now: Date): Promise<JWTPayload> {
    const [library, keys, issuer] = await this.opened();
    try {
      const verified = await library.jwtVerify(token, keys, {
        issuer,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now,
        requiredClaims: ['sub', 'iat', 'exp', 'aud'],
      });
      const fault = this.faultOf(verified, now);
      if (fault === undefined) return verified.payload;
      this.logger.warn({ fault }, 'refused an access token');
    } catch (error) {
      if (error instanceof library.errors.JWKSTimeout || isUnreachable(error)) throw this.unreachable(error);
      this.logger.warn({ err: error }, 'refused an access token');
    }
    throw new InvalidTokenError();
  }

  private faultOf({ payload, protectedHeader }: JWTVerifyResult, now: Date): string | undefined {
    const { aud = [], iat = Infinity } = payload;
    const resource = this.resource;
    if (resource === undefined || ![aud].flat().some((each) => normalized(each) === normalized(resource)))
      return 'its audience is another one';
    if (protectedHeader.typ !== undefined && !TYPE.test(protectedHeader.typ)) return 'it is of another type';
    const other = OTHER_TOKENS.find((claim) => payload[claim] !== undefined);
    if (other !== undefined) return `it has the claim ${other}`;
    if (!isSubject(payload.sub)) return 'its subject is not a text, or has no or too many characters';
    if (iat < 0) return 'it was issued before 1970';
    return isFromTheFuture(iat, now) ? 'it was issued in the future' : undefined;
  }

  private async opened(): Promise<readonly [Library, RemoteJWKSet, string]> {
    const [, configuration] = await this.provider.opened();
    const { issuer, jwks_uri: address } = configuration.serverMetadata();
    if (address === undefined) throw this.unreachable(new Error('The provider names no keys.'));
    const library = await load();
    if (this.keys?.address !== address) this.keys = { address, set: this.keysAt(library, address) };
    return [library, this.keys.set, issuer];
  }

  private keysAt(library: Library, address: string): RemoteJWKSet {
    return library.createRemoteJWKSet(new URL(address), {
      [library.customFetch]: (url, { headers, method, signal }) =>
        this.provider.client.fetch(url, { headers, method, signal }),
    });
  }

  private unreachable(error: unknown): DomainError {
    this.logger.warn({ err: error }, 'the keys of the sign-in provider could not be read');
    return new TryLaterError(
      'sign-in-provider',
      'The keys of the sign-in provider could not be read; try again.',
      RETRY_AFTER_S,
    );
  }
}
