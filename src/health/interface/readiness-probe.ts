import { Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { DomainError } from '../../shared/domain/domain-error.js';
import { CheckHealth } from '../application/check-health.js';
import { Readiness } from '../domain/readiness.js';

/** The readiness probe, by terminus: the start is over, and nothing vital is broken. */
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
    try {
      await this.terminus.check([() => this.started(), () => this.vital()]);
    } catch {
      throw new DomainError('not-ready', 'not-ready', 'The service is not ready; ask GET /health which part is not.');
    }
  }

  private started() {
    const indicator = this.indicators.check('start');
    const { ready, isLeaving } = this.readiness;
    return ready
      ? indicator.up()
      : indicator.down(isLeaving ? 'the process is ending' : 'migrations or samples are still running');
  }

  private async vital() {
    const indicator = this.indicators.check('service');
    const { status } = await this.checkHealth.check();
    return status === 'unhealthy' ? indicator.down(status) : indicator.up();
  }
}
