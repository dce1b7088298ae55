import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Authenticate } from '../application/authenticate.js';
import { Caller, isLimited, mayUse, Scope } from '../domain/caller.js';
import { AccessRule, NeededScope, RequestWithAccess } from './access.decorators.js';
import { OpenRequests } from './open-requests.js';
import { AdmitDirectory } from './admit-directory.js';
import { ProtectedResource } from './protected-resource.js';
import { SessionCookie } from './session-cookie.js';
import { Injectable } from '@nestjs/common';

/** @throws DomainError (403) */
function assertMayEnter(caller: Caller, scope: NeededScope, isForWholeService: boolean): void {
  const isPerson = caller.signedIn !== undefined;
  if (scope !== 'any' && !mayUse(caller, scope))
    throw new DomainError(
      'forbidden',
      'scope',
      isPerson
        ? `You lack the scope '${scope}' that this needs; an administrator can give it to one of your groups.`
        : `This key lacks the scope '${scope}' that the route needs.`,
    );
  if (isForWholeService && isLimited(caller)) {
    const detail = isPerson
      ? 'Your groups are limited to some categories, and this concerns the whole service; it needs a group without'
      : 'This key is limited to some categories, and the route concerns the whole service; use a key without';
    throw new DomainError('forbidden', 'limited-key', `${detail} allowed_category_paths.`);
  }
}

/**
 * Authenticates the caller of each route that needs a scope before the body is read. A rejected caller costs no parsing
 * and no memory, and gets 401 or 403 whatever the body contains. The guard checks what depends on the body.
 *
 * The hook runs after those of plugins, so that the rate limit by address comes first: checking an unknown key is slow
 * on purpose.
 * @throws DomainError from the hook: 404 for an unknown route, 401 and 403
 */
export function admitCallers(
  fastify: FastifyInstance,
  authenticate: Authenticate,
  open: OpenRequests,
  cookie: SessionCookie,
  directory: AdmitDirectory,
  resource: ProtectedResource,
): void {
  const authenticated = async (request: FastifyRequest & RequestWithAccess, reply: FastifyReply, rule: AccessRule) => {
    const caller =
      rule.takesAccessTokens === true
        ? await resource.admit(request, reply, (credentials) => authenticate.authenticate(credentials))
        : await authenticate.authenticate(cookie.credentialsOf(request));
    if (caller.signedIn !== undefined) cookie.assertOwnPage(request, caller.signedIn.csrfToken);
    assertMayEnter(caller, rule.scope ?? 'any', rule.isForWholeService === true);
    return caller;
  };
  const admit = async (request: FastifyRequest & RequestWithAccess, reply: FastifyReply): Promise<void> => {
    const { access: rule } = request.routeOptions.config;
    if (rule?.isForDirectory === true) request.access = directory.admit(request);
    if (rule?.scope === undefined || rule.isPublic === true) return;
    const caller = await authenticated(request, reply, rule);
    request.caller = caller;
    request.admitAgain = async () => void (request.caller = await authenticated(request, reply, rule));
    // Tracked from here: the key may end while the body is received.
    const session = caller.signedIn === undefined ? undefined : cookie.sessionOf(request);
    open.add({ caller, scope: rule.scope, reply, session });
  };
  /** The access may have ended while the body arrived. A form is read by its route. */
  const admitAgain = async (request: FastifyRequest & RequestWithAccess): Promise<void> => {
    if (request.body !== undefined && request.body !== null) await request.admitAgain?.();
  };
  fastify.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) return;
    route.onRequest = [...[route.onRequest ?? []].flat(), admit];
    route.preHandler = [...[route.preHandler ?? []].flat(), admitAgain];
  });
}

/** For public routes that return more to an authenticated caller. */
@Injectable()
export class IdentifyCaller {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Whether the request has a key with this scope that is not limited to some categories; without authentication every
   * caller has every scope.
   */
  async mayUse(request: FastifyRequest, scope: Scope): Promise<boolean> {
    try {
      const caller = await this.authenticate.authenticate(this.cookie.credentialsOf(request));
      return mayUse(caller, scope) && !isLimited(caller);
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
