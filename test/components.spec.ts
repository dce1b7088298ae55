import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ApplyConfigurationPatch } from '../src/config/application/apply-configuration-patch.js';
import { ReloadConfiguration } from '../src/config/application/reload-configuration.js';
import { RollBackConfiguration } from '../src/config/application/edit-configuration.js';
import { COMPONENTS, ComponentName } from '../src/pipeline/domain/trace.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { type ReceivedCall, FakeServer, sendJson } from './support/fake-server.js';

const DOCUMENTS = [
  {
    document_id: 'kiln',
    title: 'Kiln rules',
    text: 'The stoneware kiln fires at 1,240 degrees. It cools for two days.',
  },
  { document_id: 'ash', title: 'Ash notes', text: 'Wood ash melts at 1,170 degrees under the glaze.' },
  { document_id: 'clay', title: 'Clay store', text: 'Clay is kept damp in the cellar for three weeks.' },
];
const QUESTION = 'At how many degrees does the stoneware kiln fire?';

interface Event {
  readonly component: ComponentName;
  readonly fired: boolean;
  readonly effect: string;
  readonly tokens?: object;
  readonly output: any;
}

async function withDocuments(settings: Readonly<Record<string, string>> = {}): Promise<RunningApplication> {
  const running = await startApplication(settings);
  for (const document of DOCUMENTS) await running.post('/documents', { ...document, canonical_path: ['Pottery'] });
  return running;
}

async function ask(running: RunningApplication, message: string, components: Record<string, boolean> = {}) {
  const answer = await running.post('/chat/run', { message, options: { components } });
  expect(answer.statusCode).toBe(200);
  const body = answer.json();
  const trace = await running.call({ method: 'GET', url: `/traces/${body.metadata.trace_id}` });
  const { events, configuration } = trace.json<{ events: Event[]; configuration: { version: number } }>();
  const event = (name: ComponentName) => events.find((e) => e.component === name);
  return { body, events, event, configuration };
}

describe('the components of the pipeline', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await withDocuments();
  });
  afterAll(() => running.stop());

  it('answers with each of the 256 sets of components, and none that is off fires', async () => {
    for (let set = 0; set < 256; set++) {
      const on = Object.fromEntries(COMPONENTS.map((name, i) => [name, (set & (1 << i)) !== 0]));
      const { body, events: all } = await ask(running, QUESTION, on);
      // The case base is not part of the pipeline: it comes after the components of the pipeline.
      const events = all.slice(0, COMPONENTS.length);
      expect(body.sources[0]?.doc_id).toBe('kiln');
      expect(events.map((event) => event.component)).toEqual([...COMPONENTS]);
      expect(events.filter((event) => event.fired && !on[event.component])).toEqual([]);
      expect(events.filter((event) => !on[event.component]).every((e) => e.effect === 'switched off')).toBe(true);
    }
  });

  it('gives vectors no part in the search without hybrid_search, and still orders by relevance', async () => {
    const { event } = await ask(running, QUESTION, { hybrid_search: false });
    expect(event('hybrid_search')).toMatchObject({ fired: false, effect: 'switched off' });
    expect(event('reranker')).toMatchObject({ fired: true });
    const both = await ask(running, QUESTION);
    expect(both.event('hybrid_search')?.output.vector_candidates).toBeGreaterThan(0);
  });

  it('retrieves nothing for a greeting, and always retrieves without self_rag', async () => {
    const { body, event } = await ask(running, 'Good morning');
    expect(event('hybrid_search')).toMatchObject({
      fired: false,
      effect: expect.stringContaining('needed no retrieval'),
    });
    expect(body).toMatchObject({ sources: [], metadata: { intent: 'general', abstained: true } });
    expect((await ask(running, 'Good morning', { self_rag: false })).event('hybrid_search')?.fired).toBe(true);
  });

  it('says of hyde that it is not available without a language model', async () => {
    const { event } = await ask(running, 'I am so worried about the kiln, what should I do?');
    expect(event('hyde')).toMatchObject({ fired: false, effect: 'not available: no language model is configured' });
  });

  it('reports the seconds of the components that fired with the steps, and that an answer of quotes has nothing to verify', async () => {
    const { body } = await ask(running, QUESTION);
    const { step_timings, fact_check } = body.metadata;
    for (const name of ['intent', 'retrieve', 'compose', 'respond', 'query_analyzer', 'hybrid_search'])
      expect(step_timings[name]).toBeGreaterThanOrEqual(0);
    expect(step_timings).not.toHaveProperty('hyde');
    expect(fact_check).toMatchObject({ method: 'quotes', passed: true });
    expect((await ask(running, QUESTION, { fact_check: false })).body.metadata).not.toHaveProperty('fact_check');
  });
});

