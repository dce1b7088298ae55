import { statfsSync } from 'node:fs';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
import { storeFault } from '../../shared/domain/store-fault.js';
import { MainDatabase, WorkDatabase } from '../../shared/infrastructure/database/databases.js';

/** Below this a bulk load may fill the disk before anyone looks. */
const LOW_DISK_BYTES = 512 * 1024 * 1024;
/** Below this SQLite can hardly write its log. */
const EMPTY_DISK_BYTES = 32 * 1024 * 1024;

/** Probes of what every feature stands on: the stores and the disk. */
@Injectable()
export class BaseProbes implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly main: MainDatabase,
    private readonly work: WorkDatabase,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.probes.register('store', () => Promise.resolve(this.store()));
    this.probes.register('disk', () => Promise.resolve(this.disk()));
  }

  /** Reads, and takes the write lock of both stores for a moment. Without the lock answers go on. */
  private store(): ComponentHealth {
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

  private disk(): ComponentHealth {
    const stats = statfsSync(this.environment.DATA_DIR);
    const free = stats.bavail * stats.bsize;
    const detail = `${Math.round(free / 1024 / 1024)} MB free`;
    // Answers need no space; what is to be stored is refused when it comes.
    if (free < EMPTY_DISK_BYTES) return { status: 'degraded', detail: `${detail}: writes are refused` };
    return { status: free < LOW_DISK_BYTES ? 'degraded' : 'healthy', detail };
  }
}
