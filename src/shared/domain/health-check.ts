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

/** `not_available`: not part of this version. `disabled`: switched off by configuration. */
export type FeatureState = 'enabled' | 'disabled' | 'not_available';

/** What this program is. */
export class ServiceInfo {
  constructor(
    readonly name: string,
    readonly version: string,
    readonly features: Readonly<Record<'B-O1' | 'B-O2' | 'B-O3' | 'B-O4', FeatureState>>,
  ) {}
}

/** Endpoint of a degraded answer. */
export type DegradedDoor = 'search' | 'chat';

/** Number of degraded answers since the start, by endpoint and component (`degraded` of the contract). */
export class Degradations {
  private readonly counts = new Map<DegradedDoor, Map<string, number>>([
    ['search', new Map()],
    ['chat', new Map()],
  ]);

  /** Counts an answer with these components. An empty list is not counted. */
  record(door: DegradedDoor, marks: readonly string[]): void {
    const counts = this.counts.get(door);
    for (const mark of new Set(marks)) counts?.set(mark, (counts.get(mark) ?? 0) + 1);
  }

  read(): ReadonlyMap<DegradedDoor, ReadonlyMap<string, number>> {
    return this.counts;
  }
}
