import { ComponentStatus } from '../../shared/domain/health-check.js';

/**
 * Whether this process accepts requests: startup is complete, and shutdown has not begun. The composition root sets
 * these facts and the probe reads them.
 */
export class Readiness {
  private started = false;
  private leaving = false;

  markReady(): void {
    this.started = true;
  }

  /** Load balancers send no new requests from now on; requests that still arrive are answered. */
  markLeaving(): void {
    this.leaving = true;
  }

  get isLeaving(): boolean {
    return this.leaving;
  }

  get ready(): boolean {
    return this.started && !this.leaving;
  }
}

export type ServiceStatus = 'healthy' | 'degraded' | 'unhealthy';

/** Without these the service cannot answer anything. */
const VITAL: ReadonlySet<string> = new Set(['store', 'search']);

/** The worst state of the components: a broken vital part is unhealthy, any other fault is degraded. */
export function serviceStatus(components: ReadonlyMap<string, ComponentStatus>): ServiceStatus {
  const troubled = [...components].filter(([, status]) => status === 'degraded' || status === 'unhealthy');
  if (troubled.some(([name, status]) => status === 'unhealthy' && VITAL.has(name))) return 'unhealthy';
  return troubled.length > 0 ? 'degraded' : 'healthy';
}
