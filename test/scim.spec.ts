import { CurrentRights } from '../src/shared/domain/current-rights.js';
import { AccessDatabase } from '../src/shared/infrastructure/database/databases.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { OpenIdServer } from './support/openid-server.js';
import { Browser, PUBLIC_URL, signInSettings } from './support/signed-in-browser.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const TOKEN = 'the-secret-of-the-directory';
const SCIM = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json', host: 'answers.example' };
const RULE = {
  provider_group: 'staff',
  scopes: ['query', 'ingest'],
  allowed_category_paths: null,
  groups: ['payroll'],
};

let provider: OpenIdServer;
let running: RunningApplication;
beforeAll(async () => {
  provider = new OpenIdServer();
  await provider.start();
  running = await startApplication({
    AUTH_MODE: 'api-key',
    ADMIN_API_KEY: ADMIN['x-api-key'],
    SCIM_TOKEN: TOKEN,
    ...signInSettings(provider),
  });
  await running.call({
    method: 'PUT',
    url: '/group-mapping',
    headers: ADMIN,
    payload: { base_version: 0, rules: [RULE] },
  });
  const pay = { document_id: 'pay', title: 'Pay', text: 'The pay list is kept.', canonical_path: ['Desk'] };
  await running.post('/documents', { ...pay, groups: ['payroll'] }, ADMIN);
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});

