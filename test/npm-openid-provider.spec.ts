import type { LightMyRequestResponse } from 'fastify';
import { AccessDatabase } from '../src/shared/infrastructure/database/databases.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { NpmOpenIdProvider, ProviderVisitor } from './support/npm-openid-provider.js';
import { Browser, PUBLIC_URL } from './support/signed-in-browser.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

/** A server whose people sign in at a provider whose clock is ahead by this. */
async function start(aheadMs: number): Promise<{ provider: NpmOpenIdProvider; running: RunningApplication }> {
  const provider = new NpmOpenIdProvider();
  await provider.start({ aheadMs });
  const running = await startApplication({
    AUTH_MODE: 'api-key',
    ADMIN_API_KEY: ADMIN['x-api-key'],
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_SCOPES: 'openid profile email groups',
  });
  const rule = { provider_group: 'staff', scopes: ['query'], allowed_category_paths: null, groups: [] };
  const payload = { base_version: 0, rules: [rule] };
  await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
  await provider.setGroups('minji', ['staff', 'others']);
  return { provider, running };
}

async function signIn(browser: Browser, visitor: ProviderVisitor): Promise<LightMyRequestResponse> {
  const started = await browser.get('/auth/login?return_to=/pages/ask');
  const back = await visitor.signIn(String(started.headers.location), 'minji');
  expect(back.origin).toBe(PUBLIC_URL);
  const answer = await browser.get(back.pathname + back.search);
  browser.csrfToken = (await browser.get('/auth/session')).json().csrf_token ?? '';
  return answer;
}

describe('a person of the provider oidc-provider', () => {
  let provider: NpmOpenIdProvider;
  let running: RunningApplication;
  beforeAll(async () => {
    ({ provider, running } = await start(0));
  });
  afterAll(async () => {
    await running.stop();
    await provider.stop();
  });
  /** The groups are due to be read again. */
  const ages = () =>
    running.app
      .get(AccessDatabase, { strict: false })
      .writer.prepare('UPDATE user_sessions SET confirmed_at = ?')
      .run(new Date(Date.now() - 6 * 60_000).toISOString());
  const status = async (browser: Browser) => (await browser.get('/documents')).statusCode;

  it('signs in with the groups of the claim, and signs out here and there', async () => {
    const [browser, visitor] = [new Browser(running), new ProviderVisitor(provider.issuer)];
    const answer = await signIn(browser, visitor);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${PUBLIC_URL}/pages/ask`]);
    const { person } = (await browser.get('/auth/session')).json();
    expect(person).toMatchObject({ name: 'Person minji', email: 'minji@example.org', scopes: ['query'] });
    const [user] = (await running.call({ method: 'GET', url: '/users', headers: ADMIN })).json().items;
    expect(user).toMatchObject({ issuer: provider.issuer, subject: 'minji', provider_groups: ['staff', 'others'] });
    const { provider_url: url } = (await browser.post('/auth/logout', {})).json();
    expect(await status(browser)).toBe(401);
    expect((await visitor.signOut(url))?.href).toBe(`${PUBLIC_URL}/`);
  });

  it('follows changed groups by the refresh token, which is another one each time', async () => {
    const [browser, visitor] = [new Browser(running), new ProviderVisitor(provider.issuer)];
    await signIn(browser, visitor);
    for (const [groups, expected] of [
      [[], 403],
      [['staff'], 200],
      [['guests'], 403],
      [['staff', 'others'], 200],
    ] as const) {
      await provider.setGroups('minji', groups);
      ages();
      expect(await status(browser)).toBe(expected);
    }
  });

  it('loses the session here after signing out at the provider', async () => {
    const [browser, visitor] = [new Browser(running), new ProviderVisitor(provider.issuer)];
    await signIn(browser, visitor);
    expect(await status(browser)).toBe(200);
    await visitor.signOut('/session/end');
    ages();
    expect(await status(browser)).toBe(401);
  });
});

describe('a provider whose clock differs', () => {
  it.each([
    // The ID token lives 10 s; 30 s of difference are tolerated, for its time of issue as well.
    [600, 401],
    [20, 303],
    [-20, 303],
    [-120, 401],
  ])('by %d s answers a sign-in with %d', async (seconds, expected) => {
    const { provider, running } = await start(seconds * 1000);
    try {
      expect((await signIn(new Browser(running), new ProviderVisitor(provider.issuer))).statusCode).toBe(expected);
    } finally {
      await running.stop();
      await provider.stop();
    }
  });
});
