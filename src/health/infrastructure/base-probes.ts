import { statfsSync } from 'node:fs';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
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

  /** Reads, and takes the write lock of both stores for a moment. */
  private store(): ComponentHealth {
    for (const database of [this.main, this.work]) {
      database.reader.prepare('SELECT count(*) FROM sqlite_master').get();
      // A transaction that is open right now proves that writing works.
      if (!database.writer.inTransaction) database.writer.exec('BEGIN IMMEDIATE; ROLLBACK');
    }
    return { status: 'healthy' };
  }

  private disk(): ComponentHealth {
    const stats = statfsSync(this.environment.DATA_DIR);
    const free = stats.bavail * stats.bsize;
    const detail = `${Math.round(free / 1024 / 1024)} MB free`;
    if (free < EMPTY_DISK_BYTES) return { status: 'unhealthy', detail };
    return { status: free < LOW_DISK_BYTES ? 'degraded' : 'healthy', detail };
  }
}