async function scim(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  const response = await running.call({ method, url: `/scim/v2${url}`, headers: SCIM, ...payload });
  if (response.statusCode !== 204)
    expect(response.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}
const patch = (url: string, ...Operations: object[]) =>
  scim('PATCH', url, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
const user = async (body: object) => (await scim('POST', '/Users', body)).body;
const signIn = async (sub: string): Promise<Browser> => {
  provider.person = { sub, name: sub, groups: [] };
  const browser = new Browser(running);
  await browser.signIn();
  return browser;
};
const status = async (browser: Browser) => (await browser.get('/documents/pay')).statusCode;

describe('a directory', () => {
  it('creates a person as Entra ID sends it, finds, changes, replaces and removes it', async () => {
    const made = await scim('POST', '/Users', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      externalId: 'object-1',
      userName: 'Minji@example.org',
      active: true,
      displayName: '김민지',
      emails: [{ primary: true, type: 'work', value: 'minji@example.org' }],
      meta: { resourceType: 'User' },
      name: { formatted: '김 민지', familyName: '김', givenName: '민지' },
      roles: [],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'HR' },
    });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.body).toMatchObject({
      userName: 'Minji@example.org',
      externalId: 'object-1',
      name: { familyName: '김', givenName: '민지' },
      active: true,
      meta: { resourceType: 'User', location: `https://answers.example/scim/v2/Users/${id}` },
    });
    const found = await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "minji@EXAMPLE.org"')}`);
    expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id }] });
    const none = await scim('GET', `/Users?filter=${encodeURIComponent('externalId eq "no"')}&count=1&startIndex=-3`);
    expect(none.body).toMatchObject({ totalResults: 0, itemsPerPage: 0, Resources: [] });
    const changed = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'm2@example.org' },
      { op: 'Add', path: 'name.givenName', value: 'M' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'IT' },
      { op: 'Replace', value: { displayName: 'Minji', active: 'False' } },
    );
    expect(changed.body).toMatchObject({
      displayName: 'Minji',
      active: false,
      emails: [{ value: 'm2@example.org' }],
      name: { givenName: 'M', familyName: '김' },
    });
    expect((await scim('PUT', `/Users/${id}`, { userName: 'minji', active: true })).body).toMatchObject({
      userName: 'minji',
      active: true,
    });
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({
      status: '404',
      schemas: [expect.stringContaining('Error')],
    });
  });

  it('gives and takes rights by the members of a group, from the next request on', async () => {
    const { id } = await user({ userName: 'jun', externalId: 's-jun' });
    const browser = await signIn('s-jun');
    expect(await status(browser)).toBe(403);
    const group = (await scim('POST', '/Groups', { displayName: 'staff', externalId: 'g-1', members: [] })).body;
    await patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value: [{ value: id }] });
    expect(await status(browser)).toBe(200);
    await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${id}"]` });
    expect(await status(browser)).toBe(403);
    await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: id, display: 'jun' }] });
    expect(await status(browser)).toBe(200);
    await patch(`/Groups/${group.id}`, { op: 'Remove', path: 'members', value: [{ value: id }] });
    expect(await status(browser)).toBe(403);
    await scim('PUT', `/Groups/${group.id}`, { displayName: 'staff', members: [{ value: id }] });
    expect(await status(browser)).toBe(200);
    await patch(`/Groups/${group.id}`, { op: 'replace', value: { id: group.id, displayName: 'others' } });
    expect(await status(browser)).toBe(403);
    await patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'staff' });
    expect(await status(browser)).toBe(200);
    const lean = await scim(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "staff"')}`,
    );
    expect(lean.body.Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })]);
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect(await status(browser)).toBe(403);
  });

  it('ends sessions, tokens and scheduled work of a person at once, and the person stays out', async () => {
    const { id } = await user({ userName: 'hana', externalId: 's-hana', active: 'True' });
    const group = (await scim('POST', '/Groups', { displayName: 'staff', members: [{ value: id }] })).body;
    const browser = await signIn('s-hana');
    const { key } = (await browser.post('/auth/tokens', { name: 'mine', scopes: ['query'] })).json();
    const bearer = { authorization: `Bearer ${key}`, host: 'answers.example' };
    const byToken = async () => (await running.call({ method: 'GET', url: '/documents', headers: bearer })).statusCode;
    const { person } = (await browser.get('/auth/session')).json();
    const rights = () => running.app.get(CurrentRights, { strict: false }).of(person.id);
    expect([await status(browser), await byToken(), (await rights())?.mayUse('ingest')]).toEqual([200, 200, true]);
    const { conversation_id: shown } = (await browser.post('/chat/run', { message: 'Is the pay list kept?' })).json();
    const { share_id: share } = (await browser.post(`/conversations/${shown}/shares`, {})).json();
    const opened = async () =>
      (await running.call({ method: 'GET', url: `/shared/${share}`, headers: ADMIN })).statusCode;
    expect(await opened()).toBe(200);
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(await opened()).toBe(404);
    expect([await status(browser), await byToken(), await rights()]).toEqual([401, 401, undefined]);
    provider.person = { sub: 's-hana', name: 'Hana', groups: [] };
    expect((await new Browser(running).signIn()).statusCode).toBe(403);
    await patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect(await status(await signIn('s-hana'))).toBe(200);
    await scim('DELETE', `/Users/${id}`);
    expect([await byToken(), await rights()]).toEqual([401, undefined]);
    await scim('DELETE', `/Groups/${group.id}`);
    const log = await running.call({ method: 'GET', url: '/audit?caller=scim&limit=500', headers: ADMIN });
    const routes = log.json().items.map((entry: { route: string }) => entry.route);
    expect(routes).toEqual(expect.arrayContaining([expect.stringContaining('PATCH /scim/v2/Users')]));
  });

  it('restores nothing that an administrator ended, and keeps out whoever it has ended or removed', async () => {
    const browser = await signIn('s-dasom');
    const { person } = (await browser.get('/auth/session')).json();
    const end = { method: 'PATCH', url: `/users/${person.id}`, headers: ADMIN, payload: { active: false } } as const;
    expect((await running.call(end)).statusCode).toBe(200);
    const { id } = await user({ userName: 'dasom', externalId: 's-dasom', active: true });
    expect((await new Browser(running).signIn()).statusCode).toBe(403);
    await scim('DELETE', `/Users/${id}`);

    const late = await user({ userName: 'late', active: false });
    const open = await signIn('s-late');
    const { key } = (await open.post('/auth/tokens', { name: 'mine', scopes: [] })).json();
    await patch(`/Users/${late.id}`, { op: 'replace', path: 'externalId', value: 's-late' });
    const headers = { authorization: `Bearer ${key}` };
    expect([await status(open), (await running.call({ url: '/documents', headers })).statusCode]).toEqual([401, 401]);

    const gone = await user({ userName: 'gone', externalId: 's-gone' });
    await scim('DELETE', `/Users/${gone.id}`);
    provider.person = { sub: 's-gone', name: 'Gone', groups: ['staff'] };
    expect((await new Browser(running).signIn()).statusCode).toBe(403);
    await user({ userName: 'gone', externalId: 's-gone' });
    expect((await new Browser(running).signIn()).statusCode).toBe(303);
  });

  it('gives nobody the groups of another who only has the user name or the address', async () => {
    const victim = await user({ userName: 'Nari@example.org', externalId: 's-nari' });
    const group = (await scim('POST', '/Groups', { displayName: 'staff', members: [{ value: victim.id }] })).body;
    const own = await signIn('s-nari');
    expect(await status(own)).toBe(200);
    provider.tamper = ({ claims }) =>
      void Object.assign(claims, {
        preferred_username: 'nari@example.org',
        email: 'nari@example.org',
        email_verified: true,
      });
    const thief = await signIn('s-thief');
    const named = await signIn('nari@example.org');
    provider.tamper = () => undefined;
    expect([await status(thief), await status(named), await status(own)]).toEqual([403, 403, 200]);
    const people = (await running.call({ method: 'GET', url: '/users?text=nari', headers: ADMIN })).json().items;
    const linked = (sub: string) => people.find(({ subject }: { subject: string }) => subject === sub);
    expect([linked('s-nari').directory_person, linked('nari@example.org').directory_person]).toEqual([
      'Nari@example.org',
      null,
    ]);
    const unlink = (id: string, headers: object) =>
      running.call({ method: 'DELETE', url: `/users/${id}/directory-person`, headers: { ...headers } });
    expect((await unlink(linked('s-nari').id, ADMIN)).statusCode).toBe(204);
    expect([await status(own), (await unlink(linked('s-nari').id, ADMIN)).statusCode]).toEqual([403, 404]);
    expect((await unlink(linked('s-nari').id, SCIM)).statusCode).toBe(401);
    expect(await status(await signIn('s-nari'))).toBe(200);
    await scim('DELETE', `/Groups/${group.id}`);
  });

  it('is answered, as are sessions, sign-ins and keys, while wrong keys and codes flood in from the same address', async () => {
    const limited = await startApplication({
      ...{ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'], SCIM_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '6' },
      ...signInSettings(provider),
    });
    provider.person = { sub: 's-flood', name: 'Bora', groups: [] };
    const before = new Browser(limited);
    await before.signIn();
    for (let i = 0; i < 12; i++) {
      await limited.call({ method: 'GET', url: '/documents', headers: { 'x-api-key': `wrong-${i}` } });
      await limited.call({
        method: 'GET',
        url: '/scim/v2/Users',
        headers: { ...SCIM, authorization: `Bearer no-${i}` },
      });
      await limited.call({ method: 'GET', url: `/auth/callback?code=no-${i}&state=no`, headers: { host: SCIM.host } });
    }
    const statuses = async (headers: object, url: string) =>
      (await limited.call({ method: 'GET', url, headers: { ...headers } })).statusCode;
    expect(await statuses({ 'x-api-key': 'wrong' }, '/documents')).toBe(429);
    for (let i = 0; i < 3; i++) expect(await statuses(SCIM, '/scim/v2/Users')).toBe(200);
    expect(await statuses(ADMIN, '/documents')).toBe(200);
    expect((await before.get('/auth/session')).json().person.name).toBe('Bora');
    for (let i = 0; i < 8; i++) expect((await new Browser(limited).signIn()).statusCode).toBe(303);
    await limited.stop();
  });

  it('gets a refusal in the form of SCIM, which names the fault', async () => {
    await user({ userName: 'taken' });
    for (const [method, url, body, expected] of [
      ['POST', '/Users', { userName: 'TAKEN' }, { status: '409', scimType: 'uniqueness' }],
      ['POST', '/Users', { displayName: 'nameless' }, { status: '400', scimType: 'invalidValue' }],
      ['POST', '/Users', { userName: 'a', active: 'maybe' }, { status: '400', scimType: 'invalidValue' }],
      [
        'POST',
        '/Groups',
        { displayName: 'g', members: [{ value: 'no' }] },
        { status: '400', scimType: 'invalidValue' },
      ],
      [
        'GET',
        `/Users?filter=${encodeURIComponent('userName co "a"')}`,
        undefined,
        { status: '400', scimType: 'invalidFilter' },
      ],
      [
        'GET',
        `/Groups?filter=${encodeURIComponent('('.repeat(900))}`,
        undefined,
        { status: '400', scimType: 'invalidFilter' },
      ],
      ['PATCH', '/Users/no', { Operations: [] }, { status: '404' }],
    ] as const)
      expect((await scim(method, url, body)).body).toMatchObject(expected);
    for (const [url, size] of [
      ['/ServiceProviderConfig', undefined],
      ['/ResourceTypes', 2],
      ['/Schemas', 2],
    ] as const)
      expect((await scim('GET', url)).body.totalResults).toBe(size);
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ etag: { supported: false } });
  });

  it('has a secret that opens nothing else, and no key opens its routes', async () => {
    const routes = ['/documents', '/documents/pay', '/users', '/api-keys', '/search', '/audit'];
    for (const url of routes)
      expect((await running.call({ method: 'GET', url, headers: SCIM })).statusCode).not.toBe(200);
    const made = await running.post('/api-keys', { name: 'all', scopes: ['admin'] }, ADMIN);
    for (const key of [ADMIN['x-api-key'], made.json().key, `${TOKEN}x`, ''])
      for (const url of ['/scim/v2/Users', '/scim/v2/Groups', '/scim/v2/Schemas'])
        expect((await running.call({ method: 'GET', url, headers: { 'x-api-key': key } })).statusCode).toBe(401);
    const seen = JSON.stringify([await scim('GET', '/Users'), await scim('GET', '/Groups')]);
    for (const word of ['pay list', 'payroll', TOKEN]) expect(seen).not.toContain(word);
  });
});

