import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Registry } from 'prom-client';
import { FilterCounters } from '../access/domain/filter-counters.js';
import { ReadCaseStatistics } from '../cbr/application/read-case-statistics.js';
import { CbrModule } from '../cbr/cbr.module.js';
import { ReadIndexStatus } from '../search/application/read-index-status.js';
import { LlmModule } from '../llm/llm.module.js';
import { SearchModule } from '../search/search.module.js';
import { MainDatabase } from '../shared/infrastructure/database/databases.js';
import { CheckHealth } from './application/check-health.js';
import { Readiness } from './domain/readiness.js';
import { BaseProbes } from './infrastructure/base-probes.js';
import { addCaseMetrics } from './infrastructure/case-metrics.js';
import { createRegistry } from './infrastructure/metrics-registry.js';
import { ModelMetrics } from './infrastructure/model-metrics.js';
import { HealthController } from './interface/health.controller.js';
import { HealthPresenter } from './interface/health-presenter.js';
import { MetricsController } from './interface/metrics.controller.js';
import { ReadinessProbe } from './interface/readiness-probe.js';

/** Is it well, is it ready, what does it count. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false }), SearchModule, LlmModule, CbrModule],
  controllers: [HealthController, MetricsController],
  providers: [
    CheckHealth,
    HealthPresenter,
    ReadinessProbe,
    BaseProbes,
    ModelMetrics,
    { provide: Readiness, useFactory: () => new Readiness() },
    {
      provide: Registry,
      inject: [MainDatabase, FilterCounters, ReadIndexStatus, ReadCaseStatistics],
      useFactory: (
        ...[database, filter, index, cases]: [MainDatabase, FilterCounters, ReadIndexStatus, ReadCaseStatistics]
      ) => addCaseMetrics(createRegistry(database, filter, index), cases),
    },
  ],
  exports: [Readiness, Registry],
})
export class HealthModule {}
