import { Injectable, Logger } from '@nestjs/common';
import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { ComponentHealth, HealthProbe, HealthProbes } from '../../shared/domain/health-check.js';
import { ServiceStatus, serviceStatus, VITAL } from '../domain/readiness.js';

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

const STEP_MS = 50;

/**
 * Waits in short steps, so that a busy process reads the answers that have arrived before the limit is over: its own
 * delay is not a fault of a component. A late component is slow; only the store has to answer.
 */
async function late(component: string, { ms }: ProbeLimit, hasAnswered: () => boolean): Promise<ComponentHealth> {
  for (let waited = 0; waited < ms && !hasAnswered(); waited += STEP_MS)
    await new Promise((done) => setTimeout(done, STEP_MS).unref());
  return { status: component === VITAL ? 'unhealthy' : 'degraded', detail: `no answer within ${ms} ms` };
}

/** Checks the components now. */
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

  /** Whether the store answers, which everything else needs. */
  async canUseStore(): Promise<boolean> {
    const probe = this.probes.all().get(VITAL);
    return probe !== undefined && (await this.measure(VITAL, probe)).status !== 'unhealthy';
  }

  private async measure(component: string, probe: HealthProbe): Promise<MeasuredHealth> {
    const started = performance.now();
    // A probe may throw before it gives a promise (one of a closed store does): called inside `then`, that counts the same.
    let hasAnswered = false;
    const asked = Promise.resolve()
      .then(probe)
      .finally(() => (hasAnswered = true));
    const limit = late(component, this.limit, () => hasAnswered);
    const health = await Promise.race([asked, limit]).catch((error: unknown): ComponentHealth => {
      this.logger.error({ err: error, component }, 'a health check failed');
      return { status: 'unhealthy', detail: 'the check failed; see the server log' };
    });
    return { ...health, latencyMs: performance.now() - started };
  }
}
