import { ModulesContainer } from '@nestjs/core';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { SCOPES } from '../src/access/domain/caller.js';
import { ACCESS_METADATA, type AccessRule } from '../src/access/interface/access.decorators.js';
import { type OpenApiDocument, openApiDocument, operationsOf, type Operation } from './support/open-api.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN_KEY = 'The-Key-Of-The-Administrator-1';
const PUBLIC_OPERATIONS = [
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  // A person who signs in has no key yet; test/sign-in.spec.ts says what these routes refuse.
  'GET /auth/session',
  'POST /auth/logout',
];
const PUBLIC_PAGES = ['/', '/docs', '/openapi.json'];

describe('access with AUTH_MODE=api-key', () => {
  let running: RunningApplication;
  let document: OpenApiDocument;
  let operations: Operation[];

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN_KEY });
    document = await openApiDocument(running);
    // The routes of the directory take SCIM_TOKEN alone, which test/scim.spec.ts holds.
    operations = operationsOf(document).filter(({ path }) => !path.startsWith('/scim/v2/'));
  });
  afterAll(() => running.stop());

  const isPublic = (operation: Operation) => PUBLIC_OPERATIONS.includes(operation.name);
  /** Statuses of every operation, the ones that are to be listed. */
  async function statuses(
    headers: Record<string, string>,
    lists: (operation: Operation, status: number) => boolean,
  ): Promise<string[]> {
    const listed: string[] = [];
    for (const operation of operations) {
      const { statusCode } = await running.call({ method: operation.method, url: operation.url, headers });
      if (lists(operation, statusCode)) listed.push(`${operation.name}: ${statusCode}`);
    }
    return listed;
  }

  it('was walked over all routes', () => {
    expect(operations.length).toBeGreaterThan(50);
    expect(operations.filter(isPublic)).toHaveLength(PUBLIC_OPERATIONS.length);
  });

  it('answers 401 on every route without a key, except on probes', async () => {
    expect(await statuses({}, (operation, status) => (status === 401) === isPublic(operation))).toEqual([]);
  });

  it('answers 401 on every route with a key that is not known', async () => {
    const headers = { 'x-api-key': `${ADMIN_KEY}2` };
    expect(await statuses(headers, (operation, status) => (status === 401) === isPublic(operation))).toEqual([]);
  });

  it('answers no route with 401 or 403, and none with an unexpected error, to the administrator', async () => {
    const headers = { 'x-api-key': ADMIN_KEY };
    expect(
      await statuses(headers, (_, status) => [401, 403].includes(status) || (status >= 500 && status !== 501)),
    ).toEqual([]);
  });

  it('shows the page and the documentation to everyone', async () => {
    for (const url of PUBLIC_PAGES) {
      expect([url, (await running.call({ method: 'GET', url })).statusCode]).toEqual([url, 200]);
    }
  });

  it('answers HEAD like GET: reports nothing without a key', async () => {
    const told: string[] = [];
    for (const operation of operations.filter((o) => o.method === 'GET' && !isPublic(o))) {
      const { statusCode } = await running.call({ method: 'HEAD', url: operation.url });
      if (![401, 404].includes(statusCode)) told.push(`${operation.url}: ${statusCode}`);
    }
    expect(told).toEqual([]);
  });

  it('has no way round by another spelling of a path', async () => {
    for (const url of ['/index/', '//index', '/INDEX', '/./index', '/%69ndex', '/index;x=1', '/docs/../index']) {
      const { statusCode } = await running.call({ method: 'GET', url });
      expect([url, [401, 404].includes(statusCode)]).toEqual([url, true]);
    }
  });

  describe('a key', () => {
    const status = async (headers: Record<string, string>) =>
      (await running.call({ method: 'GET', url: '/index', headers })).statusCode;

    it.each<Record<string, string>>([
      { 'x-api-key': ADMIN_KEY },
      { 'X-API-Key': ADMIN_KEY },
      { 'X-API-KEY': ADMIN_KEY },
      { authorization: `Bearer ${ADMIN_KEY}` },
      { Authorization: `bearer ${ADMIN_KEY}` },
      { AUTHORIZATION: `BEARER ${ADMIN_KEY}` },
    ])('is known whatever the case of its header: %j', async (headers) => {
      expect(await status(headers)).toBe(200);
    });

    it.each<Record<string, string>>([
      { 'x-api-key': ADMIN_KEY.toLowerCase() },
      { 'x-api-key': ADMIN_KEY.toUpperCase() },
      { 'x-api-key': ADMIN_KEY.slice(0, -1) },
      { 'x-api-key': `${ADMIN_KEY} ${ADMIN_KEY}` },
      { 'x-api-key': '' },
      { 'x-api-key': 'undefined' },
      { authorization: ADMIN_KEY },
      { authorization: `Basic ${Buffer.from(`admin:${ADMIN_KEY}`).toString('base64')}` },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${ADMIN_KEY}, Bearer x` },
    ])('is not known when it is another: %j', async (headers) => {
      expect(await status(headers)).toBe(401);
    });

    it('is refused as a problem that names the headers and never the key', async () => {
      const response = await running.call({ method: 'GET', url: '/index', headers: { 'x-api-key': 'guessed-secret' } });
      expect(response.headers['content-type']).toContain('application/problem+json');
      expect(response.json()).toMatchObject({ status: 401, title: 'Unauthorized', instance: '/index' });
      expect(response.json().detail).toContain('X-API-Key');
      expect(response.body).not.toContain('guessed-secret');
    });

    it('is not taken from the address, where logs would keep it', async () => {
      for (const name of ['api_key', 'key', 'x-api-key', 'access_token']) {
        const url = `/index?${name}=${ADMIN_KEY}`;
        expect((await running.call({ method: 'GET', url })).statusCode).toBe(401);
      }
    });
  });

  it('changes nothing on a refused request', async () => {
    const payload = { title: 'x', text: 'Refused text.', canonical_path: ['A'] };
    expect((await running.post('/documents', payload)).statusCode).toBe(401);
    const headers = { 'x-api-key': ADMIN_KEY };
    expect((await running.call({ method: 'GET', url: '/index', headers })).json().documents).toBe(0);
  });

  it('is in the document: every operation but the probes has a scope and takes either key, or a session with its CSRF token', () => {
    for (const { name, method, operation } of operations.filter((o) => !isPublic(o))) {
      const session = method === 'GET' ? { session: [] } : { session: [], csrf: [] };
      expect([name, operation['x-required-scope']]).toEqual([
        name,
        expect.stringMatching(`^(any|${SCOPES.join('|')})$`),
      ]);
      expect([name, operation.security]).toEqual([
        name,
        expect.arrayContaining([{ key: [] }, { bearer: [] }, session]),
      ]);
      expect([name, Object.keys(operation.responses)]).toEqual([name, expect.arrayContaining(['401'])]);
    }
    for (const { operation } of operations.filter(isPublic)) expect(operation.security).toEqual([]);
    const ofDirectory = operationsOf(document).filter(({ path }) => path.startsWith('/scim/v2/'));
    expect(ofDirectory).toHaveLength(17);
    for (const { operation } of ofDirectory) expect(operation.security).toEqual([{ scim: [] }]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(
      expect.arrayContaining(['key', 'bearer', 'session', 'csrf']),
    );
  });

  it('is named by every handler, also where the document leaves it out', () => {
    const open: string[] = [];
    const ofDirectory = new Set<string>();
    const modules = running.app.get(ModulesContainer);
    const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
    for (const { metatype } of controllers) {
      if (typeof metatype !== 'function') continue;
      for (const key of Object.getOwnPropertyNames(metatype.prototype)) {
        const handler: unknown = metatype.prototype[key];
        if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
        const rule: AccessRule | undefined = Reflect.getMetadata(ACCESS_METADATA, handler);
        const name = `${String(Reflect.getMetadata(PATH_METADATA, metatype))} ${String(Reflect.getMetadata(PATH_METADATA, handler))}`;
        if (rule?.isForDirectory === true) ofDirectory.add(name.split(' ', 1).join(''));
        else if (rule?.isPublic === true) open.push(name);
        else expect([name, rule?.scope]).toEqual([name, expect.stringMatching(`^(any|${SCOPES.join('|')})$`)]);
      }
    }
    // Its routes take SCIM_TOKEN, which test/scim.spec.ts holds, and no other route does.
    expect([...ofDirectory]).toEqual(['scim/v2']);
    expect(open.sort()).toEqual([
      '/ ,pages,pages/*',
      '/.well-known/oauth-protected-resource ,*',
      'auth callback',
      'auth login',
      'auth logout',
      'auth session',
      'health /',
      'health live',
      'health ready',
    ]);
  });
});

describe('access with AUTH_MODE=none', () => {
  it('requires no key, and accepts one', async () => {
    const running = await startApplication();
    try {
      for (const headers of [{}, { 'x-api-key': 'anything at all' }]) {
        expect((await running.call({ method: 'GET', url: '/index', headers })).statusCode).toBe(200);
      }
    } finally {
      await running.stop();
    }
  });
});
