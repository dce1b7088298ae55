import type { LightMyRequestResponse } from 'fastify';
import { type RunningApplication, startApplication } from './support/application.js';
import { OpenIdServer, type TokenParts } from './support/openid-server.js';
import { Browser, PUBLIC_URL, signInSettings } from './support/signed-in-browser.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const KEYS = { AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] };
const RESOURCE = `${PUBLIC_URL}/mcp`;
const METADATA = '/.well-known/oauth-protected-resource';
const STAFF = { provider_group: 'staff', scopes: ['query'], allowed_category_paths: null, groups: [] };
const HOUR_S = 3_600;
const nowS = () => Math.floor(Date.now() / 1000);

const provider = new OpenIdServer();
beforeAll(() => provider.start());
afterAll(() => provider.stop());

async function started(settings: Readonly<Record<string, string>> = {}): Promise<RunningApplication> {
  const running = await startApplication({ ...KEYS, ...signInSettings(provider), ...settings });
  for (const [id, groups] of [
    ['open', []],
    ['pay', ['payroll']],
  ] as const)
    await running.post(
      '/documents',
      { document_id: id, title: id, text: `The ${id} list is kept in a drawer.`, canonical_path: ['Desk', id], groups },
      ADMIN,
    );
  await map(running, [STAFF]);
  return running;
}

async function map(running: RunningApplication, rules: readonly object[]): Promise<void> {
  const { version } = (await running.call({ method: 'GET', url: '/group-mapping', headers: ADMIN })).json();
  const payload = { base_version: version, rules };
  const changed = await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
  expect(changed.statusCode).toBe(200);
}

function callTool(
  running: RunningApplication,
  headers: Readonly<Record<string, string>>,
  name = 'search',
  args: object = { query: 'Which list is kept?' },
): Promise<LightMyRequestResponse> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return running.post('/mcp', message, { accept: 'application/json, text/event-stream', ...headers });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** The documents that a search with this token finds, or the status of the refusal. */
async function found(running: RunningApplication, token: string): Promise<string[]> {
  const answer = await callTool(running, bearer(token));
  if (answer.statusCode !== 200) return [String(answer.statusCode)];
  const { results } = JSON.parse(answer.json().result.content[0].text);
  return results.map((hit: { title: string }) => hit.title).sort();
}
const challengeOf = (answer: LightMyRequestResponse) => String(answer.headers['www-authenticate']);

describe('without a provider', () => {
  it('/mcp takes keys alone, and describes no resource', async () => {
    const running = await startApplication(KEYS);
    const answer = await callTool(running, {});
    expect([answer.statusCode, challengeOf(answer)]).toEqual([401, 'Bearer realm="touchstone"']);
    const token = await callTool(running, bearer(provider.accessToken(RESOURCE)));
    expect([token.statusCode, challengeOf(token)]).toEqual([401, 'Bearer realm="touchstone"']);
    for (const path of ['', '/mcp'])
      expect((await running.call({ method: 'GET', url: METADATA + path })).statusCode).toBe(404);
    await running.stop();
  });
});

