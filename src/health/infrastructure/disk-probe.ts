import { statfsSync } from 'node:fs';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';

/** Below this a bulk load may fill the disk before an operator reacts. */
const LOW_DISK_BYTES = 512 * 1024 * 1024;
/** Below this SQLite may fail to write its log. */
const EMPTY_DISK_BYTES = 32 * 1024 * 1024;

/** Probes the disk that contains DATA_DIR. */
@Injectable()
export class DiskProbe implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.probes.register('disk', () => Promise.resolve(this.disk()));
  }

  private disk(): ComponentHealth {
    const stats = statfsSync(this.environment.DATA_DIR);
    const free = stats.bavail * stats.bsize;
    const detail = `${Math.round(free / 1024 / 1024)} MB free`;
    // Answers need no disk space; writes are refused on arrival.
    if (free < EMPTY_DISK_BYTES) return { status: 'degraded', detail: `${detail}: writes are refused` };
    return { status: free < LOW_DISK_BYTES ? 'degraded' : 'healthy', detail };
  }
}
