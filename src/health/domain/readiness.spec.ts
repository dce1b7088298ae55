import fc from 'fast-check';
import { ComponentStatus } from '../../shared/domain/health-check.js';
import { serviceStatus } from './readiness.js';

const STATUSES = ['healthy', 'degraded', 'unhealthy', 'disabled', 'not_available'] as const;

function overall(components: Readonly<Record<string, ComponentStatus>>): string {
  return serviceStatus(new Map(Object.entries(components)));
}

describe('serviceStatus', () => {
  it('is unhealthy when the store is, whatever the rest', () => {
    expect(overall({ cache: 'healthy', store: 'unhealthy', llm: 'degraded' })).toBe('unhealthy');
  });

  it('is degraded when a part is down that answers can do without', () => {
    expect(overall({ store: 'healthy', search: 'healthy', llm: 'unhealthy' })).toBe('degraded');
    expect(overall({ store: 'healthy', search: 'unhealthy' })).toBe('degraded');
  });

  it('is degraded when any part is, a vital one too', () => {
    expect(overall({ store: 'degraded', search: 'healthy' })).toBe('degraded');
    expect(overall({ store: 'healthy', embeddings: 'degraded' })).toBe('degraded');
  });

  it('does not suffer from parts that are switched off or not there yet', () => {
    expect(overall({ store: 'healthy', search: 'healthy', llm: 'disabled', cases: 'not_available' })).toBe('healthy');
    expect(overall({})).toBe('healthy');
  });

  it('does not depend on the order of the components', () => {
    const components = fc.uniqueArray(
      fc.tuple(fc.constantFrom('store', 'search', 'llm', 'cases'), fc.constantFrom(...STATUSES)),
      { selector: ([name]) => name },
    );
    fc.assert(
      fc.property(components, (entries) => {
        expect(serviceStatus(new Map(entries))).toBe(serviceStatus(new Map([...entries].reverse())));
      }),
    );
  });
});
