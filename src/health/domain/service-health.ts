import { ComponentStatus } from '../../shared/domain/health-check.js';

export type ServiceStatus = 'healthy' | 'degraded' | 'unhealthy';

/** Without these the service cannot answer anything. */
const VITAL: ReadonlySet<string> = new Set(['store', 'search']);

/** The worst state of the components: a broken vital part is unhealthy, any other fault is degraded. */
export function serviceStatus(components: ReadonlyMap<string, ComponentStatus>): ServiceStatus {
  const troubled = [...components].filter(([, status]) => status === 'degraded' || status === 'unhealthy');
  if (troubled.some(([name, status]) => status === 'unhealthy' && VITAL.has(name))) return 'unhealthy';
  return troubled.length > 0 ? 'degraded' : 'healthy';
}
