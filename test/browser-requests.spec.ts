import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { type RunningApplication, startApplication } from './support/application.js';
import { openApiDocument, operationsOf } from './support/open-api.js';

const FOREIGN_HOST = 'evil.example';
const FOREIGN_ORIGIN = 'https://evil.example';
const ALLOWED_ORIGIN = 'https://desk.example';
/** Routes that no document lists. */
const OTHER_URLS = ['/', '/pages/documents', '/assets/app.js', '/docs', '/docs/swagger-ui-init.js', '/openapi.json'];
const PROBES = ['/health/live', '/health/ready'];
const READING = ['GET', 'HEAD', 'OPTIONS'] as const;

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly url: string;
}

let running: RunningApplication;
afterEach(() => running.stop());

/** Every route of the document, with HEAD and OPTIONS, the pages, the files, and names that lead nowhere. */
async function everyRoute(): Promise<Asked[]> {
  const documented = operationsOf(await openApiDocument(running)).map(({ method, url }) => ({ method, url }));
  const urls = [...new Set(documented.map(({ url }) => url)), ...OTHER_URLS, '/metrics', '/no/such/route', '/mcp'];
  const more = urls.flatMap((url) => READING.map((method) => ({ method, url })));
  const unknown = (['POST', 'PUT', 'DELETE', 'PATCH'] as const).map((method) => ({ method, url: '/no/such/route' }));
  return [...documented, ...more, ...unknown];
}

/** `POST /documents -> 403`, for messages. */
async function outcomes(asked: readonly Asked[], headers: Readonly<Record<string, string>>): Promise<string[]> {
  const seen: string[] = [];
  for (const { method, url } of asked) {
    const { statusCode } = await running.call({ method, url, headers: { ...headers } });
    seen.push(`${method} ${url} -> ${statusCode}`);
  }
  return seen;
}

const isReading = ({ method }: Asked) => READING.some((each) => each === method);

