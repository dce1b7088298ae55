/** `disabled` is switched off on purpose, `not_available` is not part of this version: neither makes the service worse. */
export type ComponentStatus = 'healthy' | 'degraded' | 'unhealthy' | 'disabled' | 'not_available';

export interface ComponentHealth {
  readonly status: ComponentStatus;
  readonly detail?: string;
}

/** Runs a real check; a throw counts as unhealthy. */
export type HealthProbe = () => Promise<ComponentHealth>;

/** Where features put their probes, so that health knows no feature. */
export class HealthProbes {
  private readonly probes = new Map<string, HealthProbe>();

  register(component: string, probe: HealthProbe): void {
    this.probes.set(component, probe);
  }

  all(): ReadonlyMap<string, HealthProbe> {
    return this.probes;
  }
}
