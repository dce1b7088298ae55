import { ASK, EXACT_PATH, HIDDEN_PATH, SECRET_CASE } from './leak/planted.js';
import { type Call, type Names, ROUTES } from './leak/routes.js';
import { requestOf, secretsIn, walk } from './leak/walk.js';
import {
  enter,
  type Hiding,
  type LimitedCaller,
  provider,
  removeFolders,
  startWorlds,
  type World,
} from './leak/world.js';
import { openApiDocument, operationsOf } from './support/open-api.js';

const ALL = ['query', 'ingest', 'test', 'metrics', 'admin'];
const ALL_BUT_ADMIN = ALL.slice(0, -1);
const OPEN = [['Open']];
/** Has groups, but none of those of the hidden documents: upper case is another group. */
const IN_CREW = { allowed_category_paths: OPEN, groups: ['crew', 'VAULT'] };

interface Plan {
  readonly hiding: Hiding;
  readonly callers: readonly (readonly [name: string, caller: LimitedCaller])[];
  /** A word that the callers' own requests store: they may make the hidden category themselves. */
  readonly stored?: string;
}

const PLANS: readonly (readonly [string, Plan])[] = [
  [
    'their category',
    {
      hiding: { groups: [], documentPath: EXACT_PATH, hiddenPath: HIDDEN_PATH, hasPeople: false },
      callers: [
        ['an administrator of one category', { scopes: ALL, allowed_category_paths: OPEN }],
        ['a key that only asks', { scopes: ['query'], allowed_category_paths: OPEN }],
      ],
    },
  ],
  [
    'their groups, in a category of the caller',
    {
      hiding: {
        groups: ['vault', 'board'],
        documentPath: ['Open', 'Ombrelle'],
        hiddenPath: HIDDEN_PATH,
        hasPeople: true,
      },
      callers: [
        ['a key with all scopes but admin', { scopes: ALL_BUT_ADMIN, ...IN_CREW }],
        ['a key that asks and stores', { scopes: ['query', 'ingest'], ...IN_CREW }],
        ['a key that only asks', { scopes: ['query'], ...IN_CREW }],
        ['a person who signs in', { scopes: ALL_BUT_ADMIN, ...IN_CREW, isPerson: true }],
      ],
    },
  ],
  [
    'their groups alone, from a caller without categories and groups',
    {
      hiding: { groups: ['vault'], documentPath: EXACT_PATH, hiddenPath: undefined, hasPeople: false },
      // Not the scope metrics: it reads the totals of the service, and these count everything (src/access/README.md).
      callers: [
        ['a key that asks, stores and tests', { scopes: ['query', 'ingest', 'test'] }],
        ['a key that only asks', { scopes: ['query'] }],
      ],
      stored: 'ombrelle',
    },
  ],
];

const READING_POSTS = [
  ...['/search', '/chat/run', '/classify', '/fact-check', '/judge', '/cbr/suggest'],
  ...['/v1/chat/completions', '/v1/responses', '/mcp'],
].map((path) => `POST ${path}`);

/** Routes whose answers to an administrator are the same at both servers. */
const SAME_FOR_ALL = new Set(
  [
    // About the caller.
    ...['/api-keys/current', '/auth/session', '/auth/tokens'],
    // About the service, whatever it holds: versions of the taxonomy are named alike, and hold different categories.
    ...['/health/live', '/health/ready', '/personas', '/setup/services', '/taxonomy/versions'],
  ].map((path) => `GET ${path}`),
);
/** Routes of the directory take its secret and no key. */
const isSame = (name: string) => SAME_FOR_ALL.has(name) || name.startsWith('GET /scim/v2/');