/** Status and body of a request that is written byte by byte, as no client library would. */
async function raw(head: string): Promise<{ status: number; text: string }> {
  if (!running.app.getHttpServer().listening) await running.app.listen(0, '127.0.0.1');
  const { port } = running.app.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nconnection: close\r\n\r\n`));
    socket.on('data', (bytes) => (text += String(bytes)));
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
  });
}

describe('a request with a foreign Host', () => {
  it('is refused by every route but the probes, for every method', async () => {
    running = await startApplication();
    const asked = (await everyRoute()).filter(({ url }) => !PROBES.includes(url));
    expect(asked.length).toBeGreaterThan(150);
    const seen = await outcomes(asked, { host: `${FOREIGN_HOST}:8001` });
    expect(seen.filter((line) => !line.endsWith('-> 403'))).toEqual([]);
  });

  it('reaches the probes', async () => {
    running = await startApplication();
    const asked = PROBES.map((url) => ({ method: 'GET' as const, url }));
    expect(await outcomes(asked, { host: FOREIGN_HOST })).toEqual([
      'GET /health/live -> 200',
      'GET /health/ready -> 200',
    ]);
  });

  it('is refused with keys too, before the key is read, in a problem that names the setting', async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'The-Key-Of-The-Administrator-1' });
    for (const key of ['The-Key-Of-The-Administrator-1', 'a-guess']) {
      const answer = await running.call({
        method: 'GET',
        url: '/documents',
        headers: { host: FOREIGN_HOST, 'x-api-key': key },
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.headers['x-request-id']).toBeDefined();
      expect(answer.json()).toMatchObject({
        type: 'urn:touchstone:problem:host',
        status: 403,
        detail: expect.stringMatching(/evil\.example.*ALLOWED_HOSTS.*PUBLIC_URL/),
      });
    }
  });

  it('is refused before its body is parsed and before the limit of requests', async () => {
    running = await startApplication({ RATE_LIMIT_PER_MINUTE: '1' });
    for (let i = 0; i < 3; i++) {
      const answer = await running.call({
        method: 'POST',
        url: '/documents',
        headers: { host: FOREIGN_HOST, 'content-type': 'application/json' },
        payload: '{ not json',
      });
      expect(answer.statusCode).toBe(403);
    }
    expect((await running.call({ method: 'GET', url: '/documents' })).statusCode).toBe(200);
  });

  it('is refused as an address of the request line, as a second Host, and in an upgrade', async () => {
    running = await startApplication();
    const foreign = [
      'GET http://evil.example/documents HTTP/1.1\r\nhost: localhost',
      'GET /documents HTTP/1.1\r\nhost: localhost\r\nhost: evil.example',
      'GET /documents HTTP/1.1\r\nhost: evil.example\r\nhost: localhost',
      'GET /documents HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade\r\nupgrade: websocket',
      'GET /documents HTTP/1.1\r\nhost: localhost@evil.example',
      'GET /documents HTTP/1.1\r\nhost: localhost,evil.example',
      'GET /documents HTTP/1.1\r\nhost: localhost%2eevil.example',
      'GET /documents HTTP/1.1\r\nhost: localhost:80:80',
      'GET /documents HTTP/1.1\r\nhost: ',
      'GET /documents HTTP/1.1',
      'GET /documents HTTP/1.0',
      'GET http://evil.example/health/live/../../documents HTTP/1.1\r\nhost: localhost',
    ];
    for (const head of foreign) {
      const { status, text } = await raw(head);
      expect([head, status]).toEqual([head, 403]);
      expect(text).toContain('application/problem+json');
    }
  });
});

describe('a request with a Host of this machine', () => {
  const interfaceAddresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*$/, '')}]` : address));

  it.each([
    'localhost',
    'LOCALHOST:8001',
    'localhost.',
    'localhost.:9',
    '127.0.0.1:8001',
    '127.9.9.9',
    '[::1]:8001',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    hostname(),
    `${hostname().toUpperCase()}:80`,
    ...interfaceAddresses,
  ])('is answered: %s', async (host) => {
    running = await startApplication();
    expect((await running.call({ method: 'GET', url: '/documents', headers: { host } })).statusCode).toBe(200);
  });

  it('is answered under the names that the settings add, and under no name that only looks like them', async () => {
    running = await startApplication({
      ALLOWED_HOSTS: 'Rag.Example.org, 192.0.2.7, 도서관.example',
      PUBLIC_URL: 'https://public.example:8443/rag',
      HOST: 'listens.example',
      ALLOW_ANONYMOUS: 'true',
    });
    const status = async (host: string) =>
      (await running.call({ method: 'GET', url: '/documents', headers: { host } })).statusCode;
    const named = ['rag.example.org', 'rag.example.org.:443', '192.0.2.7:80', 'public.example', 'listens.example'];
    named.push(new URL('http://도서관.example').hostname);
    for (const host of named) expect([host, await status(host)]).toEqual([host, 200]);
    const foreign = ['rag.example.org.evil.example', 'evil-rag.example.org', 'x.rag.example.org', '192.0.2.77'];
    for (const host of [...foreign, 'localhost.evil.example', '127.0.0.1.evil.example', 'localhostx', '128.0.0.1'])
      expect([host, await status(host)]).toEqual([host, 403]);
  });
});

