import { Injectable, OnModuleInit } from '@nestjs/common';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
import { storeFault } from '../../shared/domain/store-fault.js';
import { MainDatabase, WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { StoreCheck } from './store-check.js';

/** Probe of what every feature stands on: the embedded stores. */
@Injectable()
export class BaseProbes implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly main: MainDatabase,
    private readonly work: WorkDatabase,
    private readonly check: StoreCheck,
  ) {}

  onModuleInit(): void {
    this.probes.register('store', () => Promise.resolve(this.store()));
  }

  /** Reads, and takes the write lock of both stores for a moment. Without the lock answers go on. */
  private store(): ComponentHealth {
    const [damage] = this.check.faults;
    if (damage !== undefined) return { status: 'unhealthy', detail: `damaged: ${damage}; put a backup back` };
    for (const database of [this.main, this.work]) {
      database.reader.prepare('SELECT count(*) FROM sqlite_master').get();
      // A transaction that is open right now proves that writing works.
      if (database.writer.inTransaction) continue;
      try {
        database.writer.exec('BEGIN IMMEDIATE; ROLLBACK');
      } catch (error) {
        const fault = storeFault(error);
        if (fault === undefined) throw error;
        return { status: 'degraded', detail: fault.message };
      }
    }
    return { status: 'healthy' };
  }
}
