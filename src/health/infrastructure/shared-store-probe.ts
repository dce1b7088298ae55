import { Inject, Injectable, OnApplicationBootstrap, Optional } from '@nestjs/common';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { postgresFault } from '../../shared/infrastructure/database/postgres/postgres-fault.js';

/** With DATABASE_URL the store is the shared one: whether it answers, and takes writes. */
@Injectable()
export class SharedStoreProbe implements OnApplicationBootstrap {
  constructor(
    private readonly probes: HealthProbes,
    // A type that may be undefined names no token by itself.
    @Optional() @Inject(PostgresDatabase) private readonly database: PostgresDatabase | undefined,
  ) {}

  /** In place of the probe of the embedded stores. */
  onApplicationBootstrap(): void {
    const { database } = this;
    if (database !== undefined) this.probes.register('store', () => this.check(database));
  }

  private async check(database: PostgresDatabase): Promise<ComponentHealth> {
    try {
      return (await database.isStandby())
        ? { status: 'degraded', detail: 'the database is a standby: writes are refused' }
        : { status: 'healthy' };
    } catch (error) {
      const fault = postgresFault(error);
      if (fault === undefined) throw error;
      return { status: 'unhealthy', detail: fault.message };
    }
  }
}
