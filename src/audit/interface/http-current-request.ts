import type { FastifyRequest } from 'fastify';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ANONYMOUS_ID } from '../../access/domain/caller.js';
import type { RequestWithAccess } from '../../access/interface/access.decorators.js';
import { currentRequest } from '../../shared/infrastructure/request-context.js';
import { CurrentRequest, RequestFacts } from '../domain/audit-log.js';

const paths = (filter: CategoryFilter): readonly string[] | null =>
  filter.kind === 'unrestricted' ? null : [...filter.allowed].sort();

/** Caller and filter of the current request, from the guard. */
export class HttpCurrentRequest extends CurrentRequest {
  read(): RequestFacts | undefined {
    const request: (FastifyRequest & RequestWithAccess) | undefined = currentRequest();
    if (request === undefined) return undefined;
    const { access } = request;
    return {
      requestId: request.id,
      // The guard rejects an invalid filter before it has set the caller.
      caller: access?.caller.id ?? ANONYMOUS_ID,
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
      filter: access === undefined ? null : paths(access.effectiveFilter),
      agentId: access?.agent?.agentId ?? null,
    };
  }
}
