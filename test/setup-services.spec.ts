import { FakeServer, sendJson } from './support/fake-server.js';
import { saying } from './support/hostile-model.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const SETTINGS_KEY = 'sk-of-the-settings-000';
const GIVEN_KEY = 'sk-of-this-trial-111';
const REPLY = 'On Wednesdays the reading room closes at 18:15 [1].';

describe('the setup of models', () => {
  let running: RunningApplication;
  const model = new FakeServer();
  const other = new FakeServer();
  let base: string;
  let elsewhere: string;
  beforeAll(async () => {
    base = `${await model.start()}/v1`;
    elsewhere = `${await other.start()}/v1`;
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: ADMIN['x-api-key'],
      LLM_PROVIDER: 'openai',
      OPENAI_BASE_URL: base,
      OPENAI_API_KEY: SETTINGS_KEY,
      LLM_MODEL: 'm',
    });
  });
  afterAll(async () => {
    await running.stop();
    await model.stop();
    await other.stop();
  });
  beforeEach(() => {
    for (const server of [model, other]) {
      server.calls.length = 0;
      server.respond = (response) => sendJson(response, 200, { choices: [{ message: { content: REPLY } }] });
    }
  });

  const test = async (body: object, headers: Record<string, string> = ADMIN) =>
    running.call({ method: 'POST', url: '/setup/services/test', headers, payload: body });
  const tried = async (body: object) => (await test(body)).json();
  const compatible = (more: object = {}) => ({
    part: 'model',
    kind: 'compatible',
    base_url: elsewhere,
    model: 'm',
    ...more,
  });

  it('shows what the settings name, without keys', async () => {
    const answer = await running.call({ method: 'GET', url: '/setup/services', headers: ADMIN });
    expect(answer.json().services).toEqual([
      { part: 'model', kind: 'compatible', base_url: base, model: 'm', key_name: 'OPENAI_API_KEY', has_key: true },
      { part: 'embedding', kind: 'builtin', base_url: null, model: null, key_name: null, has_key: false },
      { part: 'reranker', kind: 'builtin', base_url: null, model: null, key_name: null, has_key: false },
    ]);
    expect(answer.body).not.toContain('sk-of');
  });

  it('asks a model a question with a known answer', async () => {
    const result = await tried(compatible({ api_key: GIVEN_KEY }));
    expect(result).toMatchObject({ works: true, failure: null, answer: { right: true } });
    expect(result.answer.text).toContain('18:15');
    expect(other.calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/chat/completions', `Bearer ${GIVEN_KEY}`],
    ]);
    other.respond = saying('anthropic', REPLY);
    const anthropic = {
      part: 'model',
      kind: 'anthropic',
      base_url: elsewhere.slice(0, -3),
      model: 'c',
      api_key: GIVEN_KEY,
    };
    expect((await tried(anthropic)).works).toBe(true);
    expect([other.calls[1]?.path, other.calls[1]?.headers.authorization]).toEqual([
      '/v1/messages',
      `Bearer ${GIVEN_KEY}`,
    ]);
  });

  it('fails a model whose reply is not what its passages say', async () => {
    for (const wrong of ['It closes at 21:40 [1].', 'I am a language model.']) {
      other.respond = (response) => sendJson(response, 200, { choices: [{ message: { content: wrong } }] });
      const result = await tried(compatible());
      expect(result).toMatchObject({ works: false, failure: 'wrong_answer', answer: { right: false } });
      expect(result.answer.text).toContain(wrong.slice(0, 12));
    }
  });

  it('asks as a chat does: streamed, and without a parameter that the server refuses', async () => {
    other.respond = (response, call) => {
      if ('temperature' in call.body) sendJson(response, 400, { error: { message: 'temperature is not supported' } });
      else saying('openai', REPLY)(response);
    };
    expect(await tried(compatible())).toMatchObject({ works: true, failure: null, answer: { right: true } });
    expect(other.calls.map(({ body }) => [body.stream, 'temperature' in body])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('measures an embedding, and has passages ordered', async () => {
    other.respond = (response) =>
      sendJson(response, 200, { data: [{ embedding: [1, 2, 3] }, { embedding: [3, 2, 1] }] });
    expect(await tried(compatible({ part: 'embedding' }))).toMatchObject({ works: true, dimensions: 3 });
    other.respond = (response) => sendJson(response, 200, { data: [{ embedding: [1, 2, 3] }, { embedding: [1] }] });
    expect(await tried(compatible({ part: 'embedding' }))).toMatchObject({ works: false, failure: 'unreadable' });
    other.respond = (response) => sendJson(response, 200, { results: [{ index: 0, relevance_score: 0.9 }] });
    expect(await tried({ part: 'reranker', kind: 'compatible', base_url: elsewhere })).toMatchObject({ works: true });
    expect(other.calls.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings', '/v1/rerank']);
  });

  it('sends the key of the settings to their own address alone', async () => {
    await tried(compatible({ base_url: base }));
    await tried(compatible());
    const sent = [...model.calls, ...other.calls].map(({ headers }) => headers.authorization);
    expect(sent).toEqual([`Bearer ${SETTINGS_KEY}`, 'Bearer none']);
  });

  it.each([
    [
      401,
      { error: { message: `Incorrect API key provided: ${GIVEN_KEY}` } },
      'refused_key',
      'Incorrect API key provided: ***',
    ],
    [404, { error: 'model "m" not found' }, 'not_found', 'model "m" not found'],
    [404, { secret: 'of another service' }, 'not_found', null],
    [429, [{ error: { message: 'slow down' } }], 'busy', 'slow down'],
    [500, 'a page', 'failing', null],
    [422, {}, 'refused', null],
    [200, { hello: 'world' }, 'unreadable', null],
  ])('says in words why a service that answers %d %j does not work', async (status, body, failure, detail) => {
    other.respond = (response) => sendJson(response, status, body);
    expect(await tried(compatible({ api_key: GIVEN_KEY }))).toMatchObject({ works: false, failure, detail });
  });

  it('says that nobody answers, and follows no redirect to another host', async () => {
    const closed = new FakeServer();
    const address = await closed.start();
    await closed.stop();
    expect(await tried(compatible({ base_url: address }))).toMatchObject({ works: false, failure: 'unreachable' });
    other.respond = (response) => {
      response.writeHead(307, { location: `${base}/chat/completions` });
      response.end();
    };
    expect(await tried(compatible({ api_key: GIVEN_KEY }))).toMatchObject({ works: false, failure: 'refused' });
    expect(model.calls).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://metadata.google.internal/v1',
    'http://[fd00:ec2::254]/v1',
    'file:///etc/passwd',
    'http://user:pass@model.example/v1',
    'http://model.example/v1?x=1',
  ])('refuses the address %s', async (address) => {
    const answer = await test(compatible({ base_url: address }));
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, '/base_url']);
  });

  it('refuses addresses of this server', async () => {
    await running.app.listen(0, '127.0.0.1');
    const { port } = running.app.getHttpServer().address() as { port: number };
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      expect((await test(compatible({ base_url: `http://${host}:${port}/v1` }))).statusCode).toBe(422);
  });

  it('needs what a service needs, and takes no key that no header can have', async () => {
    const pointerOf = async (body: object) => (await test(body)).json().errors[0].pointer;
    expect(await pointerOf({ part: 'model', kind: 'compatible', model: 'm' })).toBe('/base_url');
    expect(await pointerOf({ part: 'model', kind: 'openai' })).toBe('/model');
    expect(await pointerOf(compatible({ api_key: 'a\r\nb' }))).toBe('/api_key');
    expect(await pointerOf(compatible({ kind: 'oracle' }))).toBe('/kind');
  });

  it('names the multiplier of time limits that a slow service needs', async () => {
    const limits = { LLM_TIMEOUT_MS: '1', RERANKER_TIMEOUT_MS: '600000', PIPELINE_TIMEOUT_MULTIPLIER: '1' };
    const slow = await startApplication({ AUTH_MODE: 'none', ...limits });
    const answerOf = async (body: object) => (await slow.post('/setup/services/test', body)).json();
    other.respond = (response) => setTimeout(() => saying('openai', REPLY)(response), 20);
    const model = await answerOf(compatible());
    expect([model.works, model.timeout_multiplier > 20]).toEqual([true, true]);
    other.respond = (response) => sendJson(response, 200, { results: [{ index: 0, relevance_score: 0.9 }] });
    const reranker = await answerOf({ part: 'reranker', kind: 'compatible', base_url: elsewhere });
    expect([reranker.works, reranker.timeout_multiplier]).toEqual([true, null]);
    await slow.stop();
  });

  it('is audited without the key and the address', async () => {
    await test(compatible({ api_key: GIVEN_KEY }));
    const audited = (await running.call({ method: 'GET', url: '/audit?order=newest&limit=5', headers: ADMIN })).body;
    expect(audited).toContain('POST /setup/services/test');
    expect(audited).not.toMatch(/sk-of|127\.0\.0\.1/u);
  });

  it('is for administrators of the whole service alone', async () => {
    for (const more of [
      { scopes: ['query', 'ingest', 'test', 'metrics'] },
      { scopes: ['admin'], allowed_category_paths: [['A']] },
    ]) {
      const { key } = (await running.post('/api-keys', { name: 'n', ...more }, ADMIN)).json();
      expect((await test(compatible(), { 'x-api-key': key })).statusCode).toBe(403);
      const read = await running.call({ method: 'GET', url: '/setup/services', headers: { 'x-api-key': key } });
      expect(read.statusCode).toBe(403);
    }
    expect(other.calls).toEqual([]);
  });
});
