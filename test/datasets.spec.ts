import { type RunningApplication, startApplication } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { until } from './support/server-calls.js';

const ADMIN_SECRET = 'admin-key-of-the-dataset-test-0001';
const ADMIN = { 'x-api-key': ADMIN_SECRET };
const CSV =
  'question,facts,answerable,memo\nHow long is leave?,14 days|two weeks,true,x\nWhat about parking?,,false,\n';

let running: RunningApplication;
let bot: FakeServer;
let ann: Readonly<Record<string, string>>;
let bob: Readonly<Record<string, string>>;

const keyOf = async (scopes: readonly string[]) => {
  const made = await running.post('/api-keys', { name: 'tester', scopes }, ADMIN);
  return { 'x-api-key': String(made.json().key) };
};
const send = (payload: string, type: string, query = '', headers = ann) =>
  running.call({ method: 'POST', url: `/datasets${query}`, payload, headers: { ...headers, 'content-type': type } });
const get = (url: string, headers = ann) => running.call({ method: 'GET', url, headers });

beforeAll(async () => {
  running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN_SECRET });
  ann = await keyOf(['test']);
  bob = await keyOf(['test']);
  bot = new FakeServer();
}, 120_000);
afterAll(() => running.stop());

describe('a dataset', () => {
  let id: string;

  it('is stored from a table, and the unused columns are reported', async () => {
    const stored = await send(CSV, 'text/csv', '?name=leave');
    expect(stored.statusCode).toBe(201);
    expect(stored.json()).toMatchObject({
      name: 'leave',
      questions: 2,
      notes: [{ place: 'line 1', detail: "'memo' is not a known field; it is not used" }],
      notes_total: 1,
    });
    id = stored.json().dataset_id;
  });

  it('is the same dataset when the same questions are sent again', async () => {
    const again = await send(CSV, 'text/csv', '?name=leave');
    expect([again.statusCode, again.json().dataset_id]).toEqual([200, id]);
  });

  it('is listed, shown, and given in every form', async () => {
    expect((await get('/datasets')).json().items).toMatchObject([{ dataset_id: id, questions: 2 }]);
    expect((await get(`/datasets/${id}`)).json().items[0]).toEqual({
      id: 'q1',
      question: 'How long is leave?',
      facts: [['14 days', 'two weeks']],
      answerable: true,
    });
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['jsonl', 'application/x-ndjson'],
      ['promptfoo', 'application/yaml'],
      ['deepeval', 'application/json'],
      ['ragas', 'application/json'],
    ] as const) {
      const file = await get(`/datasets/${id}?format=${format}`);
      expect(file.headers['content-type']).toContain(type);
      const back = await send(file.body, type, `?name=${format}&format=${format}`);
      expect([format, back.statusCode]).toEqual([format, 201]);
      const items = (await get(`/datasets/${back.json().dataset_id}`)).json().items;
      if (format !== 'ragas') expect(items).toEqual((await get(`/datasets/${id}`)).json().items);
    }
  });

  it('is its owner’s alone', async () => {
    expect((await get('/datasets', bob)).json().items).toEqual([]);
    expect((await get(`/datasets/${id}`, bob)).statusCode).toBe(404);
    const removed = await running.call({ method: 'DELETE', url: `/datasets/${id}`, headers: bob });
    expect(removed.statusCode).toBe(404);
    const started = await running.post('/test-sessions', { dataset_id: id }, bob);
    expect([started.statusCode, started.json().errors[0].pointer]).toEqual([422, '/dataset_id']);
    expect((await get('/datasets', await keyOf(['query']))).statusCode).toBe(403);
  });

  it.each([
    ['id,question\na,x\na,y\n', 'text/csv', '', 422, /line 3: duplicate id 'a'/u],
    ['{"question": 1', 'application/json', '', 400, /not valid JSON/u],
    ['', 'text/csv', '', 422, /body is empty/u],
    ['a', 'text/plain', '', 415, /./u],
    ['question\nx\n', 'text/csv', '?format=xml', 422, /must be one of csv, jsonl/u],
    ['{"question": "a"}\n{\n', 'application/x-ndjson', '', 422, /line 2 is not valid JSON/u],
    ['tests:\n - [', 'application/yaml', '', 422, /line \d+ is not valid YAML/u],
  ])('that cannot be read is refused with its place: %j as %s', async (text, type, query, status, detail) => {
    const refused = await send(text, type, query);
    expect(refused.statusCode).toBe(status);
    expect(refused.json().detail).toMatch(detail);
  });

  it('is asked of another system by a session, and judged by what it expects', async () => {
    const url = await bot.start();
    bot.respond = (response, call) => {
      const { messages } = call.body as { messages: { content: string }[] };
      const isLeave = messages[0]?.content.includes('leave') === true;
      sendJson(response, 200, {
        choices: [{ message: { content: isLeave ? 'Leave lasts two weeks.' : 'Parking costs 3,000 won a day.' } }],
        usage: { prompt_tokens: 10, completion_tokens: 5 },
      });
    };
    const target = { name: 'bot', kind: 'openai', base_url: url, model: 'm' };
    await running.call({ method: 'PUT', url: '/test-targets', payload: { items: [target] }, headers: ADMIN });
    const body = { dataset_id: id, target: { name: 'bot' }, judge: 'rules', retries: 1 };
    const started = await running.post('/test-sessions', body, ann);
    expect(started.json()).toMatchObject({ planned: { queries: 2, turns: 0 } });
    const session = await until(
      async () => (await get(`/test-sessions/${started.json().session_id}`)).json(),
      ({ status }: { status: string }) => ['completed', 'failed'].includes(status),
    );
    expect(session).toMatchObject({ status: 'completed', summary: { queries: 2, success: 1, failed: 1 } });
    const { items } = (await get(`/test-sessions/${started.json().session_id}/results`)).json();
    const rows = new Map<string, Record<string, unknown>>(
      items.map((row: { question_id: string }) => [row.question_id, row]),
    );
    expect(rows.get('q1')).toMatchObject({
      verdict: 'success',
      expected: { facts: [['14 days', 'two weeks']] },
      tokens: { input: 10, output: 5 },
    });
    // Asked again once, each time as a person would for the first time; the first answer counts.
    expect(rows.get('q2')).toMatchObject({ verdict: 'failure', failure_type: 'HALLUCINATION' });
    expect(rows.get('q2')?.['attempts']).toHaveLength(2);
    expect(bot.calls.map((call) => (call.body as { messages: unknown[] }).messages.length)).toEqual([1, 1, 1]);
    await bot.stop();
  }, 120_000);

  it('is deleted', async () => {
    expect((await running.call({ method: 'DELETE', url: `/datasets/${id}`, headers: ann })).statusCode).toBe(204);
    expect((await get(`/datasets/${id}`)).statusCode).toBe(404);
  });
});
