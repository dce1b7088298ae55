import type { FastifyRequest } from 'fastify';
import { allowedList, CategoryFilter, groupList } from '../../shared/domain/category-filter.js';
import { ANONYMOUS_ID } from '../../access/domain/caller.js';
import type { RequestWithAccess } from '../../access/interface/access.decorators.js';
import { currentRequest } from '../../shared/infrastructure/request-context.js';
import { CurrentRequest, RequestFacts } from '../domain/audit-log.js';

/** No folded path contains a colon. */
const GROUP = 'group:';

function entriesOf(filter: CategoryFilter): readonly string[] | null {
  const groups = (groupList(filter) ?? []).map((name) => `${GROUP}${name}`);
  const paths = allowedList(filter);
  return paths === null && groups.length === 0 ? null : [...(paths ?? []), ...groups];
}

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
      filter: access === undefined ? null : entriesOf(access.effectiveFilter),
      agentId: access?.agent?.agentId ?? null,
    };
  }
}
