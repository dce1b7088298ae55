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

/** The component without which the service cannot answer anything. */
export const VITAL = 'store';

/** The worst state of the components: a broken store is unhealthy, any other fault is degraded. */
export function serviceStatus(components: ReadonlyMap<string, ComponentStatus>): ServiceStatus {
  if (components.get(VITAL) === 'unhealthy') return 'unhealthy';
  const isTroubled = [...components.values()].some((status) => status === 'degraded' || status === 'unhealthy');
  return isTroubled ? 'degraded' : 'healthy';
}
