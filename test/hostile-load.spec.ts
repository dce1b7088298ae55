import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN_KEY = 'an-admin-key-of-thirty-two-letters';
const JSON_TYPE = 'application/json';

describe('hostile bodies', () => {
  let running: RunningApplication;
  let queryKey: string;
  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN_KEY });
    const made = await running.post('/api-keys', { name: 'q', scopes: ['query'] }, { 'x-api-key': ADMIN_KEY });
    queryKey = made.json<{ key: string }>().key;
    await running.app.listen(0, '127.0.0.1');
  });
  afterAll(() => running.stop());

  const send = async (url: string, payload: string | Buffer, headers: Record<string, string> = {}) => {
    const all = { 'content-type': JSON_TYPE, 'x-api-key': ADMIN_KEY, ...headers };
    const response = await running.call({ method: 'POST', url, payload, headers: all });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>(), size: response.body.length };
  };
  const withoutKey = { 'x-api-key': '' };

  it.each([
    ['/documents', '{"a":', JSON_TYPE, 400],
    ['/documents', `{"text":"${'x'.repeat(11_000_001)}"}`, JSON_TYPE, 413],
    ['/search', '<a/>', 'application/xml', 415],
    ['/search', '{"quary":1}', JSON_TYPE, 422],
    ['/documents', `{"a":[${'{},'.repeat(3_600_000)}{}]}`, JSON_TYPE, 422],
  ])('ask for a key, and for its scope, before %s is %s', async (url, payload, type, otherwise) => {
    expect((await send(url, payload, { 'content-type': type, ...withoutKey })).status).toBe(401);
    if (url === '/documents')
      expect((await send(url, payload, { 'content-type': type, 'x-api-key': queryKey })).status).toBe(403);
    expect((await send(url, payload, { 'content-type': type })).status).toBe(otherwise);
  });

  it('are not read before the key is known: the refusal comes with the head', async () => {
    const { port } = running.app.getHttpServer().address() as AddressInfo;
    const answer = await new Promise<string>((resolve) => {
      const client = connect(port, '127.0.0.1', () =>
        client.write(
          `POST /documents HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: 9000000\r\n\r\n{`,
        ),
      );
      client.once('data', (bytes) => {
        resolve(String(bytes));
        client.destroy();
      });
    });
    expect(answer).toContain('HTTP/1.1 401');
  });

  it.each([
    ['depth', `{"query":"x","filters":${'['.repeat(33)}${']'.repeat(33)}}`],
    ['elements', `{"query":"x","a":[${'0,'.repeat(100_000)}0]}`],
    [
      'unknown fields in one object',
      JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, 1]))),
    ],
  ])('beyond the limit of %s are 422 with one error', async (_, payload) => {
    const { status, body } = await send('/search', payload);
    expect([status, body['errors']]).toEqual([422, [{ pointer: '', detail: expect.any(String) }]]);
  });

  it('with more than 1,000 unknown fields in all of their objects are 422 with one error', async () => {
    const operation = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, 1]));
    const payload = JSON.stringify({ version: '2.0.0', operations: Array.from({ length: 5 }, () => operation) });
    const { status, body } = await send('/taxonomy/versions', payload);
    expect([status, body['errors']]).toEqual([422, [{ pointer: '', detail: expect.stringContaining('1000 unknown') }]]);
  });

  it.each([
    ['/fact-check', { answer: 'a', evidence: Array(20_000).fill(1) }, '/evidence'],
    ['/v1/chat/completions', { model: 'default', messages: Array(20_000).fill({}) }, '/messages'],
    ['/test-schedules', { items: Array(20_000).fill({}) }, '/items'],
    ['/filter/validate', { paths: Array(20_000).fill(1) }, '/paths'],
  ])('to %s with too long a list are 422 with one error, whatever the list holds', async (url, payload, pointer) => {
    const method = url === '/test-schedules' ? 'PUT' : 'POST';
    const headers = { 'x-api-key': ADMIN_KEY };
    const response = await running.call({ method, url, payload, headers });
    expect([response.statusCode, response.json<{ errors: unknown }>().errors]).toEqual([
      422,
      [{ pointer, detail: expect.stringContaining('must have at most') }],
    ]);
  });

  it('get answers of bounded length', async () => {
    const paths = Array.from({ length: 1_000 }, () => ['<'.repeat(40), '<'.repeat(40)]);
    for (const [url, payload] of [
      ['/filter/test', { allowed_paths: paths, test_documents: [] }],
      ['/filter/validate', { paths }],
      [
        '/search',
        {
          query: 'x'.repeat(900_000),
          ...Object.fromEntries(paths.slice(0, 500).map((_, i) => [`${i}${'y'.repeat(100)}`, i])),
        },
      ],
      ['/api-keys', { name: 'n', scopes: ['query'], allowed_category_paths: paths }],
    ] as const) {
      const { body, size } = await send(url, JSON.stringify(payload));
      expect([url, size < 70_000]).toEqual([url, true]);
      expect([body['errors'] ?? []].flat().length).toBeLessThanOrEqual(100);
    }
  });

  it.each(['/cbr/case', '/chat/run', '/documents'])('to %s keep their free maps under 16 KB', async (url) => {
    const map = { a: 'x'.repeat(17_000) };
    const whole = { message: 'a', context: map, query: 'a', content: 'c', title: 't', text: 't' };
    const fields: Record<string, readonly string[]> = {
      '/cbr/case': ['query', 'content'],
      '/chat/run': ['message', 'context'],
      '/documents': ['title', 'text'],
    };
    const kept = Object.fromEntries(Object.entries(whole).filter(([name]) => fields[url]?.includes(name)));
    const path = url === '/cbr/case' ? { category_path: ['A'] } : { canonical_path: ['A'] };
    const body = url === '/chat/run' ? kept : { ...kept, ...path, metadata: map };
    const answer = await send(url, JSON.stringify(body));
    expect([answer.status, JSON.stringify(answer.body['errors'])]).toEqual([
      422,
      expect.stringContaining('16384 bytes'),
    ]);
  });

  it('of a million bad lines are answered with 100 errors', async () => {
    const { status, body } = await send('/documents/bulk', '{}\n'.repeat(30_000), {
      'content-type': 'application/x-ndjson',
    });
    expect([status, body['failed']]).toEqual([200, 30_000]);
    expect(body['errors']).toHaveLength(100);
  });

  it('that are batches for MCP hold few messages', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    const { status } = await send('/mcp', JSON.stringify(Array(1_000).fill(message)), headers);
    expect(status).toBe(422);
  });

  it('are not the only thing that is bounded: an address is, too', async () => {
    const headers = { 'x-api-key': ADMIN_KEY };
    const many = Array.from({ length: 2_000 }, (_, i) => `k${i}=1`).join('&');
    for (const [url, status] of [
      [`/documents?${many}`, 414],
      [`/documents?${many.slice(0, 7_000)}`, 422],
      [`/documents?${'limit=1&'.repeat(900)}`, 422],
      [`/documents/${'x'.repeat(7_000)}`, 414],
    ] as const) {
      const response = await running.call({ method: 'GET', url, headers });
      expect([url.slice(0, 20), response.statusCode]).toEqual([url.slice(0, 20), status]);
    }
  });
});
