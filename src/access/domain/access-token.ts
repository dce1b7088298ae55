import { baseUrl } from '../../shared/domain/base-url.js';
import { DomainError } from '../../shared/domain/domain-error.js';

/** What an access token of the OpenID provider says about its owner, after every check. */
export interface TokenStatement {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined where the token does not say it. */
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** User name, and the address if the provider has verified it. */
  readonly userNames: readonly string[];
  /** Value of OIDC_LINK_CLAIM; null where the token does not say it. */
  readonly linkId: string | null;
  /** Undefined for a token without the claim of the groups. */
  readonly groups: readonly string[] | undefined;
  readonly issuedAt: Date;
}

/** Port: checks access tokens that the OpenID provider issued for `/mcp`. It keeps the library out of the use cases. */
export abstract class AccessTokens {
  /**
   * Checks signature, issuer, audience, times and scopes.
   * @param now the time that the token is compared with
   * @throws InvalidTokenError (401), MissingTokenScopeError (403), TryLaterError if the keys of the provider cannot be read
   */
  abstract verify(token: string, now: Date): Promise<TokenStatement>;
}

/** A token in the form of a JWT with a signature (RFC 7515). No key of the store has this form. */
const SIGNED_JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/u;

/** Whether a credential can be an access token. */
export function isLikeToken(text: string): boolean {
  return SIGNED_JWT.test(text);
}

/** The resource for which the provider issues access tokens (RFC 8707): the address of `/mcp`. */
export function mcpResource(publicUrl: string): string {
  return `${baseUrl(publicUrl)}/mcp`;
}

/** The provider did not issue this token for this server, or it has expired. */
export class InvalidTokenError extends DomainError {
  constructor(detail = 'This access token is not valid for /mcp of this server, or has expired; get a new one.') {
    super('unauthorised', 'access-token', detail);
  }
}

/** The token is valid, and lacks a scope of MCP_SCOPES. */
export class MissingTokenScopeError extends DomainError {
  constructor(scopes: readonly string[]) {
    const detail = `The access token lacks a scope: /mcp needs '${scopes.join(' ')}'; sign in again and grant it.`;
    super('forbidden', 'token-scope', detail);
  }
}