describe('a directory that ends a person whose account was not joined', () => {
  const settings = {
    AUTH_MODE: 'api-key',
    ADMIN_API_KEY: ADMIN['x-api-key'],
    SCIM_TOKEN: TOKEN,
    OIDC_LINK_CLAIM: 'oid',
  };
  let other: RunningApplication;
  beforeAll(async () => {
    other = running;
    running = await startApplication({ ...settings, ...signInSettings(provider) });
    const payload = { base_version: 0, rules: [RULE] };
    await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
    provider.givesRefreshTokens = true;
  });
  afterAll(async () => {
    await running.stop();
    running = other;
    provider.givesRefreshTokens = false;
  });

  const callWith = async (token: string) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` };
    return (await running.post('/mcp', message, headers)).statusCode;
  };
  const change = (statement: string, ...values: string[]) =>
    running.app
      .get(AccessDatabase, { strict: false })
      .writer.prepare(statement)
      .run(...values);

  /** An account with a session and a personal token; the provider says `oid` from here on. */
  async function account(sub: string) {
    provider.person = { sub, name: sub, groups: ['staff'] };
    const browser = new Browser(running);
    await browser.signIn();
    const { key } = (await browser.post('/auth/tokens', { name: 'mine', scopes: ['query'] })).json();
    const headers = { 'x-api-key': key };
    const { person } = (await browser.get('/auth/session')).json();
    provider.person = { ...provider.person, oid: `oid-${sub}` };
    return {
      /** Status by the session and by the personal token, and whether scheduled work may run. */
      state: async () => [
        (await browser.get('/documents')).statusCode,
        (await running.call({ method: 'GET', url: '/documents', headers })).statusCode,
        (await running.app.get(CurrentRights, { strict: false }).of(person.id)) !== undefined,
      ],
      ages: (time: string) => {
        change('UPDATE user_sessions SET confirmed_at = ? WHERE user_id = ?', time, person.id);
        change('UPDATE users SET confirmed_at = ? WHERE user_id = ?', time, person.id);
      },
    };
  }
  const OPEN = [200, 200, true];
  const ENDED = [401, 401, false];
  const ended = async (sub: string) => {
    const { id } = await user({ userName: sub, externalId: `oid-${sub}` });
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    return id;
  };
  const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
  const MINUTES_AGO = new Date(Date.now() - 6 * 60_000).toISOString();
  const RESOURCE = `${PUBLIC_URL}/mcp`;

  it.each([
    ['with groups', {}],
    ['without groups', { groups: undefined }],
    ['that is older than the last sign-in', { iat: Math.floor(Date.now() / 1000) - 600 }],
  ])('ends the account with the first access token that names the person, %s', async (_what, claims) => {
    const sub = `alma-${Object.keys(claims).join()}`;
    const { state } = await account(sub);
    const id = await ended(sub);
    expect(await state()).toEqual(OPEN);
    expect([await callWith(provider.accessToken(RESOURCE, claims)), await state()]).toEqual([401, ENDED]);
    await patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect([await callWith(provider.accessToken(RESOURCE, claims)), (await state())[1]]).toEqual([200, 200]);
    await scim('DELETE', `/Users/${id}`);
    expect([await callWith(provider.accessToken(RESOURCE, claims)), await state()]).toEqual([401, ENDED]);
  });

  it('joins the account with the first access token that names the person, and ends it from then on at once', async () => {
    const { state, ages } = await account('bo');
    const { id } = await user({ userName: 'bo', externalId: 'oid-bo' });
    ages(HOUR_AGO);
    expect(await callWith(provider.accessToken(RESOURCE, { groups: undefined }))).toBe(200);
    const people = (await running.call({ method: 'GET', url: '/users?text=bo', headers: ADMIN })).json().items;
    expect(people[0]).toMatchObject({ directory_person: 'bo', provider_groups: ['staff'] });
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect(await state()).toEqual(ENDED);
  });

  it('ends the account when a refresh names the person', async () => {
    const { state, ages } = await account('cho');
    await ended('cho');
    expect(await state()).toEqual(OPEN);
    ages(MINUTES_AGO);
    expect(await state()).toEqual(ENDED);
    const dal = await account('dal');
    const { id } = await user({ userName: 'dal', externalId: 'oid-dal' });
    dal.ages(MINUTES_AGO);
    expect(await dal.state()).toEqual(OPEN);
    await scim('DELETE', `/Users/${id}`);
    expect(await dal.state()).toEqual(ENDED);
  });

  it('ends the account when a sign-in names the person, with its earlier sessions and tokens', async () => {
    const { state } = await account('eun');
    await ended('eun');
    expect(await state()).toEqual(OPEN);
    expect((await new Browser(running).signIn()).statusCode).toBe(403);
    expect(await state()).toEqual(ENDED);
  });
});

it('without SCIM_TOKEN there is no provisioning', async () => {
  const plain = await startApplication();
  const response = await plain.call({
    method: 'GET',
    url: '/scim/v2/Users',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect([response.statusCode, response.json().status]).toEqual([501, '501']);
  await plain.stop();
});
