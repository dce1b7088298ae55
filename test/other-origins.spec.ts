import { type RunningApplication, startApplication } from './support/application.js';

const ALLOWED = 'https://desk.example';
const FOREIGN = [
  'https://evil.example',
  'https://desk.example.evil.example',
  'https://evil-desk.example',
  'http://desk.example',
  'https://desk.example:8443',
  'https://DESK.example',
  'null',
];

describe('pages of other origins', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ CORS_ALLOWED_ORIGINS: `${ALLOWED},http://localhost:3000` });
  });
  afterAll(() => running.stop());

  const allowedOrigin = async (origin: string) => {
    const { headers } = await running.call({ method: 'GET', url: '/health/live', headers: { origin } });
    return headers['access-control-allow-origin'];
  };
  const preflight = (origin: string, method: string) =>
    running.call({
      method: 'OPTIONS',
      url: '/cbr/cases/one',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,x-api-key',
      },
    });

  it('may read answers when they are listed, each by its exact name', async () => {
    expect(await allowedOrigin(ALLOWED)).toBe(ALLOWED);
    expect(await allowedOrigin('http://localhost:3000')).toBe('http://localhost:3000');
    for (const origin of FOREIGN) expect([origin, await allowedOrigin(origin)]).toEqual([origin, undefined]);
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'may send %s when they are listed, and nothing when they are not',
    async (method) => {
      const allowed = await preflight(ALLOWED, method);
      expect(allowed.headers['access-control-allow-origin']).toBe(ALLOWED);
      expect(String(allowed.headers['access-control-allow-methods']).split(/, */)).toContain(method);
      expect(String(allowed.headers['access-control-allow-headers']).split(/, */)).toContain('x-api-key');
      expect((await preflight('https://evil.example', method)).headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('never get a wildcard origin or credentials, and Vary names Origin, so that caches keep the answers apart', async () => {
    const { headers } = await running.call({ method: 'GET', url: '/health/live', headers: { origin: ALLOWED } });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(String(headers['vary']).toLowerCase()).toContain('origin');
  });

  it('can neither frame, sniff nor script any answer', async () => {
    for (const url of ['/', '/docs', '/openapi.json', '/documents', '/no/such/route', '/metrics']) {
      const { headers } = await running.call({ method: 'GET', url });
      expect([url, headers['x-content-type-options'], headers['x-frame-options']]).toEqual([
        url,
        'nosniff',
        'SAMEORIGIN',
      ]);
      expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });
});
