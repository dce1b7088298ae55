import { setTimeout as delay } from 'node:timers/promises';
import { RunningApplication, startApplication } from './support/application.js';
import { begin, HostileModel, openStream, refusing, saying } from './support/hostile-model.js';
import { inTime } from './support/in-time.js';

const TEXT = 'The kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.';
const QUESTION = 'At how many degrees does the kiln fire?';
/** This spec does not test the time limits of steps on a busy machine. */
const PATIENT = { PIPELINE_TIMEOUT_MULTIPLIER: '15' };
const REPLY = 'The kiln fires at 1,240 degrees. [1]';

describe('the application with a language model', () => {
  const model = new HostileModel('openai');
  let url: string;
  let running: RunningApplication | undefined;

  beforeAll(async () => {
    url = await model.start();
  });
  beforeEach(() => {
    model.calls.length = 0;
    model.respond = saying('openai', REPLY);
  });
  afterEach(async () => running?.stop());
  afterAll(async () => model.stop());

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<RunningApplication> {
    running = await startApplication({
      LLM_PROVIDER: 'openai',
      LLM_MODEL: 'kiln-1',
      OPENAI_BASE_URL: url,
      ...PATIENT,
      ...settings,
    });
    const document = { document_id: 'kiln', title: 'Kiln rules', text: TEXT, canonical_path: ['Kiln'] };
    expect((await running.post('/documents', document)).statusCode).toBe(201);
    return running;
  }
  const ask = async (message = QUESTION) => {
    const answer = await running!.post('/chat/run', { message });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const metrics = async () => (await running!.call({ method: 'GET', url: '/metrics' })).body;
  const llmHealth = async () =>
    (await running!.call({ method: 'GET', url: '/health' })).json().components.llm as {
      status: string;
      detail: string;
    };

  it('answers, reports the cost, and counts it in the metrics', async () => {
    await start({ LLM_PRICE_INPUT_USD: '10', LLM_PRICE_OUTPUT_USD: '100' });
    const { response, metadata } = await ask();
    expect(response).toBe(REPLY);
    expect(metadata).toMatchObject({
      degraded: [],
      llm: { provider: 'openai', model: 'kiln-1', input_tokens: 200, output_tokens: 20, cost_usd: 0.004 },
      writer_check: { uncited: [], dropped_citations: 0, left_out: 0, instructions: [] },
    });
    const text = await metrics();
    for (const line of [
      'touchstone_llm_calls_total{provider="openai",model="kiln-1",outcome="ok"} 1',
      'touchstone_llm_input_tokens_total{provider="openai",model="kiln-1"} 200',
      'touchstone_llm_output_tokens_total{provider="openai",model="kiln-1"} 20',
      'touchstone_llm_cost_usd_total{provider="openai",model="kiln-1"} 0.004',
      'touchstone_llm_spent_today_usd{provider="openai",model="kiln-1"} 0.004',
      'touchstone_llm_breaker{provider="openai",model="kiln-1"} 0',
    ])
      expect(text).toContain(line);
  });

  it('marks the sentence that the model did not cite, and drops the citation that names nothing', async () => {
    model.respond = saying('openai', 'Yes.\nThe kiln fires at 1,240 degrees. [1][7]');
    await start();
    const { response, metadata } = await ask();
    expect(metadata.writer_check).toMatchObject({ dropped_citations: 1 });
    expect(metadata.writer_check.uncited.map((u: any) => response.slice(u.start, u.end))).toEqual(['Yes.']);
  });

  it('gives the passages when the day has no money left, also after a restart, and says cost_guard', async () => {
    const settings = {
      LLM_PRICE_INPUT_USD: '1000',
      LLM_PRICE_OUTPUT_USD: '1000',
      LLM_BUDGET_DAY_USD: '2',
      LLM_BUDGET_REQUEST_USD: '0',
    };
    await start(settings);
    expect((await ask()).metadata.degraded).toEqual([]);
    let over = await ask();
    while (over.metadata.degraded.length === 0) over = await ask();
    expect(over.metadata).toMatchObject({ degraded: ['cost_guard'], abstained: false, llm: { cost_usd: 0 } });
    expect(over.response).toContain('The kiln fires at 1,240 degrees.');
    // A call costs 0.22; the total cost stays under the budget.
    expect(model.asked.length * 0.22).toBeLessThanOrEqual(2);
    expect(await metrics()).toContain('outcome="cost_guard"} 1');
    const dataFolder = running!.dataFolder;
    await running!.app.close();
    const again = await startApplication({
      LLM_PROVIDER: 'openai',
      LLM_MODEL: 'kiln-1',
      OPENAI_BASE_URL: url,
      ...PATIENT,
      ...settings,
      DATA_DIR: dataFolder,
    });
    expect((await again.post('/chat/run', { message: QUESTION })).json().metadata.degraded).toEqual(['cost_guard']);
    await again.stop();
    running = undefined;
  });

  it('gives the passages when one request could cost too much', async () => {
    await start({ LLM_PRICE_INPUT_USD: '1000', LLM_PRICE_OUTPUT_USD: '1000', LLM_BUDGET_REQUEST_USD: '0.5' });
    expect((await ask()).metadata.degraded).toEqual(['cost_guard']);
    expect(model.asked).toHaveLength(0);
  });

  it('does not let a chat wait when too many wait already: passages, llm and llm_busy', async () => {
    await start({ LLM_CONCURRENCY: '1', LLM_QUEUE: '0' });
    const open: (() => void)[] = [];
    model.respond = (response, call, count) => void open.push(() => saying('openai', REPLY)(response, call, count));
    const first = ask();
    while (open.length === 0) await delay(5);
    // The first is answered only after the second.
    const second = await inTime(ask());
    expect(second.metadata.degraded).toEqual(['llm', 'llm_busy']);
    expect(second.response).toMatch(/unavailable/u);
    expect(second.sources.length).toBeGreaterThan(0);
    for (const answer of open) answer();
    expect((await first).metadata.degraded).toEqual([]);
  });

  it('stops asking a provider that keeps failing, and reports it in health and metrics', async () => {
    await start();
    model.respond = refusing(500);
    expect((await llmHealth()).status).toBe('degraded');
    for (let i = 0; i < 7; i++) expect((await ask()).metadata.degraded).toEqual(['llm']);
    const asked = model.asked.length;
    expect((await ask()).metadata.degraded).toEqual(['llm']);
    expect(model.asked).toHaveLength(asked);
    expect((await llmHealth()).status).toBe('degraded');
    expect(await metrics()).toMatch(/touchstone_llm_breaker\{[^}]*\} 2/u);
  }, 60_000);

  it('closes the connection to the model when it is late', async () => {
    // Long enough for the call to arrive on a busy machine.
    await start({ LLM_TIMEOUT_MS: '500' });
    model.respond = (response) => openStream(response).write(begin('openai', ['The kiln ']).join(''));
    expect((await ask()).metadata.degraded).toEqual(['llm']);
    expect(await model.asked[0]?.aborted).toBe(true);
    expect(model.asked[0]?.socket.destroyed).toBe(true);
  });
});
