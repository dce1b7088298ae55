import type { ServerResponse } from 'node:http';
import { type RunningApplication, startApplication } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { HostileModel, refusing, saying } from './support/hostile-model.js';
import { inTime } from './support/in-time.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** A collector that stores its input. */
class Collector extends FakeServer {
  override respond = (response: ServerResponse) => sendJson(response, 200, {});

  get spans(): Span[] {
    interface Export {
      readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
    }
    return this.calls.flatMap(({ body }) =>
      (body as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SERVER_KIND = 2;
const CLIENT_KIND = 3;
const ERROR_CODE = 2;
const QUESTION = 'How hot does the tenmoku kiln fire?';

describe('traces of requests', () => {
  const model = new HostileModel('openai');
  let modelUrl: string;
  let collector: Collector;
  let endpoint: string;

  beforeAll(async () => {
    modelUrl = await model.start();
  });
  afterAll(() => model.stop());
  beforeEach(async () => {
    collector = new Collector();
    endpoint = await collector.start();
    model.calls.length = 0;
    model.respond = saying('openai', 'The tenmoku kiln fires at 1,240 degrees. [1]');
  });
  afterEach(() => collector.stop());

  async function start(settings: Readonly<Record<string, string>>): Promise<RunningApplication> {
    const running = await startApplication({
      LLM_PROVIDER: 'openai',
      LLM_MODEL: 'kiln-1',
      OPENAI_BASE_URL: modelUrl,
      PIPELINE_TIMEOUT_MULTIPLIER: '60',
      ...settings,
    });
    const text = 'The tenmoku kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.';
    await running.post('/documents', { document_id: 'kiln', title: 'Kiln rules', text, canonical_path: ['Kiln'] });
    return running;
  }
  const ask = (running: RunningApplication) =>
    running.post(
      '/chat/run',
      { message: QUESTION },
      { traceparent: `00-${TRACE}-${CALLER}-01`, baggage: 'customer=secret-of-the-caller' },
    );

  it('join the trace of the caller, contain steps, components and the call of the model, and propagate to the provider', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'spec-service' });
    expect((await ask(running)).statusCode).toBe(200);
    await running.stop();

    expect(new Set(collector.calls.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    expect(JSON.stringify(collector.calls.map(({ body }) => body as unknown))).toContain('spec-service');
    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const root = spans.find(({ kind }) => kind === SERVER_KIND);
    expect(root).toMatchObject({ name: 'POST /chat/run', parentSpanId: CALLER });
    expect(root?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
    const names = spans.map(({ name }) => name);
    for (const name of ['step intent', 'step retrieve', 'step compose', 'step respond', 'component hybrid_search'])
      expect(names).toContain(name);
    const call = spans.find(({ kind }) => kind === CLIENT_KIND);
    expect(call).toMatchObject({ name: 'chat kiln-1' });
    expect(call?.attributes).toContainEqual({ key: 'gen_ai.usage.input_tokens', value: { intValue: 200 } });

    const above: string[] = [];
    for (let at = call; at !== undefined; at = byId.get(at.parentSpanId ?? '')) above.push(at.name);
    expect(above.at(-1)).toBe('POST /chat/run');
    expect(above).toContain('step compose');

    const [asked] = model.asked;
    expect(asked?.headers['traceparent']).toBe(`00-${TRACE}-${call?.spanId}-01`);
    expect(asked?.headers['baggage']).toBeUndefined();
  });

  it('contain no text of questions or answers', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    await ask(running);
    await running.call({ method: 'GET', url: `/documents/kiln?secret=tenmoku` });
    await running.stop();
    expect(collector.spans.length).toBeGreaterThan(8);
    expect(JSON.stringify(collector.calls.map(({ body }) => body as unknown))).not.toMatch(
      /tenmoku|1,240|kiln rules|secret/iu,
    );
  });

  it('mark what failed', async () => {
    model.respond = refusing(400, 'no such model');
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect((await ask(running)).json().metadata.degraded).toContain('llm');
    await running.stop();
    const call = collector.spans.find(({ kind }) => kind === CLIENT_KIND);
    expect(call?.status.code).toBe(ERROR_CODE);
  });

  it('are off without an endpoint: nothing is sent, and the provider sees no trace', async () => {
    const running = await start({});
    expect((await ask(running)).statusCode).toBe(200);
    await running.stop();
    expect(collector.calls).toEqual([]);
    expect(model.asked[0]?.headers['traceparent']).toBeUndefined();
  });

  it('delay no request while the collector is unavailable', async () => {
    await collector.stop();
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect((await ask(running)).json().metadata.degraded).toEqual([]);
    await inTime(running.stop());
    collector = new Collector();
    await collector.start();
  });
});
