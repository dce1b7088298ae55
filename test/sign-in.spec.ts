import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenRequests } from '../src/access/interface/open-requests.js';
import { SessionStore } from '../src/test-automation/sessions/domain/session-store.js';
import { aSession } from './support/a-session.js';
import { AccessDatabase } from '../src/shared/infrastructure/database/databases.js';
import { OpenIdServer, type TokenParts } from './support/openid-server.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { Browser, PUBLIC_URL, signInSettings } from './support/signed-in-browser.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const HOST = { host: 'answers.example' };
const ALL = { provider_group: 'staff', scopes: ['query'], allowed_category_paths: null, groups: [] };

let provider: OpenIdServer;
let running: RunningApplication;
const settings = () => ({
  AUTH_MODE: 'api-key',
  ADMIN_API_KEY: ADMIN['x-api-key'],
  ...signInSettings(provider),
});

beforeAll(async () => {
  provider = new OpenIdServer();
  await provider.start();
  running = await startApplication(settings());
  await running.app.listen(0, '127.0.0.1');
  for (const [id, groups] of [
    ['open', []],
    ['pay', ['payroll']],
  ] as const)
    await running.post(
      '/documents',
      { document_id: id, title: id, text: `The ${id} list is kept.`, canonical_path: ['Desk', id], groups },
      ADMIN,
    );
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});
beforeEach(async () => {
  provider.tamper = () => undefined;
  provider.person = { sub: 's1', name: 'Minji', groups: ['staff'] };
  await map([ALL]);
});

async function map(rules: readonly object[]): Promise<void> {
  const { version } = (await running.call({ method: 'GET', url: '/group-mapping', headers: ADMIN })).json();
  const changed = await running.call({
    method: 'PUT',
    url: '/group-mapping',
    headers: ADMIN,
    payload: { base_version: version, rules },
  });
  expect(changed.statusCode).toBe(200);
}

async function signedIn(): Promise<Browser> {
  const browser = new Browser(running);
  expect((await browser.signIn()).statusCode).toBe(303);
  return browser;
}
const seen = async (browser: Browser): Promise<string[]> => {
  const answer = await browser.get('/documents');
  return answer.statusCode === 200
    ? answer.json().items.map((each: { document_id: string }) => each.document_id)
    : [String(answer.statusCode)];
};

