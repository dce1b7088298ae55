import { Injectable } from '@nestjs/common';
import { ComponentHealth, HealthProbe, HealthProbes } from '../../shared/domain/health-check.js';
import { ServiceStatus, serviceStatus } from '../domain/service-health.js';

export interface MeasuredHealth extends ComponentHealth {
  readonly latencyMs: number;
}

export interface HealthReport {
  readonly status: ServiceStatus;
  readonly components: ReadonlyMap<string, MeasuredHealth>;
}

/** A probe that hangs must not hang the one who asks. */
const PROBE_LIMIT_MS = 1_500;

function late(): Promise<ComponentHealth> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ status: 'unhealthy', detail: `no answer within ${PROBE_LIMIT_MS} ms` }), PROBE_LIMIT_MS).unref();
  });
}

async function measure(probe: HealthProbe): Promise<MeasuredHealth> {
  const started = performance.now();
  // A probe may throw before it gives a promise (a closed store does): called inside `then`, that counts the same.
  const asked = Promise.resolve().then(probe);
  const health = await Promise.race([asked, late()]).catch((): ComponentHealth => ({ status: 'unhealthy', detail: 'the check failed' }));
  return { ...health, latencyMs: performance.now() - started };
}

/** Asks every component, now. */
@Injectable()
export class CheckHealth {
  constructor(private readonly probes: HealthProbes) {}

  async execute(): Promise<HealthReport> {
    const entries = await Promise.all([...this.probes.all()].map(async ([name, probe]) => [name, await measure(probe)] as const));
    const components = new Map(entries);
    return { status: serviceStatus(new Map(entries.map(([name, health]) => [name, health.status]))), components };
  }
}
