import { HealthProbes } from '../src/shared/domain/health-check.js';
import { AnswerRisk } from '../src/shared/domain/answer-risk.js';
import { MainDatabase, WorkDatabase } from '../src/shared/infrastructure/database/databases.js';
import { Readiness } from '../src/health/domain/readiness.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { freePort } from './support/free-port.js';

const ADMIN_KEY = 'the-key-of-the-administrator';
const DOCUMENT = {
  document_id: 'harbour/tides',
  title: 'Harbour tides',
  text: 'High tide in the harbour is at six in the morning. The gate closes one hour later.',
  canonical_path: ['Harbour'],
};
const COMPONENTS = ['cbr', 'configuration', 'disk', 'embedding', 'llm', 'reranker', 'scheduler', 'search', 'store'];

async function withApplication(
  settings: Readonly<Record<string, string>>,
  use: (running: RunningApplication) => Promise<void>,
): Promise<void> {
  const running = await startApplication(settings);
  try {
    await use(running);
  } finally {
    await running.stop();
  }
}

const statusOf = async (running: RunningApplication, url: string) =>
  (await running.call({ method: 'GET', url })).statusCode;

async function expectUnhealthy(running: RunningApplication, component: string): Promise<void> {
  const health = await running.call({ method: 'GET', url: '/health' });
  expect(health.statusCode).toBe(503);
  expect(health.json()).toMatchObject({ status: 'unhealthy', components: { [component]: { status: 'unhealthy' } } });
  const ready = await running.call({ method: 'GET', url: '/health/ready' });
  expect(ready.statusCode).toBe(503);
  expect(ready.headers['content-type']).toContain('application/problem+json');
  expect(await statusOf(running, '/health/live')).toBe(200);
}

