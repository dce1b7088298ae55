import path from 'node:path';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
import { storeFault } from '../../shared/domain/store-fault.js';
import { AccessDatabase, MainDatabase, WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { StoreHold } from '../../shared/infrastructure/database/store-hold.js';
import { StoreCheck } from './store-check.js';

const replacedDetail = (name: string): string =>
  `${name} was removed or replaced while the server runs; nothing is stored until it is back: put it back, or stop the server and restore a backup`;

/** Probes the embedded stores, which every feature needs. */
@Injectable()
export class BaseProbes implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly main: MainDatabase,
    private readonly work: WorkDatabase,
    private readonly access: AccessDatabase,
    private readonly check: StoreCheck,
    private readonly hold: StoreHold,
  ) {}

  onModuleInit(): void {
    this.probes.register('store', () => Promise.resolve(this.store()));
  }

  /** Reads from both stores and takes their write locks for a moment. Without the lock the service still answers. */
  private store(): ComponentHealth {
    const [damage] = this.check.faults;
    if (damage !== undefined) return { status: 'unhealthy', detail: `damaged: ${damage}; put a backup back` };
    const lost = [this.main, this.work, this.access].find((database) => database.isReplaced);
    if (lost !== undefined) return { status: 'unhealthy', detail: replacedDetail(path.basename(lost.file)) };
    for (const database of [this.main, this.work]) {
      database.reader.prepare('SELECT count(*) FROM sqlite_master').get();
      // A transaction that is open now proves that writing works.
      if (database.writer.inTransaction) continue;
      try {
        database.writer.exec('BEGIN IMMEDIATE; ROLLBACK');
      } catch (error) {
        const fault = storeFault(error);
        if (fault === undefined) throw error;
        return { status: 'degraded', detail: fault.message };
      }
    }
    return this.hold.isShared
      ? { status: 'degraded', detail: 'another server process uses this DATA_DIR; stop one of them' }
      : { status: 'healthy' };
  }
}
