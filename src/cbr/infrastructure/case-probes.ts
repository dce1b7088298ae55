import { Injectable, OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
import { CaseDatabase } from './case-database.js';
import { CaseIndex } from '../domain/case-index.js';
import { CaseStore } from '../domain/case-store.js';

/** Number of cases in the store and in the index; a difference is a fault. */
@Injectable()
export class CaseTotals {
  constructor(
    private readonly store: CaseStore,
    private readonly index: CaseIndex,
  ) {}

  async read(): Promise<{ readonly stored: number; readonly indexed: number }> {
    return { stored: await this.store.count(), indexed: this.index.size };
  }
}

/** Health of the case base: the store is readable and writable, and the index contains all its cases. */
@Injectable()
export class CaseProbes implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly environment: Environment,
    private readonly database: CaseDatabase,
    private readonly totals: CaseTotals,
  ) {}

  onModuleInit(): void {
    this.probes.register('cbr', () => this.check());
  }

  private async check(): Promise<ComponentHealth> {
    if (!this.environment.CBR_ENABLED) return { status: 'disabled', detail: 'CBR_ENABLED is false' };
    const { writer, isReplaced } = this.database;
    if (isReplaced)
      return { status: 'unhealthy', detail: 'the file of the cases was removed or replaced while the server runs' };
    // A transaction that is open now proves that writing works.
    if (!writer.inTransaction) writer.exec('BEGIN IMMEDIATE; ROLLBACK');
    const { stored, indexed } = await this.totals.read();
    return stored === indexed
      ? { status: 'healthy', detail: `${stored} cases` }
      : {
          status: 'degraded',
          detail: `${stored} cases are stored, ${indexed} can be suggested; restart to rebuild the index`,
        };
  }
}
