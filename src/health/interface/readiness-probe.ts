import { Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { DomainError } from '../../shared/domain/domain-error.js';
import { CheckHealth } from '../application/check-health.js';
import { Readiness } from '../domain/readiness.js';

/**
 * Whether the service takes requests, by terminus: the start is over, the store answers, and the process is not ending. A slow search or
 * model does not count, since a supervisor would then take every busy replica out at once.
 */
@Injectable()
export class ReadinessProbe {
  constructor(
    private readonly terminus: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly checkHealth: CheckHealth,
    private readonly readiness: Readiness,
  ) {}

  /** @throws DomainError (503) while the service is not ready */
  async check(): Promise<void> {
    const indicate = (name: string, isUp: boolean) =>
      isUp ? this.indicators.check(name).up() : this.indicators.check(name).down();
    try {
      await this.terminus.check([
        () => indicate('start', this.readiness.ready),
        async () => indicate('store', await this.checkHealth.canUseStore()),
      ]);
    } catch {
      throw new DomainError('not-ready', 'not-ready', 'The service is not ready; ask GET /health which part is not.');
    }
  }
}