describe.each(PLANS)('what is hidden by %s', (_why, { hiding, callers, stored }) => {
  let whole: World;
  let alone: World;
  let hidden: Names;
  let operations: string[];

  beforeAll(async () => {
    await provider.start();
    ({ whole, alone, hidden } = await startWorlds(hiding));
    operations = operationsOf(await openApiDocument(whole.running)).map(({ name }) => name);
  }, 300_000);
  afterAll(async () => {
    await whole.running.stop();
    await alone.running.stop();
    await provider.stop();
  });

  it('is asked for on every route there is: a new route must be put into test/leak/routes.ts', () => {
    expect(operations.filter((name) => ROUTES[name] === undefined)).toEqual([]);
    expect(Object.keys(ROUTES).filter((name) => !operations.includes(name))).toEqual([]);
  });

  it('is asked for by every tool of /mcp', async () => {
    const calls = ROUTES['POST /mcp']!.calls(hidden);
    const list = calls.find((call) => JSON.stringify(call.payload).includes('tools/list'))!;
    const { result } = (await whole.admin(list)).json();
    const tools: string[] = result.tools.map(({ name }: { name: string }) => name);
    const asked = JSON.stringify(calls.map(({ payload }) => payload));
    expect(tools.length).toBeGreaterThan(2);
    expect(tools.filter((name) => !asked.includes(`"method":"tools/call","params":{"name":"${name}"`))).toEqual([]);
  });

  it('is seen by the administrator', async () => {
    const seesCategories = hiding.hiddenPath !== undefined;
    for (const call of [
      { method: 'POST', url: '/search', payload: { query: ASK } },
      { method: 'POST', url: '/chat/run', payload: { message: ASK } },
      ...ROUTES['POST /mcp']!.calls(hidden).filter(
        ({ url, payload }) =>
          /"(?:search|ask)"|resources\/(?:list|read)/.test(JSON.stringify(payload)) &&
          (seesCategories || url === '/mcp'),
      ),
      ...ROUTES['POST /v1/chat/completions']!.calls(hidden).slice(0, 2),
      ...(seesCategories ? [{ method: 'POST' as const, url: '/cbr/suggest', payload: { query: ASK } }] : []),
      ...[
        '/documents',
        `/documents/${hidden.document}`,
        '/taxonomy/current/tree',
        `/conversations/${hidden.conversation}`,
        `/conversations/${hidden.conversation}/export`,
        `/shared/${hidden.share}`,
        `/v1/responses/${hidden.response}`,
        `/test-sessions/ses_other/results`,
        `/webhooks/${hidden.webhook}`,
        '/api-keys',
        '/configuration',
        '/test-schedules',
        '/insights/reports',
        '/improvements',
        ...(seesCategories ? [`/cbr/cases/${hidden.case}`, '/cbr/export'] : []),
        ...(hiding.hasPeople ? ['/users'] : []),
      ].map((url) => ({ method: 'GET' as const, url })),
    ] satisfies Call[])
      expect([requestOf(call), secretsIn((await whole.admin(call)).body)]).not.toEqual([requestOf(call), []]);
    for (const url of [
      `/documents/${hidden.upload}/original`,
      `/jobs/${hidden.job}`,
      `/sources/${hidden.source}/runs/${hidden.run}`,
      ...(hiding.hiddenPath === undefined ? [] : [`/reviews/${hidden.review}`, `/agents/${hidden.agent}`]),
      `/traces/${hidden.trace}`,
    ])
      expect([url, (await whole.admin({ method: 'GET', url })).statusCode]).toEqual([url, 200]);
  });

  describe.each(callers)('%s', (_name, caller) => {
    it('finds nothing of it on any route, and nothing that would be otherwise without it', async () => {
      const place = String(callers.findIndex(([, other]) => other === caller));
      const [here, there] = [await enter(whole, caller, place), await enter(alone, caller, place)];
      const found = await walk({
        whole: here.ask,
        alone: there.ask,
        own: [here.own, there.own],
        hidden,
        operations,
        isThorough: place === '0',
        stored,
        undo: () => alone.admin({ method: 'DELETE', url: `/documents/${hidden.document}` }),
      });
      expect(found.map(({ what }) => what)).toEqual([]);
    }, 300_000);
  });

  if (hiding.hasPeople)
    it('would be noticed on every route that reads it: an administrator finds it there', async () => {
      const reading = operations.filter((name) => name.startsWith('GET ') || READING_POSTS.includes(name));
      const found = await walk({
        whole: whole.admin,
        alone: alone.admin,
        own: [hidden, hidden],
        hidden,
        operations: reading,
        isThorough: false,
        undo: () => Promise.resolve(),
      });
      const noticed = new Set(found.map(({ operation }) => operation));
      expect(reading.filter((name) => !noticed.has(name))).toEqual(reading.filter((name) => isSame(name)));
    }, 300_000);

  it('cannot be found out by working out the id of an agent', async () => {
    // The same request on a separate server.
    const request = { version: '2.0.0', node_paths: [['Open']] };
    const [here, elsewhere] = await Promise.all(
      [whole, alone].map((world) => world.admin({ method: 'POST', url: '/agents/from-category', payload: request })),
    );
    expect([here?.statusCode, elsewhere?.statusCode].every((status) => status === 200 || status === 201)).toBe(true);
    expect(here?.json().agent_id).not.toBe(elsewhere?.json().agent_id);
  });

  it('was changed by none of them', async () => {
    const { body } = await whole.admin({ method: 'GET', url: `/documents/${hidden.document}` });
    expect(secretsIn(body)).toEqual(expect.arrayContaining(['marzipan', 'ombrelle', 'gargoyle']));
    const kept = await whole.admin({ method: 'GET', url: `/cbr/cases/${hidden.case}` });
    if (hiding.hiddenPath !== undefined)
      expect(kept.json()).toMatchObject({ content: SECRET_CASE.content, usage_count: 1 });
    for (const url of [
      `/documents/${hidden.upload}`,
      `/conversations/${hidden.conversation}`,
      `/sources/${hidden.source}`,
      `/webhooks/${hidden.webhook}`,
      ...(hiding.hiddenPath === undefined ? [] : [`/agents/${hidden.agent}`]),
      `/test-sessions/${hidden.session}`,
      `/shared/${hidden.share}`,
      `/v1/responses/${hidden.response}`,
    ])
      expect([url, (await whole.admin({ method: 'GET', url })).statusCode]).toEqual([url, 200]);
    const keys = (await whole.admin({ method: 'GET', url: '/api-keys' })).json().items;
    expect(keys.map((key: { name: string }) => key.name)).toContain('ombrelle desk');
  });
});

afterAll(removeFolders);