describe('the configuration of the pipeline', () => {
  let running: RunningApplication;
  const part = <T>(type: abstract new (...args: any[]) => T): T => running.app.get(type, { strict: false });
  beforeAll(async () => {
    running = await withDocuments();
  });
  afterAll(() => running.stop());

  it('applies a new synonym without a restart, in the search too, and traces show which version answered', async () => {
    const message = 'How hot is the zarf?';
    const before = await ask(running, message);
    expect(before.configuration.version).toBe(1);
    const byWords = async () => {
      const found = await running.post('/search', { query: 'zarf', mode: 'bm25' });
      return found.json().hits.map((hit: any) => hit.document_id);
    };
    expect(await byWords()).toEqual([]);
    const folder = path.join(running.dataFolder, 'config');
    mkdirSync(folder);
    const groups = [{ lang: 'en', words: ['zarf', 'stoneware'] }];
    writeFileSync(path.join(folder, 'synonyms.json'), JSON.stringify({ version: 1, groups }));
    await part(ReloadConfiguration).whenTouched();
    const after = await ask(running, message);
    expect(after.configuration.version).toBe(2);
    expect(after.event('query_analyzer')?.output.synonyms).toEqual([{ word: 'zarf', also: ['stoneware'] }]);
    expect(await byWords()).toEqual(['kiln']);
    const health = await running.call({ method: 'GET', url: '/health' });
    expect(health.json().components.configuration).toMatchObject({
      status: 'healthy',
      detail: expect.stringContaining('version 2'),
    });
  });

  it('switches a component by a patch, lets a request switch it back, and goes back', async () => {
    const off = { op: 'replace', path: '/pipeline/components/reranker/enabled', value: false } as const;
    const { version } = await part(ApplyConfigurationPatch).apply({ patch: [off], note: 'test' });
    expect((await ask(running, QUESTION)).event('reranker')?.effect).toBe('switched off in the configuration');
    expect((await ask(running, QUESTION, { reranker: true })).event('reranker')?.fired).toBe(true);
    await part(RollBackConfiguration).rollBack({ version: version - 1 });
    expect((await ask(running, QUESTION)).event('reranker')?.fired).toBe(true);
  });
});

describe('the components with a language model', () => {
  const model = new FakeServer();
  let running: RunningApplication;
  let hypothetical: string | undefined;
  let drafts: string[];
  const system = (call: ReceivedCall) => String(call.body?.messages?.[0]?.content ?? '');
  const user = (call: ReceivedCall) => String(call.body?.messages?.[1]?.content ?? '');

  let settings: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const url = await model.start();
    settings = { LLM_PROVIDER: 'openai', OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'key-of-test' };
    running = await withDocuments(settings);
  });
  beforeEach(() => {
    model.calls.length = 0;
    hypothetical = 'The kiln is fired at many degrees.';
    drafts = ['The stoneware kiln fires at 1,240 degrees [1].'];
    let drafted = 0;
    model.respond = (response, call) => {
      const isAnswer = user(call).includes('<passage n=');
      const content = isAnswer ? drafts[Math.min(drafted++, drafts.length - 1)] : hypothetical;
      // No reply at all: the caller has to time out.
      if (content === undefined) return;
      sendJson(response, 200, {
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 50, completion_tokens: 10, total_tokens: 60 },
      });
    };
  });
  afterAll(async () => {
    await running.stop();
    await model.stop();
  });

  it('searches with a hypothetical passage in addition to an emotional question, and counts its tokens', async () => {
    const { event, body } = await ask(running, 'I am so worried, at how many degrees does the stoneware kiln fire?');
    expect(event('hyde')).toMatchObject({
      fired: true,
      tokens: { input: 50, output: 10 },
      output: { hypothetical_passage: hypothetical },
    });
    expect(body.metadata.step_timings.hyde).toBeGreaterThan(0);
    expect(body.metadata.llm.input_tokens).toBe(100);
    expect(system(model.calls[0]!)).toContain('used for a search only');
  });

  it('continues without the hypothetical passage when the model hangs, closes the connection, and reports it', async () => {
    hypothetical = undefined;
    // The limit of the hypothetical passage is waited for.
    const hurried = await withDocuments({ ...settings, PIPELINE_TIMEOUT_MULTIPLIER: '5' });
    try {
      const { event, body } = await ask(hurried, 'I am so worried, at how many degrees does the stoneware kiln fire?');
      expect(event('hyde')).toMatchObject({ fired: false, effect: expect.stringContaining("'hyde' exceeded timeout") });
      expect(body.metadata.degraded).toEqual(['hyde']);
      expect(body.sources[0]?.doc_id).toBe('kiln');
      expect(await model.calls[0]?.aborted).toBe(true);
    } finally {
      await hurried.stop();
    }
  });

  it('shows no link or image that the model put into a completed question or a hypothetical passage', async () => {
    hypothetical = 'At how many ![degrees](https://evil.example/?q=1) does <img src=//evil.example/x> the kiln fire?';
    const earlier = await running.post('/chat/run', { message: QUESTION });
    const { conversation_id } = earlier.json();
    const follow = await running.post('/chat/run', { message: 'And the earthenware kiln?', conversation_id });
    const { metadata } = follow.json();
    expect(metadata.completed_question).toMatch(/^At how many degrees does\s+the kiln fire\?$/u);
    const { event } = await ask(running, 'I am so worried, at how many degrees does the stoneware kiln fire?');
    expect(event('hyde')?.output.hypothetical_passage).toMatch(/^At how many degrees does\s+the kiln fire\?$/u);
    const turns = await running.call({ method: 'GET', url: `/conversations/${String(conversation_id)}` });
    expect(turns.body).not.toContain('evil.example');
  });

  it('checks what the model wrote against the passages', async () => {
    drafts = ['At 1,240 degrees the stoneware kiln fires [1].'];
    const { event, body } = await ask(running, QUESTION);
    expect(event('fact_check')).toMatchObject({ fired: true });
    expect(body.metadata.fact_check).toMatchObject({ method: 'claims', attempts: 1, contradicted: 0 });
  });

  it('composes again with the failed claim named when the model turns what the passages say into its opposite', async () => {
    drafts = [
      'The stoneware kiln does not fire at 1,240 degrees [1].',
      'The stoneware kiln fires at 1,240 degrees [1].',
    ];
    const { event, body } = await ask(running, QUESTION);
    expect(event('fact_check')?.output.attempts).toMatchObject([{ passed: false }, { passed: true }]);
    expect(body.response).toBe('The stoneware kiln fires at 1,240 degrees. [1]');
    expect(user(model.calls.at(-1)!)).toContain('does not fire at 1,240 degrees');
    expect(body.metadata.fact_check).toMatchObject({ attempts: 2, left_out: 0, passed: true });
  });
});
