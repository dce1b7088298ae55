import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestWithAccess } from '../../access/interface/access.decorators.js';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { forRequest } from '../../shared/infrastructure/request-context.js';

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Routes that change nothing that others see. Their use cases record what they show. */
const ASKING = new Set([
  '/search',
  '/chat/run',
  '/fact-check',
  '/classify',
  '/filter/validate',
  '/filter/test',
  '/cbr/suggest',
  '/v1/chat/completions',
  '/v1/embeddings',
  '/mcp',
]);

/** Records every changing request by its route and the ids in its path. */
export function auditChanges(fastify: FastifyInstance, audit: AuditTrail): void {
  // Before the response is sent: every acknowledged change is in the log.
  fastify.addHook('onSend', async (request: FastifyRequest & RequestWithAccess, reply) => {
    const isChange = CHANGING.has(request.method) && !ASKING.has(request.routeOptions.url ?? '');
    if (request.access === undefined || !isChange || reply.statusCode >= 400) return;
    const ids = Object.values(request.params ?? {}).map(String);
    const detail = [String(reply.statusCode), ...ids].join(' ');
    await forRequest(request, () => audit.record({ action: 'change', question: null, shown: [], detail }));
  });
}