describe('a request of a page', () => {
  it.each([
    ['a foreign Origin', { origin: FOREIGN_ORIGIN }],
    ['an Origin of null', { origin: 'null' }],
    ['an Origin of another port', { origin: 'http://localhost:8080' }],
    ['an Origin of another scheme', { origin: 'https://localhost:80' }],
    ['an empty Origin', { origin: '' }],
    [
      'an Origin that is foreign, where Sec-Fetch-Site is not',
      { origin: FOREIGN_ORIGIN, 'sec-fetch-site': 'same-origin' },
    ],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: Cross-Site', { 'sec-fetch-site': 'Cross-Site' }],
  ])('with %s changes nothing on any route, and is not rejected on a reading request', async (_name, headers) => {
    running = await startApplication();
    const asked = await everyRoute();
    const [reading, changing] = [asked.filter(isReading), asked.filter((each) => !isReading(each))];
    expect(changing.length).toBeGreaterThan(40);
    const refused = await outcomes(changing, headers);
    expect(refused.filter((line) => !line.endsWith('-> 403'))).toEqual([]);
    const answered = await outcomes(reading, headers);
    expect(answered.filter((line) => line.endsWith('-> 403'))).toEqual([]);
  });

  it.each([
    ['a picture', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a script’s request', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: FOREIGN_ORIGIN }],
  ])(
    'of another site loads nothing in the background: %s costs no search and no place in the limit',
    async (_, headers) => {
      running = await startApplication({ RATE_LIMIT_PER_MINUTE: '3' });
      for (let i = 0; i < 5; i++)
        expect((await running.call({ method: 'GET', url: '/documents', headers })).statusCode).toBe(403);
      const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
      expect((await running.call({ method: 'GET', url: '/documents', headers: own })).statusCode).toBe(200);
    },
  );

  it('of another site may link to a page of this server', async () => {
    running = await startApplication();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await running.call({ method: 'GET', url: '/', headers })).statusCode).toBe(200);
  });

  it('with a foreign Origin is refused before its body and its key, in a problem that names the setting', async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'The-Key-Of-The-Administrator-1' });
    const answer = await running.call({
      method: 'POST',
      url: '/documents',
      headers: { origin: FOREIGN_ORIGIN, 'content-type': 'application/json' },
      payload: '{ not json',
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      type: 'urn:touchstone:problem:origin',
      detail: expect.stringMatching(/https:\/\/evil\.example.*CORS_ALLOWED_ORIGINS/),
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may change things from its own origin, from a listed one, from a typed address, and as a program', async () => {
    running = await startApplication({
      CORS_ALLOWED_ORIGINS: ALLOWED_ORIGIN,
      PUBLIC_URL: 'https://rag.example.org/rag',
    });
    const mine: readonly Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost' },
      { host: '127.0.0.1:8001', origin: 'http://127.0.0.1:8001', 'sec-fetch-site': 'same-origin' },
      { host: '[::1]:8001', origin: 'http://[::1]:8001' },
      { host: 'rag.example.org', origin: 'https://rag.example.org' },
      { host: '127.0.0.1:8001', origin: 'https://rag.example.org', 'sec-fetch-site': 'same-origin' },
      { origin: ALLOWED_ORIGIN, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of mine) {
      const { statusCode } = await running.post('/search', { query: 'fees' }, headers);
      expect([headers, statusCode]).toEqual([headers, 200]);
    }
  });

  it('gets no answer as a script, a style or an image of another page', async () => {
    running = await startApplication();
    const asked = (await everyRoute()).filter(isReading);
    for (const { method, url } of asked) {
      const { headers } = await running.call({ method, url, headers: { 'sec-fetch-site': 'cross-site' } });
      expect([url, headers['x-content-type-options'], headers['cross-origin-resource-policy']]).toEqual([
        url,
        'nosniff',
        'same-origin',
      ]);
    }
  });

  it('cannot name another method than its own', async () => {
    running = await startApplication();
    await running.post('/documents', { document_id: 'a', title: 'A', text: 'One text.', canonical_path: ['A'] });
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      await running.call({ method: 'GET', url: '/documents/a?_method=DELETE', headers: { [name]: 'DELETE' } });
    expect((await running.call({ method: 'GET', url: '/documents/a' })).statusCode).toBe(200);
  });
});

describe('an answer that refuses', () => {
  it('says which way of authentication it takes (401)', async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'The-Key-Of-The-Administrator-1' });
    const asked = (await everyRoute()).filter(({ method }) => method !== 'OPTIONS');
    const refused: string[] = [];
    for (const { method, url } of asked) {
      const answer = await running.call({ method, url });
      if (answer.statusCode !== 401) continue;
      refused.push(url);
      expect([url, answer.headers['www-authenticate']]).toEqual([url, 'Bearer realm="touchstone"']);
    }
    expect(refused.length).toBeGreaterThan(60);
  });

  it('says which methods the route takes (405)', async () => {
    running = await startApplication();
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await running.call({ method, url: '/mcp' });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    }
  });
});
