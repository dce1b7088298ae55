import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { onResponseClose } from '../../shared/interface/on-response-close.js';
import { ShareBudget } from '../application/model-spending.js';

/** Each HTTP request has one budget for all model calls of its components, writers and retries. */
export function registerRequestBudget(app: NestFastifyApplication): void {
  const budget = app.get(ShareBudget, { strict: false });
  // Not earlier: reading the body would lose the async context.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preHandler', (_request, reply, done) => {
      const request = budget.open();
      onResponseClose(reply, () => request.close());
      request.run(done);
    });
}
