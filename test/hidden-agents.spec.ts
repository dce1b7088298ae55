import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const UNKNOWN = 'agent_000000000000000000000000';

describe('an agent with a category that a key may not see', () => {
  let running: RunningApplication;
  let limited: Readonly<Record<string, string>>;
  let visible: string;
  /** One of hidden categories alone, and one that has a visible category too. */
  let hidden: readonly string[];

  const agentOf = async (...node_paths: string[][]): Promise<string> =>
    (await running.post('/agents/from-category', { version: '1.0.0', node_paths }, ADMIN)).json().agent_id;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    const text = 'The blue kiln is fired at 1240 degrees.';
    for (const label of ['Pottery', 'Harbour'])
      await running.post('/documents', { document_id: label, title: label, text, canonical_path: [label] }, ADMIN);
    const request = { name: 'k', scopes: ['query', 'ingest', 'test'], allowed_category_paths: [['Pottery']] };
    limited = { 'x-api-key': (await running.post('/api-keys', request, ADMIN)).json().key };
    visible = await agentOf(['Pottery']);
    hidden = [await agentOf(['Harbour']), await agentOf(['Pottery'], ['Harbour'])];
  });
  afterAll(() => running.stop());

  const message = 'How hot is the blue kiln fired?';
  const messages = [{ role: 'user', content: message }];
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const stream = { accept: 'text/event-stream' };
  const post = (url: string, payload: object, headers = {}) => ({ method: 'POST' as const, url, payload, headers });
  const routes: Readonly<Record<string, (agent: string) => { method: 'POST' | 'GET' | 'DELETE'; url: string }>> = {
    'POST /search': (agent) => post('/search', { query: message, agent_id: agent }),
    'POST /chat/run': (agent) => post('/chat/run', { message, agent_id: agent }),
    'POST /chat/run as a stream': (agent) => post('/chat/run', { message, agent_id: agent }, stream),
    'POST /v1/chat/completions': (agent) => post('/v1/chat/completions', { model: agent, messages }),
    'POST /v1/chat/completions as a stream': (agent) =>
      post('/v1/chat/completions', { model: agent, messages, stream: true }),
    'POST /v1/responses': (agent) => post('/v1/responses', { model: agent, input: message }),
    'POST /v1/responses as a stream': (agent) => post('/v1/responses', { model: agent, input: message, stream: true }),
    'POST /mcp': (agent) => post(`/mcp?agent_id=${agent}`, tool, { accept: 'application/json, text/event-stream' }),
    'POST /test-sessions': (agent) => post('/test-sessions', { target: { kind: 'self', model: agent } }),
    'GET /v1/models/{model}': (agent) => ({ method: 'GET', url: `/v1/models/${agent}` }),
    'GET /agents/{agent_id}': (agent) => ({ method: 'GET', url: `/agents/${agent}` }),
    'DELETE /agents/{agent_id}': (agent) => ({ method: 'DELETE', url: `/agents/${agent}` }),
  };

  it.each(Object.keys(routes))('is answered by %s as one that there is not', async (route) => {
    const replyFor = async (agent: string) => {
      const request = routes[route]?.(agent) ?? { method: 'GET' as const, url: '/' };
      const headers = {
        'x-request-id': 'same',
        ...('headers' in request ? (request.headers as object) : {}),
        ...limited,
      };
      const { statusCode, body, headers: sent } = await running.call({ ...request, headers });
      return [statusCode, sent['content-type'], body.replaceAll(agent, '{agent}')];
    };
    const unknown = await replyFor(UNKNOWN);
    expect(unknown[0]).toBe(route === 'POST /test-sessions' ? 422 : 404);
    for (const agent of hidden) expect(await replyFor(agent)).toEqual(unknown);
    if (route !== 'POST /test-sessions') expect((await replyFor(visible))[0]).toBeLessThan(300);
  });

  it('is used by whoever sees all of its categories', async () => {
    for (const agent of hidden) {
      const found = await running.post('/search', { query: message, agent_id: agent }, ADMIN);
      expect([found.statusCode, found.json().hits.length > 0]).toEqual([200, true]);
    }
  });
});
