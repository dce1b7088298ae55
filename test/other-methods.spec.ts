import { RunningApplication, startApplication } from './support/application.js';
import { type OpenApiDocument, operationsOf } from './support/open-api.js';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

describe('a method that a path does not take', () => {
  let running: RunningApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    running = await startApplication({ CORS_ALLOWED_ORIGINS: 'http://localhost:3000' });
    document = (await running.call({ method: 'GET', url: '/openapi.json' })).json();
  });
  afterAll(() => running.stop());

  it('is refused on every path, with the methods that it takes', async () => {
    const told: string[] = [];
    for (const path of new Set(operationsOf(document).map((operation) => operation.path))) {
      const taken = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase());
      const url = path.replaceAll(/\{[^}]+\}/gu, 'x');
      for (const method of METHODS) {
        const fitting = operationsOf(document).some(
          (each) =>
            each.method.toUpperCase() === method &&
            new RegExp(`^${each.path.replaceAll(/\{[^}]+\}/gu, '[^/]+')}$`, 'u').test(url),
        );
        if (fitting || path === '/mcp') continue;
        const answer = await running.call({ method, url, ...(method === 'GET' ? {} : { payload: '{' }) });
        const allowed = String(answer.headers['allow']).split(', ');
        if (answer.statusCode !== 405 || !taken.every((each) => allowed.includes(each)) || allowed.includes(method))
          told.push(`${method} ${url}: ${answer.statusCode} ${String(answer.headers['allow'])}`);
      }
    }
    expect(told).toEqual([]);
  });

  it('is refused for OPTIONS without the headers of a preflight', async () => {
    const answer = await running.call({ method: 'OPTIONS', url: '/chat/run' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
    const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
    expect((await running.call({ method: 'OPTIONS', url: '/chat/run', headers })).statusCode).toBe(204);
    expect((await running.call({ method: 'OPTIONS', url: '/nothing' })).statusCode).toBe(404);
  });

  it('is a problem with advice, and no body is read for it', async () => {
    const answer = await running.call({ method: 'PUT', url: '/chat/run?x=1', payload: '{' });
    expect(answer.headers['allow']).toBe('POST');
    expect(answer.json()).toMatchObject({ status: 405, detail: expect.stringContaining('/openapi.json') });
  });

  it('is not reported for paths without a route', async () => {
    for (const url of ['/nothing', '/chat/run/more', '/documents//', '/%2e%2e/x'])
      expect((await running.call({ method: 'PUT', url })).statusCode).toBe(404);
  });
});
