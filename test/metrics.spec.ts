import { type RunningApplication, startApplication } from './support/application.js';

const DOCUMENT = {
  document_id: 'harbour/tides',
  title: 'Harbour tides',
  text: 'High tide in the harbour is at six in the morning. The gate closes one hour later.',
  canonical_path: ['Harbour'],
};

async function summaryOf(running: RunningApplication) {
  const response = await running.call({ method: 'GET', url: '/metrics/summary' });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const metricsOf = async (running: RunningApplication): Promise<string> =>
  (await running.call({ method: 'GET', url: '/metrics' })).body;

/** Value of a series; undefined while it does not exist. */
function valueOf(metrics: string, series: string): number | undefined {
  const line = metrics.split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('the figures of the service', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ RERANKER: 'http', RERANKER_BASE_URL: 'http://127.0.0.1:9' });
    await running.post('/documents', DOCUMENT);
  });
  afterAll(() => running.stop());

  it('have the names that promtool accepts: counters alone end in _total', async () => {
    const types = [...(await metricsOf(running)).matchAll(/^# TYPE (\S+) (\S+)$/gmu)];
    expect(types.length).toBeGreaterThan(40);
    const ends = (name: string | undefined) => name?.endsWith('_total') === true;
    expect(types.filter(([, name, type]) => ends(name) !== (type === 'counter')).map(([line]) => line)).toEqual([]);
  });

  it('have no means before the first answer', async () => {
    const { pipeline, llm, budget } = await summaryOf(running);
    expect(pipeline).toMatchObject({ answers: 0, abstained: 0, confidence_avg: null, sources_avg: null, parts: {} });
    expect(llm).toMatchObject({ provider: 'extractive', breaker: 'closed', calls: {} });
    expect(budget.day_usd).toBeNull();
  });

  it('show how answers were made, the same in both forms', async () => {
    const answered = (await running.post('/chat/run', { message: 'When does the gate of the harbour close?' })).json();
    await running.post('/chat/run', { message: 'Who painted the ceiling of the opera?' });
    const { pipeline, event_loop } = await summaryOf(running);
    expect(pipeline).toMatchObject({ answers: 2, abstained: 1 });
    expect(Object.keys(pipeline.parts)).toEqual(
      expect.arrayContaining(['intent', 'retrieve', 'compose', 'respond', 'hybrid_search', 'query_analyzer']),
    );
    expect(pipeline.parts.retrieve.count).toBe(2);
    expect(pipeline.latency.p95_ms).toBeGreaterThanOrEqual(pipeline.latency.p50_ms);
    expect(pipeline.confidence_avg).toBeGreaterThan(0);
    expect(pipeline.sources_avg).toBe(answered.sources.length / 2);
    expect(event_loop.max_ms).toBeGreaterThanOrEqual(event_loop.p99_ms);
    const metrics = await metricsOf(running);
    expect(valueOf(metrics, 'touchstone_pipeline_latency_seconds_count')).toBe(2);
    expect(valueOf(metrics, 'touchstone_pipeline_step_seconds_count{step="retrieve"}')).toBe(2);
    expect(valueOf(metrics, 'touchstone_pipeline_confidence_sum')).toBeCloseTo(2 * pipeline.confidence_avg);
    expect(
      valueOf(metrics, 'touchstone_pipeline_answers_total{intent="question",language="en",abstained="true"}'),
    ).toBe(1);
  });

  it('count what was degraded, by door and mark', async () => {
    const before = await summaryOf(running);
    const found = (await running.post('/search', { query: 'tide in the harbour' })).json();
    expect(found.degraded).toEqual(['reranker']);
    const { degraded } = await summaryOf(running);
    expect(degraded.search.reranker - (before.degraded.search.reranker ?? 0)).toBe(1);
    expect(degraded.chat).toEqual(before.degraded.chat);
    const series =
      'touchstone_degraded_answers_total{endpoint="search",component="reranker",door="search",mark="reranker"}';
    expect(valueOf(await metricsOf(running), series)).toBe(degraded.search.reranker);
  });
});

describe('a step past its limit', () => {
  it('is counted by its name', async () => {
    const running = await startApplication({ PIPELINE_TIMEOUT_MULTIPLIER: '0.000001' });
    try {
      await running.post('/documents', DOCUMENT);
      const late = await running.post('/chat/run', { message: 'When does the gate of the harbour close?' });
      expect(late.statusCode).toBe(504);
      const { pipeline } = await summaryOf(running);
      expect(pipeline.answers).toBe(0);
      const [[step, count] = ['', 0]] = Object.entries<number>(pipeline.timeouts);
      expect([late.json().detail.includes(`'${step}'`), count]).toEqual([true, 1]);
      const series = `touchstone_pipeline_timeout_errors_total{step="${step}"}`;
      expect(valueOf(await metricsOf(running), series)).toBe(1);
    } finally {
      await running.stop();
    }
  });
});