describe('a person who signs in', () => {
  it('has the groups of the provider read again during a session, and loses it when the provider ends it', async () => {
    provider.givesRefreshTokens = true;
    const browser = await signedIn();
    provider.givesRefreshTokens = false;
    const ages = (minutes: number) =>
      running.app
        .get(AccessDatabase, { strict: false })
        .writer.prepare('UPDATE user_sessions SET confirmed_at = ?')
        .run(new Date(Date.now() - minutes * 60_000).toISOString());
    provider.person = { sub: 's1', name: 'Minji', groups: [] };
    ages(4);
    expect(await seen(browser)).toEqual(['open']);
    ages(6);
    expect(await seen(browser)).toEqual(['403']);
    provider.person = { sub: 's1', name: 'Minji', groups: ['staff'] };
    ages(6);
    expect(await seen(browser)).toEqual(['open']);
    provider.isEnded = true;
    ages(6);
    expect(await seen(browser)).toEqual(['401']);
    provider.isEnded = false;
  });

  const change = (statement: string, ...values: string[]) =>
    running.app
      .get(AccessDatabase, { strict: false })
      .writer.prepare(statement)
      .run(...values);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  it.each([
    ['access_denied', '401'],
    ['unauthorized_client', '401'],
    ['interaction_required', '401'],
    ['temporarily_unavailable', 'open'],
    ['slow_down', 'open'],
    ['invalid_client', 'open'],
  ])('whose refresh token is refused with %s then gets %s, and in no case keeps old groups', async (refusal, then) => {
    provider.givesRefreshTokens = true;
    provider.person = { sub: `s-${refusal}`, name: 'R', groups: ['staff'] };
    const browser = await signedIn();
    provider.givesRefreshTokens = false;
    Object.assign(provider, { isEnded: true, refusal });
    const ages = (session: number, person: number) => {
      change('UPDATE user_sessions SET confirmed_at = ?', minutesAgo(session));
      change('UPDATE users SET confirmed_at = ?', minutesAgo(person));
    };
    try {
      ages(6, 6);
      expect(await seen(browser)).toEqual([then]);
      ages(40, 40);
      // The first failure after a pause.
      expect(await seen(browser)).toEqual([then]);
      ages(6, 29);
      expect(await seen(browser)).toEqual([then]);
      ages(6, 30);
      expect(await seen(browser)).toEqual(['401']);
    } finally {
      Object.assign(provider, { isEnded: false, refusal: 'invalid_grant' });
    }
  });

  it('has no session and no token once the server trusts another provider', async () => {
    const other = await signedIn();
    provider.person = { sub: 's-moved', name: 'Moved', groups: ['staff'] };
    const browser = await signedIn();
    const { key } = (await browser.post('/auth/tokens', { name: 'mine', scopes: ['query'] })).json();
    const byToken = async () =>
      (await running.call({ method: 'GET', url: '/documents', headers: { 'x-api-key': key } })).statusCode;
    expect([await seen(browser), await byToken()]).toEqual([['open'], 200]);
    change(`UPDATE users SET issuer = 'https://earlier.example' WHERE subject = ?`, 's-moved');
    expect([await seen(browser), await byToken(), await seen(other)]).toEqual([['401'], 401, ['open']]);
  });

  it('shares an answer only while the own groups give it', async () => {
    await map([ALL, { ...ALL, provider_group: 'pay', groups: ['payroll'] }]);
    const withGroups = (groups: string[]) => {
      provider.person = { sub: 's-share', name: 'Sharer', groups };
      return signedIn();
    };
    const browser = await withGroups(['staff', 'pay']);
    const { conversation_id: id } = (await browser.post('/chat/run', { message: 'Is the pay list kept?' })).json();
    const { share_id: share } = (await browser.post(`/conversations/${id}/shares`, {})).json();
    const opened = async () =>
      (await running.call({ method: 'GET', url: `/shared/${share}`, headers: ADMIN })).statusCode;
    expect(await opened()).toBe(200);
    await withGroups(['staff']);
    expect(await opened()).toBe(404);
    await withGroups(['staff', 'pay']);
    expect(await opened()).toBe(200);
  });

  it('comes back to an address in any script', async () => {
    const answer = await new Browser(running).signIn('/한글?x=é');
    const location = `${PUBLIC_URL}/%ED%95%9C%EA%B8%80?x=%C3%A9`;
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
  });

  it('comes back to the page, with a cookie that no script, no other host and no other site gets', async () => {
    const browser = new Browser(running);
    const answer = await browser.signIn('/pages/documents?path=Desk');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${PUBLIC_URL}/pages/documents?path=Desk`]);
    const lines = [answer.headers['set-cookie']].flat().map(String);
    const cookie = lines.find((line) => line.startsWith('__Host-touchstone-session='));
    for (const part of ['Path=/;', 'HttpOnly', 'SameSite=Lax', 'Secure']) expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
    expect([...browser.cookies.keys()]).toEqual(['__Host-touchstone-session']);
    const state = (await browser.get('/auth/session')).json();
    expect(state).toMatchObject({
      mode: 'sign-in',
      person: { name: 'Minji', groups: expect.any(Array), scopes: ['query'] },
    });
    expect(await seen(browser)).toEqual(['open']);
  });

  it('is named in the audit log, and owns conversations', async () => {
    const browser = await signedIn();
    const chat = (await browser.post('/chat/run', { message: 'Where is the open list kept?' })).json();
    expect((await browser.get(`/conversations/${chat.conversation_id}`)).statusCode).toBe(200);
    const { person } = (await browser.get('/auth/session')).json();
    const log = await running.call({ method: 'GET', url: `/audit?caller=${person.id}&limit=500`, headers: ADMIN });
    const entries = log.json().items as readonly { action: string; caller_name: string; detail: string }[];
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['sign_in', 'ask']));
    expect(entries.every((entry) => entry.caller_name === 'Minji')).toBe(true);
    expect(entries.find(({ action }) => action === 'sign_in')?.detail).toBe(`Minji (s1 at ${provider.issuer})`);
    provider.person = { sub: 's2', name: 'Jun', groups: ['staff'] };
    const other = await signedIn();
    expect((await other.get(`/conversations/${chat.conversation_id}`)).statusCode).toBe(404);
  });

  it('sees what the groups give at each request: a group without a rule gives nothing', async () => {
    provider.person = { sub: 's1', name: 'Minji', groups: ['unknown', 'Staff'] };
    const stranger = await signedIn();
    const refused = await stranger.get('/documents');
    expect([refused.statusCode, refused.json().detail]).toEqual([
      403,
      expect.stringMatching(/^You lack .* groups\.$/u),
    ]);
    provider.person = { sub: 's1', name: 'Minji', groups: ['staff', 'hr'] };
    const browser = await signedIn();
    expect(await seen(browser)).toEqual(['open']);
    await map([ALL, { provider_group: 'hr', scopes: [], allowed_category_paths: [], groups: ['payroll'] }]);
    expect(await seen(browser)).toEqual(['open', 'pay']);
    await map([{ ...ALL, allowed_category_paths: [['Desk', 'pay']] }]);
    expect(await seen(browser)).toEqual([]);
    await map([]);
    expect(await seen(browser)).toEqual(['403']);
  });

  it('gets groups that only the userinfo endpoint has', async () => {
    provider.hidesGroups = true;
    const browser = await signedIn();
    provider.hidesGroups = false;
    expect(await seen(browser)).toEqual(['open']);
  });

  it('is refused from the next request on after signing out, and when an administrator ends the access', async () => {
    const browser = await signedIn();
    const kept = new Map(browser.cookies);
    const out = await browser.post('/auth/logout', {});
    expect(out.json().provider_url).toContain(`${provider.issuer}/end?`);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(await seen(browser)).toEqual(['401']);
    const again = await signedIn();
    const { person } = (await again.get('/auth/session')).json();
    const change = (active: boolean) =>
      running.call({ method: 'PATCH', url: `/users/${person.id}`, headers: ADMIN, payload: { active } });
    expect((await change(false)).json()).toMatchObject({ active: false, name: 'Minji' });
    expect(await seen(again)).toEqual(['401']);
    expect((await new Browser(running).signIn()).statusCode).toBe(403);
    await change(true);
    expect(await seen(await signedIn())).toEqual(['open']);
  });

  it('accepts a token of a provider whose clock is a little ahead', async () => {
    provider.tamper = ({ claims }) => {
      claims['iat'] = Number(claims['iat']) + 20;
      claims['nbf'] = claims['iat'];
    };
    expect(await seen(await signedIn())).toEqual(['open']);
  });

  it.each([
    ['signs out', (browser: Browser): unknown => browser.post('/auth/logout', {})],
    [
      'is idle for too long',
      (): unknown =>
        running.app
          .get(AccessDatabase, { strict: false })
          .writer.prepare('UPDATE user_sessions SET used_at = ?')
          .run('2020-01-01T00:00:00.000Z'),
    ],
  ])('loses the open streams of the session when it %s, and no other', async (how, end) => {
    await map([{ ...ALL, scopes: ['query', 'test'] }]);
    const [browser, elsewhere] = [await signedIn(), await signedIn()];
    const { person } = (await browser.get('/auth/session')).json();
    const sessionId = `ses_${randomUUID()}`;
    await running.app.get(SessionStore, { strict: false }).create(aSession({ sessionId, owner: person.id }));
    const address = running.app.getHttpServer().address() as AddressInfo;
    const follow = async (
      one: Browser,
    ): Promise<{ readonly closed: Promise<true>; readonly isOpen: () => boolean }> => {
      const cookie = [...one.cookies].map((pair) => pair.join('=')).join('; ');
      const headers = { ...HOST, cookie };
      const stream = get({ port: address.port, path: `/test-sessions/${sessionId}/events`, headers });
      const [response] = (await once(stream, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      let isOpen = true;
      stream.on('error', () => undefined);
      response.on('error', () => undefined).resume();
      const closed = new Promise<true>((resolve) => {
        response.once('close', () => {
          isOpen = false;
          resolve(true);
        });
      });
      return { closed, isOpen: () => isOpen };
    };
    const [ended, kept] = [await follow(browser), await follow(elsewhere)];
    const requests = running.app.get(OpenRequests, { strict: false });
    await requests.look();
    expect([ended.isOpen(), kept.isOpen()]).toEqual([true, true]);
    await Promise.resolve(end(browser));
    await requests.look();
    expect(await ended.closed).toBe(true);
    if (how === 'signs out') {
      expect(kept.isOpen()).toBe(true);
      await elsewhere.post('/auth/logout', {});
      await requests.look();
    }
    expect(await kept.closed).toBe(true);
  });

  it('keeps the session over a restart', async () => {
    const folder = temporaryFolder();
    const first = await startApplication({ ...settings(), DATA_DIR: folder });
    const browser = new Browser(first);
    await browser.signIn();
    await first.app.close();
    const second = await startApplication({ ...settings(), DATA_DIR: folder });
    const after = new Browser(second);
    for (const [name, value] of browser.cookies) after.cookies.set(name, value);
    expect((await after.get('/auth/session')).json().person.name).toBe('Minji');
    await second.stop();
  });
});

describe('a key that a person makes', () => {
  const KEY = { name: 'of a service', scopes: ['admin'] };
  const withKey = (key: string) => ({ 'x-api-key': key, ...HOST });
  const made = async (headers: object) =>
    (await running.call({ method: 'POST', url: '/api-keys', headers: { ...headers }, payload: KEY })).json();
  const statusOf = async (key: string) =>
    (await running.call({ method: 'GET', url: '/documents', headers: withKey(key) })).statusCode;
  const listed = async (id: string) => {
    const { items } = (await running.call({ method: 'GET', url: '/api-keys?limit=500', headers: ADMIN })).json();
    const { created_by, ended } = items.find((one: { id: string }) => one.id === id);
    return [created_by, ended];
  };
  const rotate = async (id: string, headers: object) =>
    (await running.call({ method: 'POST', url: `/api-keys/${id}/rotate`, headers: { ...headers } })).json();
  const administrator = async (sub: string) => {
    await map([{ ...ALL, scopes: ['admin'] }]);
    provider.person = { sub, name: sub, groups: ['staff'] };
    const browser = await signedIn();
    const { person } = (await browser.get('/auth/session')).json();
    const change = (active: boolean, headers: object = ADMIN) =>
      running.call({ method: 'PATCH', url: `/users/${person.id}`, headers: { ...headers }, payload: { active } });
    return { browser, person: person.id, change };
  };

  it('ends with the person, as do the keys that it and the own tokens make, and activates nobody', async () => {
    const { browser, person, change } = await administrator('s-maker');
    const own = (await browser.post('/api-keys', KEY)).json();
    expect(own).toMatchObject({ owner: null, created_by: person, ended: false });
    const token = (await browser.post('/auth/tokens', KEY)).json();
    const keys = [own, await made(withKey(own.key)), await made(withKey(token.key))];
    const ofServer = await made(ADMIN);
    for (const { id, key } of keys) expect([await statusOf(key), await listed(id)]).toEqual([200, [person, false]]);
    await change(false);
    for (const { id, key } of keys) expect([await statusOf(key), await listed(id)]).toEqual([401, [person, true]]);
    expect([await statusOf(ofServer.key), await listed(ofServer.id)]).toEqual([200, [null, false]]);
    expect((await change(true, withKey(own.key))).json().detail).toBe(
      'The person who made this key may no longer use this server; an administrator takes the key over by rotating it.',
    );
    await change(true);
    for (const { key } of keys) expect(await statusOf(key)).toBe(200);
  });

  it('is taken over by whoever rotates it, who alone knows the new secret', async () => {
    const { browser, person, change } = await administrator('s-leaver');
    const own = (await browser.post('/api-keys', KEY)).json();
    const ofServer = await made(ADMIN);
    const grabbed = (await browser.post(`/api-keys/${ofServer.id}/rotate`, {})).json();
    await change(false);
    expect([await statusOf(grabbed.key), await listed(ofServer.id)]).toEqual([401, [person, true]]);
    const kept = await rotate(own.id, ADMIN);
    expect(kept).toMatchObject({ id: own.id, created_by: null, ended: false });
    expect([await statusOf(kept.key), await statusOf(own.key)]).toEqual([200, 401]);
  });

  it('follows no groups of the person, and does not end when the person signs in no more', async () => {
    const { browser, person } = await administrator('s-away');
    const { key } = (await browser.post('/api-keys', { ...KEY, scopes: ['query'] })).json();
    running.app
      .get(AccessDatabase, { strict: false })
      .writer.prepare('UPDATE users SET confirmed_at = ? WHERE user_id = ?')
      .run('2020-01-01T00:00:00.000Z', person);
    await map([]);
    expect(await statusOf(key)).toBe(200);
  });
});

describe('a personal token', () => {
  it('never has more rights than its owner has at that moment', async () => {
    await map([{ ...ALL, groups: ['payroll'] }]);
    const browser = await signedIn();
    const made = (await browser.post('/auth/tokens', { name: 'script', scopes: ['query'] })).json();
    const wide = await browser.post('/auth/tokens', { name: 'wide', scopes: ['query', 'admin'] });
    expect(wide.statusCode).toBe(403);
    const read = async () => {
      const answer = await running.call({ method: 'GET', url: '/documents', headers: { 'x-api-key': made.key } });
      return answer.statusCode === 200 ? answer.json().items.length : answer.statusCode;
    };
    expect(await read()).toBe(2);
    await map([ALL]);
    expect(await read()).toBe(1);
    await map([]);
    expect(await read()).toBe(403);
    await map([ALL]);
    const nested = { method: 'POST' as const, url: '/auth/tokens', payload: { name: 'nested', scopes: ['query'] } };
    expect((await running.call({ ...nested, headers: { 'x-api-key': made.key } })).statusCode).toBe(403);
    const rotated = await running.call({ method: 'POST', url: `/api-keys/${made.id}/rotate`, headers: ADMIN });
    expect(rotated.statusCode).toBe(409);
    provider.person = { sub: 's2', name: 'Jun', groups: ['staff'] };
    const other = await signedIn();
    expect((await other.call({ method: 'DELETE', url: `/auth/tokens/${made.id}` })).statusCode).toBe(404);
    expect((await browser.call({ method: 'DELETE', url: `/auth/tokens/${made.id}` })).statusCode).toBe(204);
    expect(await read()).toBe(401);
  });
});

describe('an attack on a sign-in', () => {
  const refused = async (tamper: (token: TokenParts) => void) => {
    provider.tamper = tamper;
    const browser = new Browser(running);
    const answer = await browser.signIn();
    expect([answer.statusCode, browser.cookies.has('__Host-touchstone-session')]).toEqual([401, false]);
    expect((await browser.get('/auth/session')).json().person).toBeNull();
  };

  it.each<[string, (token: TokenParts) => void]>([
    ['a signature of another key', (token) => (token.signedBy = 'other')],
    [
      'no signature (alg none)',
      (token) => {
        token.header = { alg: 'none' };
        token.signedBy = 'nobody';
      },
    ],
    ['a removed signature', (token) => (token.signedBy = 'nobody')],
    ['a symmetric algorithm', (token) => (token.header['alg'] = 'HS256')],
    ['another nonce', (token) => (token.claims['nonce'] = 'other')],
    ['no nonce', (token) => delete token.claims['nonce']],
    ['an expired token', (token) => (token.claims['exp'] = 1_700_000_000)],
    ['a token of tomorrow (iat)', (token) => (token.claims['iat'] = Number(token.claims['iat']) + 86_400)],
    ['a token issued just beyond the tolerance', (token) => (token.claims['iat'] = Number(token.claims['iat']) + 90)],
    ['a token that is not valid yet (nbf)', (token) => (token.claims['nbf'] = Number(token.claims['iat']) + 90)],
    ['another issuer', (token) => (token.claims['iss'] = 'https://evil.example')],
    ['another audience', (token) => (token.claims['aud'] = 'another-client')],
    ['no subject', (token) => delete token.claims['sub']],
    ['an empty subject', (token) => (token.claims['sub'] = '')],
    ['a blank subject', (token) => (token.claims['sub'] = ' ')],
    ['a number as subject', (token) => (token.claims['sub'] = 5)],
  ])('by %s is refused', (_what, tamper) => refused(tamper));

  it.each([
    ['another state', (back: string) => back.replace(/state=[^&]*/, 'state=other')],
    ['no state', (back: string) => back.replace(/&state=[^&]*/, '')],
    ['another code', (back: string) => back.replace(/code=[^&]*/, 'code=other')],
    ['an error of the provider', () => '/auth/callback?error=access_denied'],
  ])('by %s is refused', async (_what, change) => {
    const browser = new Browser(running);
    const answer = await browser.get(change(await browser.toProvider()));
    expect([answer.statusCode, browser.cookies.has('__Host-touchstone-session')]).toEqual([401, false]);
  });

  it('that replays a code is refused, in this browser and in another', async () => {
    const browser = new Browser(running);
    const back = await browser.toProvider();
    const cookies = new Map(browser.cookies);
    expect((await browser.get(back)).statusCode).toBe(303);
    expect((await browser.get(back)).statusCode).toBe(401);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.get(back)).statusCode).toBe(401);
    expect((await new Browser(running).get(await new Browser(running).toProvider())).statusCode).toBe(401);
  });

  it('with a session that the attacker chose changes nothing: each sign-in has a new one, and the earlier ends', async () => {
    const fixed = 'A'.repeat(43);
    const browser = new Browser(running);
    browser.cookies.set('__Host-touchstone-session', fixed);
    await browser.signIn();
    const first = browser.cookies.get('__Host-touchstone-session');
    expect(first).not.toBe(fixed);
    await browser.signIn();
    const old = new Browser(running);
    old.cookies.set('__Host-touchstone-session', String(first));
    expect(await seen(old)).toEqual(['401']);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/a/..//evil.example',
    'evil',
    '/a\tb',
    '/x#y',
  ])('that would return to %s is refused', async (target) => {
    const answer = await new Browser(running).get(`/auth/login?return_to=${encodeURIComponent(target)}`);
    expect(answer.statusCode).toBe(422);
  });

  it('shows people a page, and says nothing of the reason', async () => {
    const answer = await running.call({
      method: 'GET',
      url: '/auth/callback?code=1&state=2',
      headers: { ...HOST, accept: 'text/html' },
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${PUBLIC_URL}/pages/sign-in?problem=sign-in`]);
  });
});

