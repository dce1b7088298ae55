import { Injectable, Logger } from '@nestjs/common';
import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { ComponentHealth, HealthProbe, HealthProbes } from '../../shared/domain/health-check.js';
import { ServiceStatus, serviceStatus } from '../domain/readiness.js';

export interface MeasuredHealth extends ComponentHealth {
  readonly latencyMs: number;
}

export interface HealthReport {
  readonly status: ServiceStatus;
  readonly components: ReadonlyMap<string, MeasuredHealth>;
  /** Share of questions that may be answered wrongly, and the probability from which on there is an answer, both 0..1. */
  readonly answers: { readonly risk: number; readonly threshold: number };
}

/** A probe that hangs must not block the report. */
export class ProbeLimit {
  /** @param ms time limit for each component */
  constructor(readonly ms: number) {}
}

function late({ ms }: ProbeLimit): Promise<ComponentHealth> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ status: 'unhealthy', detail: `no answer within ${ms} ms` }), ms).unref();
  });
}

/** Checks every component now. */
@Injectable()
export class CheckHealth {
  private readonly logger = new Logger('health');

  constructor(
    private readonly probes: HealthProbes,
    private readonly limit: ProbeLimit,
    private readonly risk: AnswerRisk,
  ) {}

  async check(): Promise<HealthReport> {
    const entries = await Promise.all(
      [...this.probes.all()].map(async ([name, probe]) => [name, await this.measure(name, probe)] as const),
    );
    const components = new Map(entries);
    return {
      status: serviceStatus(new Map(entries.map(([name, health]) => [name, health.status]))),
      components,
      answers: { risk: this.risk.accepted, threshold: this.risk.threshold },
    };
  }

  private async measure(component: string, probe: HealthProbe): Promise<MeasuredHealth> {
    const started = performance.now();
    // A probe may throw before it gives a promise (one of a closed store does): called inside `then`, that counts the same.
    const asked = Promise.resolve().then(probe);
    const health = await Promise.race([asked, late(this.limit)]).catch((error: unknown): ComponentHealth => {
      this.logger.error({ err: error, component }, 'a health check failed');
      return { status: 'unhealthy', detail: 'the check failed; see the server log' };
    });
    return { ...health, latencyMs: performance.now() - started };
  }
}