describe('an access token of the provider', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await started();
  });
  afterAll(() => running.stop());
  beforeEach(async () => {
    provider.tamper = () => undefined;
    provider.person = { sub: 's1', name: 'Minji', groups: ['staff'] };
    await map(running, [STAFF]);
  });

  it('is asked for where a credential is missing, with the address of the description', async () => {
    for (const method of ['POST', 'GET', 'DELETE'] as const) {
      const answer = await running.call({ method, url: '/mcp' });
      expect([method, answer.statusCode, challengeOf(answer)]).toEqual([
        method,
        401,
        `Bearer realm="touchstone", resource_metadata="${PUBLIC_URL}${METADATA}/mcp", scope="openid profile email"`,
      ]);
    }
    const elsewhere = await running.call({ method: 'GET', url: '/documents' });
    expect(challengeOf(elsewhere)).toBe('Bearer realm="touchstone"');
  });

  it('has an issuer that the description names', async () => {
    for (const path of ['', '/mcp']) {
      const answer = await running.call({ method: 'GET', url: METADATA + path });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        {
          resource: RESOURCE,
          resource_name: 'Touchstone',
          authorization_servers: [provider.issuer],
          scopes_supported: ['openid', 'profile', 'email'],
          bearer_methods_supported: ['header'],
        },
      ]);
    }
    expect((await running.call({ method: 'GET', url: `${METADATA}/documents` })).statusCode).toBe(404);
  });

  it('shows what the groups of its person give at each request', async () => {
    const token = provider.accessToken(RESOURCE);
    expect(await found(running, token)).toEqual(['open']);
    await map(running, [{ ...STAFF, groups: ['payroll'] }]);
    expect(await found(running, token)).toEqual(['open', 'pay']);
    await map(running, [{ ...STAFF, allowed_category_paths: [['Desk', 'pay']] }]);
    expect(await found(running, token)).toEqual([]);
    await map(running, [{ ...STAFF, scopes: ['ingest'] }]);
    expect(await found(running, token)).toEqual(['403']);
    await map(running, []);
    expect(await found(running, token)).toEqual(['403']);
  });

  it('acts for the person who signs in with a browser', async () => {
    provider.person = { sub: 's6', name: 'Dana', groups: ['staff'] };
    const asked = await callTool(running, bearer(provider.accessToken(RESOURCE)), 'ask', {
      message: 'Where is the open list kept?',
    });
    const { conversation_id: id } = asked.json().result.structuredContent;
    const browser = new Browser(running);
    await browser.signIn();
    expect((await browser.get(`/conversations/${id}`)).statusCode).toBe(200);
    provider.person = { sub: 's2', name: 'Jun', groups: ['staff'] };
    await browser.signIn();
    expect((await browser.get(`/conversations/${id}`)).statusCode).toBe(404);
    const log = await running.call({ method: 'GET', url: '/audit?action=ask&limit=500', headers: ADMIN });
    expect(log.json().items.map((entry: { caller_name: string }) => entry.caller_name)).toEqual(['Dana']);
  });

  it('counts less than a newer statement of the provider, and more than an older one', async () => {
    provider.person = { sub: 's3', groups: ['staff'] };
    const earlier = provider.accessToken(RESOURCE, { iat: nowS() - 200 });
    const later = provider.accessToken(RESOURCE, { iat: nowS() - 100, groups: ['others'] });
    const latest = provider.accessToken(RESOURCE, { iat: nowS() - 50 });
    expect(await found(running, earlier)).toEqual(['open']);
    expect(await found(running, later)).toEqual(['403']);
    expect(await found(running, earlier)).toEqual(['403']);
    expect(await found(running, latest)).toEqual(['open']);
    expect(await found(running, later)).toEqual(['open']);
    provider.person = { sub: 's3', groups: [] };
    await new Browser(running).signIn();
    expect(await found(running, latest)).toEqual(['403']);
  });

  it('without a claim of the groups has those of the last sign-in, and none before the first', async () => {
    provider.person = { sub: 's4', groups: ['staff'] };
    const token = provider.accessToken(RESOURCE, { groups: undefined });
    expect(await found(running, token)).toEqual(['403']);
    await new Browser(running).signIn();
    expect(await found(running, token)).toEqual(['open']);
  });

  it('is refused from the next request on when an administrator ends the access of its person', async () => {
    provider.person = { sub: 's5', name: 'Sora', groups: ['staff'] };
    const token = provider.accessToken(RESOURCE);
    expect(await found(running, token)).toEqual(['open']);
    const users = (await running.call({ method: 'GET', url: '/users?limit=100', headers: ADMIN })).json().items;
    const { id } = users.find((user: { subject: string }) => user.subject === 's5');
    const change = (active: boolean) =>
      running.call({ method: 'PATCH', url: `/users/${id}`, headers: ADMIN, payload: { active } });
    await change(false);
    const refused = await callTool(running, bearer(provider.accessToken(RESOURCE, { iat: nowS() + 1 })));
    expect([refused.statusCode, challengeOf(refused)]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    await change(true);
    expect(await found(running, token)).toEqual(['open']);
  });

  const claim = (name: string, value: unknown) => ({
    tamper: ({ claims }: TokenParts) => void (claims[name] = value),
  });
  it.each<[string, { readonly tamper: (token: TokenParts) => void }]>([
    ['another key', { tamper: (token) => void (token.signedBy = 'other') }],
    ['no signature', { tamper: (token) => void (token.signedBy = 'nobody') }],
    ['the algorithm none', { tamper: ({ header }) => void (header['alg'] = 'none') }],
    ['a symmetric algorithm', { tamper: ({ header }) => void (header['alg'] = 'HS256') }],
    ['a key that the provider does not publish', { tamper: ({ header }) => void (header['kid'] = 'key-9') }],
    ['another type', { tamper: ({ header }) => void (header['typ'] = 'logout+jwt') }],
    ['another issuer', claim('iss', 'https://evil.example')],
    ['another resource', claim('aud', `${PUBLIC_URL}/other`)],
    ['the whole server as audience', claim('aud', PUBLIC_URL)],
    ['the client of the sign-in as audience', claim('aud', 'touchstone')],
    ['no audience', claim('aud', undefined)],
    ['an end that has passed', claim('exp', nowS() - HOUR_S)],
    ['no end', claim('exp', undefined)],
    ['a start in the future', claim('nbf', nowS() + HOUR_S)],
    ['a time of issue in the future', claim('iat', nowS() + HOUR_S)],
    ['no subject', claim('sub', undefined)],
    ['an empty subject', claim('sub', '')],
    ['a blank subject', claim('sub', '  ')],
    ['a number as subject', claim('sub', 5)],
    ['a list as subject', claim('sub', ['s1'])],
    ['a time of issue before all times', claim('iat', -1e300)],
    ['a long subject', claim('sub', 's'.repeat(300))],
    ['the mark of an ID token', claim('at_hash', 'x')],
    ['a proof that it is bound to', claim('cnf', { jkt: 'x' })],
  ])('with %s is refused', async (_what, { tamper }) => {
    provider.tamper = tamper;
    const answer = await callTool(running, bearer(provider.accessToken(RESOURCE)));
    expect([answer.statusCode, challengeOf(answer)]).toEqual([
      401,
      expect.stringContaining(`error="invalid_token", resource_metadata="${PUBLIC_URL}${METADATA}/mcp"`),
    ]);
  });

  it.each([
    ['among other audiences', { aud: ['https://other.example', RESOURCE] }],
    ['with the host in capitals', { aud: RESOURCE.replace('answers', 'ANSWERS') }],
    ['a moment after its end, for clocks that differ', { exp: nowS() - 1 }],
  ])('is accepted for the resource %s', async (_what, change) => {
    expect(await found(running, provider.accessToken(RESOURCE, change))).toEqual(['open']);
  });

  it('of a provider that gives it no type is accepted', async () => {
    provider.tamper = ({ header }) => void (header['typ'] = 'JWT');
    expect(await found(running, provider.accessToken(RESOURCE))).toEqual(['open']);
  });

  it('opens no other route, and is not taken as X-API-Key', async () => {
    const token = provider.accessToken(RESOURCE);
    for (const [url, headers] of [
      ['/documents', bearer(token)],
      ['/v1/models', bearer(token)],
      ['/documents', { 'x-api-key': token }],
      ['/mcp', { 'x-api-key': token }],
    ] as const)
      expect([url, (await running.call({ method: 'GET', url, headers })).statusCode]).toEqual([url, 401]);
  });

  it('leaves keys as they are; a wrong one is refused with the same advice', async () => {
    expect((await callTool(running, bearer(ADMIN['x-api-key']))).statusCode).toBe(200);
    expect((await callTool(running, ADMIN)).statusCode).toBe(200);
    const wrong = await callTool(running, bearer('ts_000000000000_wrong'));
    expect([wrong.statusCode, challengeOf(wrong)]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  });
});

