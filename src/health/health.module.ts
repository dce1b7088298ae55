import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Registry } from 'prom-client';
import { FilterCounters } from '../access/domain/filter-counters.js';
import { ReadCaseStatistics } from '../cbr/application/read-case-statistics.js';
import { CbrModule } from '../cbr/cbr.module.js';
import { Environment } from '../config/environment.js';
import { ReadIndexStatus } from '../search/maintenance/application/read-index-status.js';
import { LlmModule } from '../llm/llm.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { SearchModule } from '../search/search.module.js';
import { MainDatabase } from '../shared/infrastructure/database/databases.js';
import { CheckHealth, ProbeLimit } from './application/check-health.js';
import { Readiness } from './domain/readiness.js';
import { ServiceFigures } from './domain/service-figures.js';
import { BaseProbes } from './infrastructure/base-probes.js';
import { DiskProbe } from './infrastructure/disk-probe.js';
import { addCaseMetrics } from './infrastructure/case-metrics.js';
import { EventLoopMonitor } from './infrastructure/event-loop-monitor.js';
import { GatheredFigures } from './infrastructure/gathered-figures.js';
import { addDegradationMetrics, createRegistry } from './infrastructure/metrics-registry.js';
import { SharedStoreProbe } from './infrastructure/shared-store-probe.js';
import { StandbyMetrics } from './infrastructure/standby-metrics.js';
import { StoreCheck } from './infrastructure/store-check.js';
import { JobMetrics } from './infrastructure/job-metrics.js';
import { ModelMetrics } from './infrastructure/model-metrics.js';
import { HealthController } from './interface/health.controller.js';
import { MetricsController } from './interface/metrics.controller.js';
import { ReadinessProbe } from './interface/readiness-probe.js';
import { Degradations } from '../shared/domain/health-check.js';

/** Time limit of a component's health check. */
const PROBE_LIMIT_MS = 1_500;

/** Health, readiness and metrics. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false }), SearchModule, LlmModule, CbrModule, PipelineModule],
  controllers: [HealthController, MetricsController],
  providers: [
    CheckHealth,
    ReadinessProbe,
    {
      provide: ProbeLimit,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        new ProbeLimit(PROBE_LIMIT_MS * environment.PIPELINE_TIMEOUT_MULTIPLIER),
    },
    EventLoopMonitor,
    { provide: ServiceFigures, useClass: GatheredFigures },
    BaseProbes,
    DiskProbe,
    StoreCheck,
    SharedStoreProbe,
    ModelMetrics,
    StandbyMetrics,
    JobMetrics,
    { provide: Readiness, useFactory: () => new Readiness() },
    {
      provide: Registry,
      inject: [MainDatabase, FilterCounters, ReadIndexStatus, ReadCaseStatistics, Degradations, StoreCheck],
      useFactory: (
        ...[database, filter, index, cases, degradations, check]: [
          MainDatabase,
          FilterCounters,
          ReadIndexStatus,
          ReadCaseStatistics,
          Degradations,
          StoreCheck,
        ]
      ) =>
        addDegradationMetrics(addCaseMetrics(createRegistry({ database, check }, filter, index), cases), degradations),
    },
  ],
  exports: [Readiness, Registry],
})
export class HealthModule {}