describe('the routes of a sign-in', () => {
  it('are limited by the address of the client in what the provider is asked about and refuses', async () => {
    const limited = await startApplication({ ...settings(), RATE_LIMIT_PER_MINUTE: '2' });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await new Browser(limited).signIn()).statusCode);
    for (let i = 0; i < 3; i++) {
      const browser = new Browser(limited);
      const back = await browser.toProvider();
      statuses.push((await browser.get(back.replace(/code=[^&]*/u, `code=wrong-${i}`))).statusCode);
    }
    await limited.stop();
    expect(statuses).toEqual([303, 303, 303, 401, 401, 429]);
  });
});

describe('a forged request of another page', () => {
  const question = { method: 'POST' as const, url: '/search', payload: { query: 'list' } };

  it.each([
    ['without the token', { 'x-csrf-token': '' }],
    ['with the token of another session', { 'x-csrf-token': 'A'.repeat(43) }],
    ['without an Origin', { origin: undefined }],
    ['from an origin that CORS allows', { origin: 'http://localhost:3000' }],
    ['from another site', { origin: 'https://evil.example' }],
  ])('%s is refused', async (_what, headers) => {
    const browser = await signedIn();
    expect((await browser.call(question)).statusCode).toBe(200);
    expect((await browser.call({ ...question, headers })).statusCode).toBe(403);
    expect((await browser.call({ method: 'POST', url: '/auth/logout', payload: {}, headers })).statusCode).toBe(403);
    expect(await seen(browser)).toEqual(['open']);
  });

  it('cannot use a cookie that was set twice', async () => {
    const browser = await signedIn();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}; ${name}=${value}`).join('; ');
    const twice = await running.call({ method: 'GET', url: '/documents', headers: { cookie } });
    expect(twice.statusCode).toBe(401);
  });
});

describe('the mapping of groups', () => {
  it('has versions, and refuses a change that was made from an older one', async () => {
    const current = (await running.call({ method: 'GET', url: '/group-mapping', headers: ADMIN })).json();
    expect(current).toMatchObject({ created_by: 'admin', rules: [ALL] });
    const put = (payload: object) => running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
    expect((await put({ base_version: current.version - 1, rules: [] })).statusCode).toBe(409);
    expect((await put({ base_version: current.version, rules: [ALL, ALL] })).statusCode).toBe(422);
    const missing = { provider_group: 'x', scopes: ['query'], groups: [] };
    expect((await put({ base_version: current.version, rules: [missing] })).statusCode).toBe(422);
    const versions = (
      await running.call({ method: 'GET', url: '/group-mapping/versions?limit=1', headers: ADMIN })
    ).json();
    expect([versions.items.length, versions.items[0].version]).toEqual([1, current.version]);
  });

  it('finds people by a part of their name or group, and by their state', async () => {
    await map([ALL]);
    await signedIn();
    const found = async (query: string) => {
      const answer = await running.call({ method: 'GET', url: `/users?${query}`, headers: ADMIN });
      return answer.statusCode === 200 ? answer.json().items.length > 0 : answer.json().errors[0].pointer;
    };
    expect(await found(`text=${encodeURIComponent(provider.person.name ?? '').toUpperCase()}&active=true`)).toBe(true);
    expect(await found('text=nobody-has-this-name')).toBe(false);
    expect(await found('active=yes')).toBe('/active');
    expect(await found(`text=${'x'.repeat(201)}`)).toBe('/text');
  });

  it('is for administrators of the whole service alone', async () => {
    await map([{ ...ALL, scopes: ['admin'], allowed_category_paths: [['Desk']] }]);
    const browser = await signedIn();
    for (const url of ['/group-mapping', '/users', '/api-keys'])
      expect([url, (await browser.get(url)).json()]).toEqual([
        url,
        expect.objectContaining({ status: 403, detail: expect.stringContaining('Your groups are limited') }),
      ]);
  });
});