describe('the settings of access tokens', () => {
  beforeEach(() => {
    provider.tamper = () => undefined;
    provider.person = { sub: 's1', name: 'Minji', groups: ['staff'] };
  });

  it('name scopes that a token needs', async () => {
    const running = await started({ MCP_SCOPES: 'read:docs mcp', OIDC_SCOPES: 'openid offline_access' });
    const lacking = await callTool(running, bearer(provider.accessToken(RESOURCE, { scope: 'openid mcp' })));
    expect([lacking.statusCode, challengeOf(lacking)]).toEqual([
      403,
      `Bearer realm="touchstone", error="insufficient_scope", resource_metadata="${PUBLIC_URL}${METADATA}/mcp", scope="read:docs mcp"`,
    ]);
    expect(lacking.json().detail).toContain('read:docs mcp');
    expect(await found(running, provider.accessToken(RESOURCE, { scope: 'mcp openid read:docs' }))).toEqual(['open']);
    expect(await found(running, provider.accessToken(RESOURCE, { scp: ['mcp', 'read:docs'] }))).toEqual(['open']);
    await running.stop();
  });

  it('leave the scope of refresh tokens to the client', async () => {
    const running = await started({ OIDC_SCOPES: 'openid groups offline_access' });
    const { scopes_supported } = (await running.call({ method: 'GET', url: METADATA })).json();
    expect(scopes_supported).toEqual(['openid', 'groups']);
    await running.stop();
  });

  it('give the resource the path of PUBLIC_URL', async () => {
    const running = await started({ PUBLIC_URL: `${PUBLIC_URL}/rag/` });
    const answer = await running.call({ method: 'POST', url: '/rag/mcp' });
    expect(challengeOf(answer)).toContain(`resource_metadata="${PUBLIC_URL}/rag${METADATA}/mcp"`);
    for (const url of [`/rag${METADATA}/mcp`, `${METADATA}/rag/mcp`, METADATA])
      expect((await running.call({ method: 'GET', url })).json().resource).toBe(`${PUBLIC_URL}/rag/mcp`);
    expect(await found(running, provider.accessToken(`${PUBLIC_URL}/rag/mcp`))).toEqual(['open']);
    expect(await found(running, provider.accessToken(RESOURCE))).toEqual(['401']);
    await running.stop();
  });

  it('end the access by the directory too', async () => {
    const running = await started({ SCIM_TOKEN: 'the-token-of-the-directory-1' });
    const scim = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
      running.call({
        method,
        url,
        headers: { authorization: 'Bearer the-token-of-the-directory-1', 'content-type': 'application/scim+json' },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      });
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    const person = (await scim('POST', '/scim/v2/Users', { schemas, userName: 'dana', externalId: 's1' })).json();
    expect(await found(running, provider.accessToken(RESOURCE))).toEqual(['open']);
    await scim('DELETE', `/scim/v2/Users/${person.id}`);
    expect(await found(running, provider.accessToken(RESOURCE))).toEqual(['401']);
    await running.stop();
  });

  it('let a valid token in after too many wrong ones from its address', async () => {
    const running = await started({ RATE_LIMIT_PER_MINUTE: '4' });
    const wrong = provider.accessToken(`${PUBLIC_URL}/other`);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await callTool(running, bearer(wrong))).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    expect(await found(running, provider.accessToken(RESOURCE))).toEqual(['open']);
    await running.stop();
  });

  it('refuse for now while the keys of the provider cannot be read', async () => {
    const other = new OpenIdServer();
    const issuer = await other.start();
    const running = await started({ OIDC_ISSUER: issuer });
    const token = other.accessToken(RESOURCE, { groups: ['staff'] });
    await other.stop();
    const answer = await callTool(running, bearer(token));
    expect([answer.statusCode, answer.headers['retry-after'] !== undefined]).toEqual([503, true]);
    await running.stop();
  });
});
