import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { type OpenApiDocument, operationsOf, type Schema } from './support/open-api.js';

const KEY = 'the-key-of-the-administrator';
const KEYED = { 'x-api-key': KEY };
const ENCODINGS = { br: brotliDecompressSync, gzip: gunzipSync } as const;
/** A name of a member with a secret. */
const SECRET = /^(?:key|secret|token|csrf_token|password)$/u;

describe('the size of answers', () => {
  let running: RunningApplication;
  const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    running.app.getHttpAdapter().getInstance().inject({ method: 'GET', url, headers });

  beforeAll(async () => {
    running = await startApplication();
    for (let i = 0; i < 20; i++)
      await running.post('/documents', {
        document_id: `tides-${i}`,
        title: `Tides of the harbour, part ${i}`,
        text: `High tide of gate ${i} is at six in the morning. The gate closes one hour later.`,
        canonical_path: ['Harbour'],
      });
  });
  afterAll(() => running.stop());

  it.each([
    '/documents?limit=20',
    '/openapi.json',
    '/docs',
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-ui.css',
    '/metrics',
  ])('is smaller for %s where the client takes Brotli or gzip, and the text is the same', async (url) => {
    const plain = await get(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, decompress] of Object.entries(ENCODINGS)) {
      const { headers, rawPayload } = await get(url, { 'accept-encoding': encoding });
      expect(headers['content-encoding']).toBe(encoding);
      expect(String(headers['vary']).toLowerCase()).toContain('accept-encoding');
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      const text = decompress(rawPayload).toString();
      if (url !== '/metrics') expect(text === plain.body).toBe(true);
      else expect(text).toContain('touchstone_documents 20');
    }
  });

  it('is smaller for an answer to a question, but not for an event stream or lines of JSON', async () => {
    const payload = { query: 'When does the gate of the harbour close?', top_k: 20 };
    const send = (options: InjectOptions) => running.app.getHttpAdapter().getInstance().inject(options);
    const headers = { 'accept-encoding': 'br, gzip' };
    const found = await send({ method: 'POST', url: '/search', payload, headers });
    expect(found.headers['content-encoding']).toBe('br');
    const events = await send({
      method: 'POST',
      url: '/chat/run',
      payload: { message: payload.query },
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expect(events.headers['content-type']).toContain('text/event-stream');
    const lines = await get('/audit/export?format=jsonl', headers);
    expect(lines.headers['content-type']).toContain('ndjson');
    for (const { headers: sent, body } of [events, lines]) {
      expect(sent['content-encoding']).toBeUndefined();
      expect(body.length).toBeGreaterThan(1024);
    }
  });

  it('stays below 1 kB, and for a client that names no encoding', async () => {
    expect((await get('/health/live', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    expect((await get('/openapi.json', { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined();
  });

  it('takes no compressed bodies, which could be of any size', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const sent = {
      method: 'POST' as const,
      url: '/search',
      payload: gzipSync(JSON.stringify({ query: 'x' })),
      headers,
    };
    expect((await running.app.getHttpAdapter().getInstance().inject(sent)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('is 304 for a client that has the version', async () => {
    for (const url of ['/', '/openapi.json', '/docs', '/documents?limit=20', '/docs/swagger-ui-bundle.js']) {
      const { headers } = await get(url, { 'accept-encoding': 'br' });
      const etag = String(headers['etag']);
      expect(etag).toMatch(/^(?:W\/)?"[^"]{8,}"$/u);
      for (const known of [etag, `"other", ${etag}`]) {
        const again = await get(url, { 'if-none-match': known });
        expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
      }
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    }
  });

  it('is not asked for again for a script with the name of its content', async () => {
    const [script = ''] = readdirSync(path.join(projectRoot(), 'dist', 'web', 'assets')).filter((one) =>
      /\.js$/u.test(one),
    );
    expect(script).not.toBe('');
    const { headers } = await get(`/assets/${script}`, { 'accept-encoding': 'br' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBe('br');
  });
});

describe('what belongs to a caller', () => {
  let running: RunningApplication;
  let document: OpenApiDocument;
  const send = (options: InjectOptions): Promise<LightMyRequestResponse> =>
    running.app.getHttpAdapter().getInstance().inject(options);
  beforeAll(async () => {
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: KEY,
      PUBLIC_URL: 'https://answers.example',
    });
    document = (await running.call({ method: 'GET', url: '/openapi.json', headers: KEYED })).json();
  });
  afterAll(() => running.stop());

  it('is stored by no cache, on any route, whether it is given or refused', async () => {
    const open = new Set(['/health/live', '/health/ready']);
    const stored: string[] = [];
    for (const { method, path: template, url } of operationsOf(document)) {
      if (open.has(template) || template.startsWith('/.well-known')) continue;
      for (const headers of [{}, KEYED]) {
        // A changing request without a body changes nothing that the next one needs.
        if (method !== 'GET' && headers === KEYED) continue;
        const { headers: sent } = await send({ method, url, headers });
        if (!/\bno-store\b/u.test(String(sent['cache-control']))) stored.push(`${method} ${url}`);
      }
    }
    expect(stored).toEqual([]);
    for (const url of ['/openapi.json', '/docs', '/']) {
      const { headers } = await send({ method: 'GET', url });
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  it('is not compressed together with a new secret, on any route that shows one', async () => {
    const names = (schema: Schema): string[] => {
      const own = schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
      return [...Object.keys(own?.properties ?? {}), ...(own?.allOf ?? []).flatMap(names)];
    };
    const showing = operationsOf(document).filter(({ operation }) =>
      Object.values(operation.responses as Record<string, { content?: Record<string, { schema: Schema }> }>).some(
        ({ content }) => names(content?.['application/json']?.schema ?? {}).some((name) => SECRET.test(name)),
      ),
    );
    expect(showing.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /api-keys', 'POST /webhooks', 'GET /auth/session']),
    );
    const paths = Array.from({ length: 40 }, (_, i) => [`A category of the harbour with number ${i}`]);
    const headers = { ...KEYED, 'accept-encoding': 'br, gzip' };
    const payload = { name: 'long', scopes: ['query'], allowed_category_paths: paths };
    const made = await send({ method: 'POST', url: '/api-keys', payload, headers });
    expect([made.statusCode, made.headers['content-encoding']]).toEqual([201, undefined]);
    const { id } = made.json<{ id: string }>();
    const again = await send({ method: 'POST', url: `/api-keys/${id}/rotate`, headers });
    expect([again.statusCode, again.headers['content-encoding']]).toEqual([200, undefined]);
    const shown = await send({ method: 'GET', url: '/api-keys', headers });
    expect(shown.headers['content-encoding']).toBe('br');
    const compressed = showing.filter(({ operation }) => operation['x-shows-secret'] !== true);
    expect(compressed.map(({ name }) => name)).toEqual([]);
  });

  it('comes over TLS only where the server is known by an https address', async () => {
    const { headers } = await send({ method: 'GET', url: '/health/live' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const plain = await startApplication({ PUBLIC_URL: 'http://answers.example' });
    const answer = await plain.call({ method: 'GET', url: '/health/live' });
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    await plain.stop();
  });
});

describe('the documentation of the API', () => {
  const URLS = ['/docs', '/docs/', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui-init.js', '/openapi.json'];
  async function statuses(settings: Record<string, string>, headers: Record<string, string> = {}): Promise<number[]> {
    const running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY, ...settings });
    const { app } = running;
    const made = await running.post('/api-keys', { name: 'reader', scopes: ['query'] }, KEYED);
    const keyed = Object.fromEntries(Object.entries(headers).map(([name]) => [name, String(made.json().key)]));
    const sent = URLS.map((url) => app.getHttpAdapter().getInstance().inject({ method: 'GET', url, headers: keyed }));
    const all = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    await running.stop();
    return all;
  }

  it('is for everybody unless API_DOCS says otherwise', async () => {
    expect(await statuses({})).toEqual([200, 301, 200, 200, 200]);
  });

  it('is for whoever has a key with API_DOCS=keys', async () => {
    const [page, , ...files] = await statuses({ API_DOCS: 'keys' });
    expect([page, ...files]).toEqual([401, 401, 401, 401]);
    expect(await statuses({ API_DOCS: 'keys' }, { 'x-api-key': 'made' })).toEqual([200, 301, 200, 200, 200]);
  });

  it('is for nobody with API_DOCS=off', async () => {
    expect(await statuses({ API_DOCS: 'off' }, { 'x-api-key': 'made' })).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('pages on localhost', () => {
  it('may neither read nor write by default', async () => {
    const running = await startApplication();
    for (const origin of ['http://localhost:3000', 'http://localhost:3001', 'https://app.example']) {
      const read = await running.call({ method: 'GET', url: '/documents', headers: { origin } });
      expect(read.headers['access-control-allow-origin']).toBeUndefined();
      const written = await running.post('/search', { query: 'tides' }, { origin });
      expect(written.statusCode).toBe(403);
    }
    await running.stop();
  });
});
