import { Injectable } from '@nestjs/common';
import { HealthReport } from '../application/check-health.js';
import { HealthDto } from './health.dto.js';
import { ServiceInfo } from '../../shared/domain/health-check.js';
import { RequestStatistics } from '../../shared/domain/latency-window.js';

@Injectable()
export class HealthPresenter {
  constructor(
    private readonly info: ServiceInfo,
    private readonly requests: RequestStatistics,
  ) {}

  full(report: HealthReport): HealthDto {
    const latency = this.requests.latency();
    return {
      status: report.status,
      service: this.info.name,
      version: this.info.version,
      uptime_s: process.uptime(),
      features: { ...this.info.features },
      components: Object.fromEntries(
        [...report.components].map(([name, c]) => [
          name,
          {
            status: c.status,
            ...(c.detail === undefined ? {} : { detail: c.detail }),
            latency_ms: Math.round(c.latencyMs * 1000) / 1000,
          },
        ]),
      ),
      performance: {
        requests: this.requests.count,
        p50_ms: latency.p50,
        p95_ms: latency.p95,
        memory_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
      },
      answers: { risk: report.answers.risk, threshold: Math.round(report.answers.threshold * 1000) / 1000 },
    };
  }
}
