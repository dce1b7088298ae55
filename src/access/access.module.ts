import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Authenticate } from './application/authenticate.js';
import { AdminKey } from './domain/admin-key.js';
import { FilterCounters } from './domain/filter-counters.js';
import { ConfiguredAdminKey } from './infrastructure/configured-admin-key.js';
import { AccessGuard } from './interface/access.guard.js';
import { IdentifyCaller } from './interface/identify-caller.js';
import { FilterController } from './interface/filter.controller.js';

/** Who may see what: the guard before every route, and the routes about the filter itself. */
@Global()
@Module({
  controllers: [FilterController],
  providers: [
    Authenticate,
    IdentifyCaller,
    { provide: AdminKey, useClass: ConfiguredAdminKey },
    { provide: FilterCounters, useFactory: () => new FilterCounters() },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [FilterCounters, IdentifyCaller],
})
export class AccessModule {}
