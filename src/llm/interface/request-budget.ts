import type { FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ANONYMOUS_ID } from '../../access/domain/caller.js';
import type { RequestWithAccess } from '../../access/interface/access.decorators.js';
import { onResponseClose } from '../../shared/interface/on-response-close.js';
import { ShareBudget } from '../application/model-spending.js';
import type { SpendingAccount } from '../domain/spending.js';

/** Caller and agent, which the guard sets after the budget is opened. */
const accountOf = ({ access }: RequestWithAccess): SpendingAccount => ({
  caller: access?.caller.id ?? ANONYMOUS_ID,
  agent: access?.agent?.agentId ?? '',
});

/** Each HTTP request has one budget for all model calls of its components, writers and retries. */
export function registerRequestBudget(app: NestFastifyApplication): void {
  const budget = app.get(ShareBudget, { strict: false });
  // Not earlier: reading the body would lose the async context.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preHandler', (httpRequest: FastifyRequest & RequestWithAccess, reply, done) => {
      const request = budget.open(() => accountOf(httpRequest));
      onResponseClose(reply, () => request.close());
      request.run(done);
    });
}
