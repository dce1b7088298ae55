import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../shared/domain/domain-error.js';
import { keyOf } from '../../shared/interface/request-key.js';
import { Authenticate } from '../application/authenticate.js';
import { Caller, isLimited, mayUse, Scope } from '../domain/caller.js';
import { RequestWithAccess } from './access.decorators.js';
import { OpenRequests } from './open-requests.js';

/** @throws DomainError (403) */
function assertMayEnter(caller: Caller, scope: Scope, isForWholeService: boolean): void {
  if (!mayUse(caller, scope))
    throw new DomainError('forbidden', 'scope', `This key lacks the scope '${scope}' that the route needs.`);
  if (isForWholeService && isLimited(caller)) {
    const detail =
      'This key is limited to some categories, and the route concerns the whole service; use a key without';
    throw new DomainError('forbidden', 'limited-key', `${detail} allowed_category_paths.`);
  }
}

/**
 * Identifies the caller of each route that needs a scope, before anything of the body is read: who may not use the route costs no
 * parsing and no memory, and gets 401 or 403 whatever the body holds. What depends on the body is left to the guard.
 *
 * The hook is added to each route after those of plugins, so that the limit of requests by address comes first: a key that is not known
 * is slow to check on purpose.
 * @throws DomainError from the hook: 404 where no route is, 401 and 403
 */
export function admitCallers(fastify: FastifyInstance, authenticate: Authenticate, open: OpenRequests): void {
  const admit = async (request: FastifyRequest & RequestWithAccess, reply: FastifyReply): Promise<void> => {
    const { access: rule } = request.routeOptions.config;
    if (rule?.scope === undefined || rule.isPublic === true) return;
    const caller = await authenticate.authenticate(keyOf(request));
    assertMayEnter(caller, rule.scope, rule.isForWholeService === true);
    request.caller = caller;
    // From here on: the key may end while the body is on its way.
    open.add({ caller, scope: rule.scope, reply });
  };
  fastify.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) return;
    const hooks = route.onRequest ?? [];
    route.onRequest = [...(Array.isArray(hooks) ? hooks : [hooks]), admit];
  });
}
