import { Injectable } from '@nestjs/common';
import { ReadModelStatistics } from '../../llm/application/model-spending.js';
import { PipelineTelemetry } from '../../pipeline/domain/pipeline-telemetry.js';
import { ServiceFigures, ServiceSummary } from '../domain/service-figures.js';
import { Degradations } from '../../shared/domain/health-check.js';
import { RequestStatistics } from '../../shared/domain/latency-window.js';
import { EventLoopMonitor } from './event-loop-monitor.js';

const BYTES_PER_MB = 1024 * 1024;

/** Gathers what the features have counted and the process has measured. */
@Injectable()
export class GatheredFigures extends ServiceFigures {
  constructor(
    private readonly requests: RequestStatistics,
    private readonly pipeline: PipelineTelemetry,
    private readonly models: ReadModelStatistics,
    private readonly degradations: Degradations,
    private readonly loop: EventLoopMonitor,
  ) {
    super();
  }

  async read(): Promise<ServiceSummary> {
    const statistics = this.models.read();
    const spentTodayUsd = await this.models.spentTodayUsd();
    return {
      uptimeS: process.uptime(),
      eventLoop: this.loop.delay(),
      memoryMb: process.memoryUsage().rss / BYTES_PER_MB,
      requests: { count: this.requests.count, ...this.requests.latency() },
      pipeline: this.pipeline.read(),
      degraded: this.degradations.read(),
      model: {
        provider: statistics.provider,
        model: statistics.model,
        calls: statistics.calls(),
        breaker: statistics.breaker(),
        running: statistics.load().running,
        waiting: statistics.load().waiting,
        spentTodayUsd,
        dayBudgetUsd: statistics.budget?.dayUsd,
        requestBudgetUsd: statistics.budget?.requestUsd,
      },
    };
  }
}
