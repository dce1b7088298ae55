import { type RunningApplication, startApplication } from './support/application.js';
import { HostileModel, refusing, saying } from './support/hostile-model.js';
import { inTime } from './support/in-time.js';
import { type CollectedSpan, ERROR_STATUS, KINDS, OtlpCollector } from './support/otlp-collector.js';
import { until } from './support/server-calls.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const QUESTION = 'How hot does the tenmoku kiln fire?';
const ANSWER = 'The tenmoku kiln fires at 1,240 degrees. [1]';
const TEXT = 'The tenmoku kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.';
const EVALUATION = 'gen_ai.evaluation.result';

describe('traces of requests', () => {
  const model = new HostileModel('openai');
  let modelUrl: string;
  let collector: OtlpCollector;
  let endpoint: string;

  beforeAll(async () => {
    modelUrl = await model.start();
  });
  afterAll(() => model.stop());
  beforeEach(async () => {
    collector = new OtlpCollector();
    endpoint = await collector.start();
    model.calls.length = 0;
    model.respond = saying('openai', ANSWER);
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
    const document = { document_id: 'kiln', title: 'Kiln rules', text: TEXT, canonical_path: ['Kiln'] };
    await running.post('/documents', document);
    return running;
  }
  const traced = (more: Readonly<Record<string, string>> = {}) =>
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more });
  const ask = (running: RunningApplication) =>
    running.post(
      '/chat/run',
      { message: QUESTION },
      { traceparent: `00-${TRACE}-${CALLER}-01`, baggage: 'customer=secret-of-the-caller' },
    );
  const sent = () => JSON.stringify(collector.spans);

  it.each(['http/protobuf', 'http/json'])(
    'join the trace of the caller, contain steps, components and the call of the model, and propagate to the provider: %s',
    async (protocol) => {
      const before = process.env['OTEL_RESOURCE_ATTRIBUTES'];
      process.env['OTEL_RESOURCE_ATTRIBUTES'] = 'openinference.project.name=kilns,service.name=another';
      const running = await traced({
        OTEL_SERVICE_NAME: 'spec-service',
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic cGs6c2s=,x-project=kiln%20rules',
      });
      expect((await ask(running)).statusCode).toBe(200);
      await running.stop();

      expect(new Set(collector.received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
      const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
      expect(collector.received[0]?.headers['content-type']).toBe(type);
      const headers = { authorization: 'Basic cGs6c2s=', 'x-project': 'kiln rules' };
      expect(collector.received[0]?.headers).toMatchObject(headers);
      const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
      const byId = new Map(spans.map((span) => [span.spanId, span]));
      const root = spans.find(({ kind }) => kind === KINDS.server);
      expect(root).toMatchObject({ name: 'POST /chat/run', parentSpanId: CALLER });
      expect(root?.attributes['http.response.status_code']).toBe(200);
      expect(root?.resource).toMatchObject({
        'service.name': 'spec-service',
        'openinference.project.name': 'kilns',
      });
      if (before === undefined) delete process.env['OTEL_RESOURCE_ATTRIBUTES'];
      else process.env['OTEL_RESOURCE_ATTRIBUTES'] = before;
      const names = spans.map(({ name }) => name);
      for (const name of ['step intent', 'step retrieve', 'step compose', 'step respond', 'component hybrid_search'])
        expect(names).toContain(name);

      const call = collector.span('chat kiln-1');
      const above: string[] = [];
      for (let at: CollectedSpan | undefined = call; at !== undefined; at = byId.get(at.parentSpanId))
        above.push(at.name);
      expect(above.at(-1)).toBe('POST /chat/run');
      expect(above).toEqual(expect.arrayContaining(['step compose', 'invoke_workflow answer_question']));

      const [asked] = model.asked;
      expect(asked?.headers['traceparent']).toBe(`00-${TRACE}-${call.spanId}-01`);
      expect(asked?.headers['baggage']).toBeUndefined();
    },
  );

  it('name the question, the retrieval, the inference and the check of claims as the GenAI conventions do', async () => {
    const running = await traced();
    const { conversation_id: conversationId, metadata, confidence } = (await ask(running)).json();
    await running.stop();

    const workflow = collector.span('invoke_workflow answer_question');
    expect(workflow.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': 'answer_question',
      'gen_ai.conversation.id': conversationId,
      'touchstone.trace_id': metadata.trace_id,
      'touchstone.confidence': confidence,
      'touchstone.abstained': false,
    });
    const retrieval = collector.spans.find(({ name }) => name === 'retrieval documents');
    expect(retrieval?.kind).toBe(KINDS.client);
    expect(retrieval?.attributes).toMatchObject({
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.data_source.id': 'documents',
      'touchstone.search.hits': 1,
    });
    const inference = collector.span('chat kiln-1');
    expect(inference.kind).toBe(KINDS.client);
    const { hostname, port } = new URL(modelUrl);
    expect(inference.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'kiln-1',
      'gen_ai.request.stream': true,
      'gen_ai.usage.input_tokens': 200,
      'gen_ai.response.finish_reasons': ['stop'],
      'server.address': hostname,
      'server.port': Number(port),
    });
    const checked = metadata.fact_check;
    expect(workflow.events).toEqual([
      {
        name: EVALUATION,
        attributes: {
          'gen_ai.evaluation.name': 'fact_check',
          'gen_ai.evaluation.score.value': checked.supported / checked.claims,
          'gen_ai.evaluation.score.label': 'pass',
        },
      },
    ]);
  });

  it('have no evaluation where nothing was checked', async () => {
    const running = await traced();
    const response = await running.post('/chat/run', { message: 'Who won the football match in Lisbon?' });
    expect(response.json().metadata.abstained).toBe(true);
    await running.stop();
    expect(collector.span('invoke_workflow answer_question').events).toEqual([]);
  });

  // What the OTLP receiver of Langfuse 4.16 reads; everything else of a span is its metadata.
  it('have the kinds, the session, the usage and the cost by the names that Langfuse reads', async () => {
    const running = await traced({ LLM_PRICE_INPUT_USD: '2', LLM_PRICE_OUTPUT_USD: '4' });
    const { conversation_id: conversationId, metadata } = (await ask(running)).json();
    await running.stop();
    const KIND = 'openinference.span.kind';
    const inside = collector.spans.filter(({ name, kind }) => kind !== KINDS.server && name !== 'chat kiln-1');
    expect(inside.length).toBeGreaterThan(8);
    for (const { name, attributes } of inside)
      expect([name, attributes[KIND]]).toEqual([name, name === 'retrieval documents' ? 'RETRIEVER' : 'CHAIN']);
    const workflow = collector.span('invoke_workflow answer_question').attributes;
    expect(workflow['session.id']).toBe(conversationId);
    const inference = collector.span('chat kiln-1').attributes;
    // A kind by OpenInference would take the place of the operation.
    expect([inference[KIND], inference['gen_ai.operation.name']]).toEqual([undefined, 'chat']);
    expect(inference['gen_ai.usage.cost']).toBe(metadata.llm.cost_usd);
    expect(metadata.llm.cost_usd).toBeGreaterThan(0);
  });

  it('have no usage of a model whose server does not count', async () => {
    model.respond = (response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { content: ANSWER }, finish_reason: 'stop' }] }));
    };
    const running = await traced();
    await ask(running);
    await running.stop();
    const { attributes } = collector.span('chat kiln-1');
    expect(Object.keys(attributes).filter((name) => name.startsWith('gen_ai.usage'))).toEqual([]);
    expect(attributes['gen_ai.response.finish_reasons']).toEqual(['stop']);
  });

  it('contain no text of questions or answers', async () => {
    const running = await traced();
    await ask(running);
    await running.post('/search', { query: 'tenmoku' });
    await running.call({ method: 'GET', url: `/documents/kiln?secret=tenmoku` });
    await running.stop();
    expect(collector.spans.length).toBeGreaterThan(8);
    expect(sent()).not.toMatch(/tenmoku|1,240|kiln rules|secret/iu);
  });

  it.each(['true', 'SPAN_ONLY'])('contain these texts when the setting of the conventions says %s', async (value) => {
    const running = await traced({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: value });
    const { response } = (await ask(running)).json();
    await running.stop();

    const workflow = collector.span('invoke_workflow answer_question').attributes;
    expect(JSON.parse(String(workflow['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: QUESTION }] },
    ]);
    expect(JSON.parse(String(workflow['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: response }], finish_reason: 'stop' },
    ]);
    expect([workflow['input.value'], workflow['output.value']]).toEqual([QUESTION, response]);
    const retrieval = collector.spans.find(({ name }) => name === 'retrieval documents')?.attributes ?? {};
    expect(retrieval['gen_ai.retrieval.query.text']).toContain('tenmoku');
    expect([retrieval['input.value'], retrieval['output.value']]).toEqual([
      retrieval['gen_ai.retrieval.query.text'],
      retrieval['gen_ai.retrieval.documents'],
    ]);
    const documents = JSON.parse(String(retrieval['gen_ai.retrieval.documents'])) as unknown[];
    expect(documents).toEqual([{ id: expect.any(String), score: expect.any(Number), content: TEXT }]);
    const inference = collector.span('chat kiln-1').attributes;
    expect(inference['gen_ai.input.messages']).toContain('tenmoku');
    expect(inference['gen_ai.system_instructions']).toContain('"type":"text"');
    expect(inference['gen_ai.output.messages']).toContain('1,240 degrees');
    expect(sent()).not.toContain('secret-of-the-caller');
  });

  it('have the verdicts of a test session as evaluations, one span for each question', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LLM_PROVIDER: 'extractive' });
    const questions = `question,facts\n${QUESTION},1240 degrees\nHow often is a failed firing repeated?,2 times\n`;
    const dataset = { method: 'POST', url: '/datasets?name=kiln', payload: questions } as const;
    const stored = await running.call({ ...dataset, headers: { 'content-type': 'text/csv' } });
    const body = { dataset_id: stored.json().dataset_id, judge: 'rules', retries: 0 };
    const sessionId = String((await running.post('/test-sessions', body)).json().session_id);
    const session = await until(
      async () => (await running.call({ method: 'GET', url: `/test-sessions/${sessionId}` })).json(),
      ({ status }: { status: string }) => ['completed', 'failed'].includes(status),
    );
    expect(session).toMatchObject({ status: 'completed', summary: { queries: 2, not_evaluated: 0 } });
    await running.stop();

    const asked = collector.spans.filter(({ name }) => name === 'test question');
    expect(asked).toHaveLength(2);
    for (const { attributes, events, spanId } of asked) {
      expect(attributes['touchstone.session_id']).toBe(sessionId);
      expect(events.map(({ name }) => name)).toEqual(events.map(() => EVALUATION));
      const named = new Map(events.map((event) => [event.attributes['gen_ai.evaluation.name'], event.attributes]));
      expect([...named.keys()]).toEqual(expect.arrayContaining(['answer', 'accuracy', 'completeness']));
      expect(named.get('answer')?.['gen_ai.evaluation.score.value']).toEqual(expect.any(Number));
      expect(['success', 'partial', 'failure']).toContain(named.get('answer')?.['gen_ai.evaluation.score.label']);
      expect(sent()).not.toMatch(/tenmoku|1,240/iu);
      const answered = collector.spans.filter(({ name }) => name === 'invoke_workflow answer_question');
      expect(answered.map(({ parentSpanId }) => parentSpanId)).toContain(spanId);
    }
  }, 60_000);

  it('mark what failed', async () => {
    model.respond = refusing(400, 'no such model');
    const running = await traced();
    expect((await ask(running)).json().metadata.degraded).toContain('llm');
    await running.stop();
    const call = collector.span('chat kiln-1');
    expect(call.statusCode).toBe(ERROR_STATUS);
    expect(call.attributes['error.type']).toBe('LanguageModelError');
  });

  it('are off without an endpoint: nothing is sent, and the provider sees no trace', async () => {
    const running = await start({});
    expect((await ask(running)).statusCode).toBe(200);
    await running.stop();
    expect(collector.received).toEqual([]);
    expect(model.asked[0]?.headers['traceparent']).toBeUndefined();
  });

  it('delay no request while the collector is unavailable', async () => {
    await collector.stop();
    const running = await traced();
    expect((await ask(running)).json().metadata.degraded).toEqual([]);
    await inTime(running.stop());
    collector = new OtlpCollector();
    await collector.start();
  });
});
