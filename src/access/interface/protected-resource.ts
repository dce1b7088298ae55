import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '../../config/environment.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Credentials } from '../application/authenticate.js';
import { isLikeToken, mcpResource, MissingTokenScopeError } from '../domain/access-token.js';
import { Caller } from '../domain/caller.js';
import { SessionCookie } from './session-cookie.js';

/** Path of the description of the resource (RFC 9728), without the path of the resource itself. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** A refresh token is a matter between the client and the provider. */
const NOT_FOR_RESOURCES = 'offline_access';

/** The description of `/mcp` for OAuth clients (RFC 9728). */
export interface ResourceMetadata {
  readonly resource: string;
  readonly resource_name: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly string[];
}

/**
 * `/mcp` as a protected resource of OAuth 2.1, as the Model Context Protocol describes it (revision 2026-07-28). Only with a configured
 * provider; without one `/mcp` takes keys alone.
 */
@Injectable()
export class ProtectedResource {
  readonly metadata: ResourceMetadata | undefined;
  private readonly metadataUrl: string;
  private readonly scopes: string;

  constructor(
    { OIDC_ISSUER, OIDC_SCOPES, MCP_SCOPES, PUBLIC_URL }: Environment,
    private readonly cookie: SessionCookie,
  ) {
    const scopes = (MCP_SCOPES ?? OIDC_SCOPES).split(' ').filter((scope) => scope !== NOT_FOR_RESOURCES);
    this.scopes = scopes.join(' ');
    const resource = PUBLIC_URL === undefined ? '' : mcpResource(PUBLIC_URL);
    this.metadataUrl = `${resource.slice(0, -'/mcp'.length)}${RESOURCE_METADATA_PATH}/mcp`;
    if (OIDC_ISSUER === undefined || PUBLIC_URL === undefined) return;
    this.metadata = {
      resource,
      resource_name: 'Touchstone',
      authorization_servers: [OIDC_ISSUER],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    };
  }

  /**
   * Authenticates a request to the resource. A refusal says where a client gets an access token (RFC 9728, 5.1), and what is wrong with the
   * one that it sent (RFC 6750, 3.1).
   */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    authenticate: (credentials: Credentials) => Promise<Caller>,
  ): Promise<Caller> {
    const credentials = this.cookie.credentialsOf(request);
    if (this.metadata === undefined) return authenticate(credentials);
    try {
      return await authenticate({ ...credentials, accessToken: this.tokenOf(request, credentials) });
    } catch (error) {
      if (error instanceof DomainError) this.challenge(reply, error, credentials.key !== undefined);
      throw error;
    }
  }

  private tokenOf({ headers }: FastifyRequest, { key }: Credentials): string | undefined {
    return headers['x-api-key'] === undefined && key !== undefined && isLikeToken(key) ? key : undefined;
  }

  private challenge(reply: FastifyReply, error: DomainError, hasCredential: boolean): void {
    const isScope = error instanceof MissingTokenScopeError;
    if (error.kind !== 'unauthorised' && !isScope) return;
    const code = isScope ? 'insufficient_scope' : hasCredential ? 'invalid_token' : undefined;
    const parts = [
      'realm="touchstone"',
      ...(code === undefined ? [] : [`error="${code}"`]),
      `resource_metadata="${this.metadataUrl}"`,
      `scope="${this.scopes}"`,
    ];
    void reply.header('www-authenticate', `Bearer ${parts.join(', ')}`);
  }
}
