import { Module } from '@nestjs/common';
import { ANONYMOUS_ID } from '../access/domain/caller.js';
import { Environment, isLoopback } from '../config/environment.js';
import { provideSqlStore } from '../shared/infrastructure/database/by-store.js';
import { AccessDatabase } from '../shared/infrastructure/database/databases.js';
import { AccessSqlStore } from '../shared/infrastructure/database/sql-store.js';
import { DeliverWebhooks } from './application/deliver-webhooks.js';
import { ManageWebhooks } from './application/manage-webhooks.js';
import { AnonymousReach, WebhookRights } from './application/webhook-rights.js';
import { EndedWorkFeed, WebhookSender, WebhookStore } from './domain/webhook-store.js';
import { SecretSealing } from './infrastructure/secret-sealing.js';
import { SignedSender } from './infrastructure/signed-sender.js';
import { SqlEndedWork } from './infrastructure/sql-ended-work.js';
import { SqlWebhookStore } from './infrastructure/sql-webhook-store.js';
import { WebhookClock } from './infrastructure/webhook-clock.js';
import { WebhooksController } from './interface/webhooks.controller.js';

/** Messages to other servers about what ends. */
@Module({
  controllers: [WebhooksController],
  providers: [
    ManageWebhooks,
    DeliverWebhooks,
    WebhookRights,
    WebhookClock,
    {
      provide: SecretSealing,
      inject: [Environment],
      useFactory: (environment: Environment) => new SecretSealing(environment),
    },
    provideSqlStore(AccessSqlStore, AccessDatabase),
    { provide: WebhookStore, useClass: SqlWebhookStore },
    { provide: EndedWorkFeed, useClass: SqlEndedWork },
    { provide: WebhookSender, useClass: SignedSender },
    {
      provide: AnonymousReach,
      inject: [Environment],
      useFactory: ({ HOST }: Environment) => new AnonymousReach(ANONYMOUS_ID, isLoopback(HOST)),
    },
  ],
})
export class WebhooksModule {}
