import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { type ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
import { CheckHealth, ProbeLimit } from './check-health.js';

const LIMIT_MS = 60;
const HEALTHY: ComponentHealth = { status: 'healthy' };
const never = () => new Promise<ComponentHealth>(() => undefined);

function checking(probes: Readonly<Record<string, () => Promise<ComponentHealth>>>): CheckHealth {
  const all = new HealthProbes();
  for (const [name, probe] of Object.entries(probes)) all.register(name, probe);
  return new CheckHealth(all, new ProbeLimit(LIMIT_MS), new AnswerRisk(0.1));
}

/** Occupies the processor for longer than a probe may take, several times, before the answer that came long ago is read. */
function behindOtherWork(turns: number): Promise<ComponentHealth> {
  return new Promise((resolve) => {
    const turn = (left: number) => {
      const until = performance.now() + 2 * LIMIT_MS;
      while (performance.now() < until);
      if (left === 0) resolve(HEALTHY);
      else setImmediate(turn, left - 1);
    };
    setImmediate(turn, turns);
  });
}

describe('CheckHealth', () => {
  it('takes a store whose answer waits for a busy processor for a store that answers', async () => {
    const health = checking({ store: () => behindOtherWork(1), search: () => behindOtherWork(1) });
    expect(await health.canUseStore()).toBe(true);
    expect((await health.check()).status).toBe('healthy');
  });

  it.each(['search', 'reader', 'llm', 'embedding'])(
    'measures a %s that never ends as degraded, and the store can be used',
    async (slow) => {
      const health = checking({ store: () => Promise.resolve(HEALTHY), [slow]: never });
      expect(await health.canUseStore()).toBe(true);
      const { status, components } = await health.check();
      expect(status).toBe('degraded');
      expect(components.get(slow)).toMatchObject({ status: 'degraded', detail: `no answer within ${LIMIT_MS} ms` });
      expect(components.get(slow)?.latencyMs).toBeGreaterThan(0);
    },
  );

  it('is degraded for a search that fails', async () => {
    const health = checking({
      store: () => Promise.resolve(HEALTHY),
      search: () => Promise.reject(new Error('no index')),
    });
    expect(await health.canUseStore()).toBe(true);
    expect((await health.check()).status).toBe('degraded');
  });

  it.each([
    ['never answers', never],
    ['fails', () => Promise.reject(new Error('closed'))],
    ['is damaged', () => Promise.resolve<ComponentHealth>({ status: 'unhealthy' })],
  ])('is unhealthy for a store that %s, and it cannot be used', async (_, store) => {
    const health = checking({ store, search: () => Promise.resolve(HEALTHY) });
    expect(await health.canUseStore()).toBe(false);
    expect((await health.check()).status).toBe('unhealthy');
  });
});