describe('health', () => {
  it('is healthy at first and reports every component', async () => {
    await withApplication({}, async (running) => {
      const response = await running.call({ method: 'GET', url: '/health' });
      expect(response.statusCode).toBe(200);
      const health = response.json();
      expect(health).toMatchObject({ status: 'healthy', service: 'touchstone' });
      expect(Object.keys(health.components).sort()).toEqual(COMPONENTS);
      expect(health.answers).toEqual({ risk: 0.1, threshold: expect.closeTo(new AnswerRisk(0.1).threshold, 3) });
      expect(Object.keys(health.features).sort()).toEqual(['B-O1', 'B-O2', 'B-O3', 'B-O4']);
      for (const name of COMPONENTS) expect(health.components[name].latency_ms).toBeGreaterThanOrEqual(0);
      expect(await statusOf(running, '/health/ready')).toBe(200);
      expect(await statusOf(running, '/health/live')).toBe(200);
    });
  });

  it('updates its counts of requests and its uptime on every call', async () => {
    await withApplication({}, async (running) => {
      const first = (await running.call({ method: 'GET', url: '/health' })).json();
      await running.call({ method: 'GET', url: '/index' });
      const second = (await running.call({ method: 'GET', url: '/health' })).json();
      expect(second.performance.requests).toBe(Number(first.performance.requests) + 2);
      expect(second.uptime_s).toBeGreaterThan(first.uptime_s);
    });
  });

  it('is not ready before the start is over or once the process ends, though alive', async () => {
    await withApplication({}, async (running) => {
      const readiness = running.app.get(Readiness, { strict: false });
      Object.assign(readiness, { started: false });
      expect(await statusOf(running, '/health/ready')).toBe(503);
      expect(await statusOf(running, '/health/live')).toBe(200);
      readiness.markReady();
      expect(await statusOf(running, '/health/ready')).toBe(200);
      readiness.markLeaving();
      expect(await statusOf(running, '/health/ready')).toBe(503);
      expect(await statusOf(running, '/health/live')).toBe(200);
    });
  });

  it('is degraded, still ready and still answers by words when the embedding server is unavailable', async () => {
    const base = `http://127.0.0.1:${await freePort()}/v1`;
    await withApplication({ EMBEDDING_PROVIDER: 'openai', EMBEDDING_BASE_URL: base }, async (running) => {
      const response = await running.call({ method: 'GET', url: '/health' });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        status: 'degraded',
        components: { embedding: { status: 'degraded' }, search: { status: 'healthy' }, store: { status: 'healthy' } },
      });
      expect(await statusOf(running, '/health/ready')).toBe(200);

      expect((await running.post('/documents', DOCUMENT)).statusCode).toBe(201);
      const search = await running.post('/search', { query: 'high tide harbour' });
      expect(search.statusCode).toBe(200);
      expect(search.json()).toMatchObject({ degraded: ['embedding'], metrics: { vector_candidates: 0 } });
      expect(search.json().hits[0].document_id).toBe(DOCUMENT.document_id);
      const index = await running.call({ method: 'GET', url: '/index' });
      expect(index.json().unembedded).toBe(index.json().chunks);
    });
  });

  it('is degraded, still ready, while a search fails', async () => {
    await withApplication({}, async (running) => {
      await running.post('/documents', DOCUMENT);
      const health = await running.call({ method: 'GET', url: '/health' });
      expect(health.json().components.search).toMatchObject({ status: 'healthy', detail: '1 passages' });
      const { writer } = running.app.get(MainDatabase, { strict: false });
      writer.exec('DROP TABLE search_chunks');
      const after = await running.call({ method: 'GET', url: '/health' });
      expect(after.statusCode).toBe(200);
      expect(after.json()).toMatchObject({ status: 'degraded', components: { search: { status: 'unhealthy' } } });
      expect(await statusOf(running, '/health/ready')).toBe(200);
    });
  });

  it.each(['search', 'embedding', 'llm', 'reranker'])('is ready while a check of the %s never ends', async (part) => {
    await withApplication({ PIPELINE_TIMEOUT_MULTIPLIER: '0.1' }, async (running) => {
      running.app.get(HealthProbes, { strict: false }).register(part, () => new Promise(() => undefined));
      expect(await statusOf(running, '/health/ready')).toBe(200);
      const health = await running.call({ method: 'GET', url: '/health' });
      expect(health.statusCode).toBe(200);
      expect(health.json()).toMatchObject({ status: 'degraded', components: { [part]: { status: 'degraded' } } });
    });
  });

  it('is ready while other work occupies the processor', async () => {
    // Each piece of work takes twice the limit of a check.
    await withApplication({ PIPELINE_TIMEOUT_MULTIPLIER: '0.1' }, async (running) => {
      let isBusy = true;
      const work = () => {
        const until = performance.now() + 300;
        while (performance.now() < until);
        if (isBusy) setImmediate(work);
      };
      setImmediate(work);
      try {
        expect(await statusOf(running, '/health/ready')).toBe(200);
      } finally {
        isBusy = false;
      }
    });
  });

  it.each([
    ['documents', MainDatabase],
    ['work', WorkDatabase],
  ])('is unhealthy with 503 when the store of %s cannot be read', async (_, token) => {
    await withApplication({}, async (running) => {
      running.app.get(token, { strict: false }).reader.close();
      await expectUnhealthy(running, 'store');
    });
  });

  it('names a part whose check fails or hangs instead of failing or hanging itself', async () => {
    // The check that hangs is waited for.
    await withApplication({ PIPELINE_TIMEOUT_MULTIPLIER: '15' }, async (running) => {
      const probes = running.app.get(HealthProbes, { strict: false });
      probes.register('llm', () => Promise.reject(new Error('the inside of the fault')));
      probes.register('reranker', () => new Promise(() => undefined));
      const response = await running.call({ method: 'GET', url: '/health' });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        status: 'degraded',
        components: { llm: { status: 'unhealthy' }, reranker: { status: 'degraded' } },
      });
      expect(response.body).not.toContain('the inside of the fault');
    });
  });

  it('shows only its status without a key, and everything with one', async () => {
    await withApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN_KEY }, async (running) => {
      const health = async (headers: Record<string, string>) =>
        (await running.call({ method: 'GET', url: '/health', headers })).json();
      expect(await health({})).toEqual({ status: 'healthy' });
      expect(await health({ 'x-api-key': 'not-the-key-of-anybody' })).toEqual({ status: 'healthy' });
      expect(Object.keys((await health({ 'x-api-key': ADMIN_KEY })).components).sort()).toEqual(COMPONENTS);

      running.app.get(MainDatabase, { strict: false }).reader.close();
      const broken = await running.call({ method: 'GET', url: '/health' });
      expect(broken.statusCode).toBe(503);
      expect(broken.json()).toEqual({ status: 'unhealthy' });
      const ready = await running.call({ method: 'GET', url: '/health/ready' });
      expect(ready.statusCode).toBe(503);
      expect(ready.body).not.toMatch(/sqlite|database|reader/i);
    });
  });
});
