import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { encodeNameCursor } from '../src/shared/domain/page.js';
import {
  ASK,
  HIDDEN_PATH,
  OPEN_CASES,
  OPEN_DOCUMENTS,
  SECRET_CASE,
  SECRET_DOCUMENT,
  SECRET_WORDS,
} from './leak/planted.js';
import { storeHiddenProvision } from './leak/hidden-provision.js';
import { Call, Names, ROUTES } from './leak/routes.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { OpenIdServer } from './support/openid-server.js';
import { Browser, PUBLIC_URL, signInSettings } from './support/signed-in-browser.js';
import { openApiDocument, operationsOf } from './support/open-api.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const SETTINGS = { AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] };
/** All that a key can do, but only below `Open`. */
const LIMITED = {
  name: 'limited',
  scopes: ['query', 'ingest', 'test', 'metrics', 'admin'],
  allowed_category_paths: [['Open']],
};

/** What hides the document from the key. */
interface Plan {
  readonly key: object;
  readonly document: typeof SECRET_DOCUMENT & { readonly groups?: readonly string[] };
  /** Cases have no groups: only categories hide them. */
  readonly cases: readonly object[];
  /** Categories of the administrator's agents. */
  readonly agents: readonly (readonly string[])[];
  /** A word that the key's own requests store: it may make the hidden category itself. */
  readonly own?: string;
  /** Whether the caller is a person who signs in, and has the rights of the key by a group of the provider. */
  readonly isPerson?: true;
}

/** A hidden document of both worlds: every key may find out whether groups are in use. */
const BOTH_HAVE = {
  document_id: 'both-have',
  title: 'Tea list',
  text: 'Tea is poured at four.',
  canonical_path: ['Open', 'Tea'],
  groups: ['tea'],
};

const provider = new OpenIdServer();
provider.person = { sub: 's1', name: 'Limited', groups: ['crew'] };
beforeAll(() => provider.start());
afterAll(() => provider.stop());

const SCOPES = ['query', 'ingest', 'test', 'metrics'];
const PLANS: readonly (readonly [string, Plan])[] = [
  ['its category', { key: LIMITED, document: SECRET_DOCUMENT, cases: [SECRET_CASE], agents: [['Open'], HIDDEN_PATH] }],
  [
    'its groups, in a category of the key',
    {
      key: { ...LIMITED, scopes: SCOPES, groups: ['crew', 'VAULT'] },
      document: { ...SECRET_DOCUMENT, canonical_path: ['Open', 'Ombrelle'], groups: ['vault', 'board'] },
      cases: [SECRET_CASE],
      agents: [['Open'], HIDDEN_PATH],
    },
  ],
  [
    'its groups alone, from a key without categories and groups',
    {
      // The scope metrics reads the totals of the service, whoever asks.
      key: { name: 'limited', scopes: ['query', 'ingest', 'test'] },
      document: { ...SECRET_DOCUMENT, groups: ['vault'] },
      cases: [],
      agents: [['Open']],
      own: 'ombrelle',
    },
  ],
  [
    'the groups of a person who signs in, in a category of the person',
    {
      key: { ...LIMITED, scopes: SCOPES, groups: ['crew', 'VAULT'] },
      document: { ...SECRET_DOCUMENT, canonical_path: ['Open', 'Ombrelle'], groups: ['vault', 'board'] },
      cases: [SECRET_CASE],
      agents: [['Open'], HIDDEN_PATH],
      isPerson: true,
    },
  ],
];

interface World {
  readonly running: RunningApplication;
  readonly names: Names;
  /** Asks as the limited key. */
  ask(call: Call): Promise<LightMyRequestResponse>;
  admin(call: Call): Promise<LightMyRequestResponse>;
}

async function makeKey(running: RunningApplication, request: object): Promise<{ id: string; key: string }> {
  const made = await running.post('/api-keys', request, ADMIN);
  expect(made.statusCode).toBe(201);
  return made.json();
}

/** A person whose group at the provider gives the rights of such a key. */
async function signInPerson(
  running: RunningApplication,
  { scopes, ...key }: Record<string, unknown>,
): Promise<Browser> {
  const { allowed_category_paths: paths = null, groups = [] } = key;
  const rule = { provider_group: 'crew', scopes, allowed_category_paths: paths, groups };
  const payload = { base_version: 0, rules: [rule] };
  const mapped = await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
  expect(mapped.statusCode).toBe(200);
  const browser = new Browser(running);
  expect((await browser.signIn()).statusCode).toBe(303);
  return browser;
}

/** Asks as a person: /mcp with an access token of the provider, every other route with the session of the browser. */
function personAsking(running: RunningApplication, browser: Browser): World['ask'] {
  const authorization = `Bearer ${provider.accessToken(`${PUBLIC_URL}/mcp`)}`;
  return (call) =>
    call.url.startsWith('/mcp')
      ? running.call({ ...call, headers: { ...call.headers, authorization } })
      : browser.call(call);
}

function asking(running: RunningApplication, key: Record<string, string>): World['ask'] {
  return (call) => running.call({ ...call, headers: { ...call.headers, ...key } });
}

/** A server whose administrator stored the documents, talked about them and started a job. */
async function startWorld(
  documents: readonly object[],
  cases: readonly object[],
  { key: request, agents, isPerson }: Pick<Plan, 'key' | 'agents' | 'isPerson'>,
): Promise<World> {
  const running = await startApplication(isPerson === true ? { ...SETTINGS, ...signInSettings(provider) } : SETTINGS);
  const admin = asking(running, ADMIN);
  for (const payload of documents) {
    expect((await admin({ method: 'POST', url: '/documents', payload })).statusCode).toBe(201);
  }
  for (const payload of cases)
    expect((await admin({ method: 'POST', url: '/cbr/case', payload })).statusCode).toBe(201);
  const suggested = (await admin({ method: 'POST', url: '/cbr/suggest', payload: { query: ASK, k: 1 } })).json();
  // Without a hidden case, this is refused.
  const rating = { log_id: suggested.log_id, case_id: SECRET_CASE.case_id, feedback: 'thumbs_up' };
  await admin({ method: 'POST', url: '/cbr/feedback', payload: rating });
  const chat = (await admin({ method: 'POST', url: '/chat/run', payload: { message: ASK } })).json();
  const job = (await admin({ method: 'POST', url: '/index/optimize' })).json();
  const session = (
    await admin({
      method: 'POST',
      url: '/test-sessions',
      payload: { seed: 1, personas: ['freshman'], multi_turn: { scenarios: 1, turns: 3 } },
    })
  ).json();
  await admin({ method: 'POST', url: `/test-sessions/${session.session_id}/cancel`, payload: {} });
  const other = await makeKey(running, { name: 'other', scopes: ['query'] });
  const limited = isPerson === true ? undefined : await makeKey(running, request);
  const ask =
    limited === undefined
      ? personAsking(running, await signInPerson(running, { ...request }))
      : asking(running, { authorization: `Bearer ${limited.key}` });
  const ownSession = await storeHiddenProvision(running, limited?.id ?? 'a person');
  const agent = await admin({
    method: 'POST',
    url: '/agents/from-category',
    payload: {
      version: '1.0.0',
      node_paths: agents,
      options: { mcp_tools: ['search', 'ask', 'suggest_cases'] },
    },
  });
  const waiting = await admin({
    method: 'POST',
    url: '/agents/from-category',
    payload: {
      version: '1.0.0',
      node_paths: agents,
      options: { name: 'strict', custom_features: { hitl_below_conf: 0.9 } },
    },
  });
  const reviewed = await admin({
    method: 'POST',
    url: '/chat/run',
    payload: { message: ASK, agent_id: waiting.json().agent_id },
  });
  const source = await admin({
    method: 'POST',
    url: '/sources',
    payload: { name: 'hidden', kind: 'folder', location: { folder: '/hidden' }, category: HIDDEN_PATH },
  });
  const share = await admin({ method: 'POST', url: `/conversations/${chat.conversation_id}/shares`, payload: {} });
  const response = await admin({ method: 'POST', url: '/v1/responses', payload: { model: 'default', input: ASK } });
  const webhook = await admin({
    method: 'POST',
    url: '/webhooks',
    payload: { url: 'http://127.0.0.1:1/ombrelle', events: ['job.ended'] },
  });
  const names = {
    webhook: webhook.json().id,
    source: source.json().source_id,
    response: response.json().id,
    review: reviewed.json().metadata.trace_id,
    agent: agent.json().agent_id,
    session: session.session_id,
    ownSession,
    document: SECRET_DOCUMENT.document_id,
    conversation: chat.conversation_id,
    share: share.json().share_id,
    trace: chat.metadata.trace_id,
    job: job.job_id,
    key: other.id,
    case: SECRET_CASE.case_id,
    log: suggested.log_id,
  };
  return { running, names, ask, admin };
}

/** Times, and names that are drawn at random. */
const CHANGING =
  /^(csrf_token|session_id|started_at|completed_at|status|results_url|report_url|log_id|user_id|timestamp|execution_time_ms|average_response_time_ms|latency|latency_ms|step_timings|took_ms|uptime_s|request_id|conversation_id|trace_id|review_id|job_id|created|created_at|completed_at|updated_at|deleted_at|activated_at|cache_hit|.*_time|performance|progress|filter_latency_ms|documents_per_second)$/;

/** Reviews have the random ids of their traces, and so have the cursors of their pages. */
const BEHIND_A_TRACE = new RegExp(`${encodeNameCursor('trace_').replaceAll('.', '\\.')}[.0-9a-z]+`, 'g');

/** The list of conversations is ordered by time. */
const AFTER_A_TIME = new RegExp(`${encodeNameCursor('20').replaceAll('.', '\\.')}[.0-9a-z]+`, 'g');
/** The cursor of a page of agents: a time and a random name. */
const BEHIND_AN_AGENT = /(?<="next_cursor":")n[0-9a-z]{2}(?:\.[0-9a-z]{1,2}){54}(?=")/g;

function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, CHANGING.test(key) ? '*' : steady(inner)]),
  );
}

/** An answer as it is compared: without times, and with this world's random names under one name. */
function comparable(response: LightMyRequestResponse, names: Names): unknown {
  let body = response.body;
  for (const [what, name] of Object.entries(names)) body = body.replaceAll(String(name), `<${what}>`);
  // Ids of agents follow from a secret of each server.
  body = body
    .replaceAll(/(?:chatcmpl|resp|msg|fs)_[0-9a-f]+/g, '<completion>')
    .replaceAll(/(?:conv|share|trace)_[0-9a-f]{32}/g, '<of its own>')
    .replaceAll(/\*\d{4}-\d\d-\d\dT[\d:.]+Z\*/g, '<time>')
    .replaceAll(/agent_[0-9a-f]{24}/g, '<agent of its own>')
    .replaceAll(/case_[0-9a-f]{32}/g, '<case of its own>')
    .replaceAll(/key_[0-9a-f]{32}/g, '<key of its own>')
    .replaceAll(/webhook_[0-9a-f]{32}/g, '<webhook of its own>')
    .replaceAll(/whsec_[\w+/=]+/g, '<secret of its own>')
    .replaceAll(/ts_[0-9a-f]{12}(?:_[\w-]{43})?/g, '<secret of its own>');
  for (const cursor of [BEHIND_A_TRACE, AFTER_A_TIME, BEHIND_AN_AGENT]) body = body.replaceAll(cursor, '<cursor>');
  const type = String(response.headers['content-type']);
  // A streamed answer is a list of JSON values.
  const events = body.split('\n').filter((line) => /^data: (?!\[DONE\])[[{]/u.test(line));
  if (type.startsWith('text/event-stream'))
    return [response.statusCode, events.map((event) => steady(JSON.parse(event.slice(6))))];
  const lines = type.includes('ndjson') ? body.trim().split('\n') : [body];
  const isJson = type.includes('json') && body !== '';
  return [response.statusCode, isJson ? lines.map((line) => steady(JSON.parse(line))) : body];
}

/**
 * Storing under the id of a hidden document is changing it, which is 404 (contract): a key that may store documents can find out that an
 * id is taken. Nothing else of the document is revealed, and documents without an id of their own get a random one. Cases and agents have
 * no such exception.
 */
const REVEALS_A_TAKEN_ID = /^POST \/documents(\/bulk|\/upload)?$/;

/** Whoever shares an answer says that there is one; a reader without its sources learns that it is left out, and no more. */
const SAYS_WHAT_IS_LEFT_OUT = new Set(['GET /shared/{share_id}']);

const secretsIn = (body: string) => SECRET_WORDS.filter((word) => body.toLowerCase().includes(word));
const nameOf = ({ method, url, payload }: Call) => `${String(method)} ${url} ${JSON.stringify(payload)?.slice(0, 200)}`;

describe.each(PLANS)('a key that may not see a document because of %s', (_why, plan) => {
  let whole: World;
  let alone: World;
  let operations: string[];

  beforeAll(async () => {
    const [first, ...rest] = OPEN_DOCUMENTS;
    if (first === undefined) throw new Error('nothing to store');
    whole = await startWorld([first, plan.document, ...rest, BOTH_HAVE], [...plan.cases, ...OPEN_CASES], plan);
    alone = await startWorld([...OPEN_DOCUMENTS, BOTH_HAVE], OPEN_CASES, plan);
    operations = operationsOf(await openApiDocument(whole.running)).map(({ name }) => name);
  });
  afterAll(async () => {
    await whole.running.stop();
    await alone.running.stop();
  });

  it('is tried on every route there is: a new route must be put into test/leak/routes.ts', () => {
    expect(operations.filter((name) => ROUTES[name] === undefined)).toEqual([]);
    expect(Object.keys(ROUTES).filter((name) => !operations.includes(name))).toEqual([]);
  });

  it('is hidden something that the administrator does see', async () => {
    for (const call of [
      { method: 'POST', url: '/search', payload: { query: ASK } },
      { method: 'POST', url: '/chat/run', payload: { message: ASK } },
      { method: 'GET', url: '/documents' },
      { method: 'GET', url: `/documents/${whole.names.document}` },
      ...ROUTES['POST /mcp']!.calls(whole.names).filter(
        ({ url, payload }) =>
          /search|ask|resources/.test(JSON.stringify(payload)) && (plan.agents.includes(HIDDEN_PATH) || url === '/mcp'),
      ),
      ...ROUTES['POST /v1/chat/completions']!.calls(whole.names).slice(0, plan.agents.includes(HIDDEN_PATH) ? 4 : 2),
      ...ROUTES['GET /v1/responses/{response_id}']!.calls(whole.names),
      ...(plan.cases.length === 0
        ? []
        : [
            { method: 'POST' as const, url: '/cbr/suggest', payload: { query: ASK } },
            { method: 'GET' as const, url: `/cbr/cases/${whole.names.case}` },
            { method: 'GET' as const, url: '/cbr/export' },
          ]),
      { method: 'GET', url: '/taxonomy/current/tree' },
      { method: 'GET', url: `/conversations/${whole.names.conversation}` },
      { method: 'GET', url: `/conversations/${whole.names.conversation}/export` },
      { method: 'GET', url: `/shared/${whole.names.share}` },
      { method: 'GET', url: `/test-sessions/${whole.names.ownSession}/results` },
    ] satisfies Call[]) {
      expect([call.url, secretsIn((await whole.admin(call)).body)]).not.toEqual([call.url, []]);
    }
  });

  it.each(Object.entries(ROUTES))(
    'finds nothing of it by %s, and nothing that would be otherwise without it',
    async (name, { calls }) => {
      const [here, there] = [calls(whole.names), calls(alone.names)];
      expect(here.length).toBeGreaterThan(0);
      for (const [i, call] of here.entries()) {
        const twin = there[i] ?? call;
        const [seen, unseen] = [await whole.ask(call), await alone.ask(twin)];
        const secrets = secretsIn(seen.body).filter((found) => found !== plan.own);
        expect([nameOf(call), secrets]).toEqual([nameOf(call), []]);
        expect([nameOf(call), seen.statusCode < 500 || seen.statusCode === 501]).toEqual([nameOf(call), true]);
        if (REVEALS_A_TAKEN_ID.test(name))
          await alone.admin({ method: 'DELETE', url: `/documents/${alone.names.document}` });
        else if (!SAYS_WHAT_IS_LEFT_OUT.has(name))
          expect([nameOf(call), comparable(seen, whole.names)]).toEqual([
            nameOf(call),
            comparable(unseen, alone.names),
          ]);
      }
    },
  );

  it('shows the key its own session, without the questions about hidden provisions', async () => {
    if (plan.isPerson === true) return;
    const url = `/test-sessions/${whole.names.ownSession}/results`;
    const { items } = (await whole.ask({ method: 'GET', url })).json();
    expect(items.map((row: { withheld?: boolean }) => row.withheld ?? false)).toEqual([false, true, true]);
  });

  it('cannot work out the id of an agent of hidden categories, to find out whether it exists', async () => {
    if (plan.key !== LIMITED) return;
    // The same request on a separate server.
    const request = { version: '1.0.0', node_paths: [HIDDEN_PATH] };
    const [here, elsewhere] = await Promise.all(
      [whole, alone].map((world) => world.admin({ method: 'POST', url: '/agents/from-category', payload: request })),
    );
    const guessed: unknown = elsewhere?.json().agent_id;
    expect(here?.json().agent_id).not.toBe(guessed);
    for (const [url, payload] of [
      ['/search', { query: ASK, agent_id: guessed }],
      ['/chat/run', { message: ASK, agent_id: guessed }],
    ] as const)
      expect((await whole.ask({ method: 'POST', url, payload })).statusCode).toBe(404);
  });

  it('changed nothing of it', async () => {
    const { body } = await whole.admin({ method: 'GET', url: `/documents/${whole.names.document}` });
    expect(secretsIn(body)).toEqual(expect.arrayContaining(['marzipan', 'ombrelle', 'gargoyle']));
    const kept = await whole.admin({ method: 'GET', url: `/cbr/cases/${whole.names.case}` });
    if (plan.cases.length > 0) expect(kept.json()).toMatchObject({ content: SECRET_CASE.content, usage_count: 1 });
    const keys = await whole.admin({ method: 'GET', url: '/api-keys' });
    expect(keys.json().items.map((key: { name: string }) => key.name)).toEqual(
      plan.isPerson === true ? ['other', 'own'] : ['other', 'limited'],
    );
    expect((await whole.admin({ method: 'GET', url: `/conversations/${whole.names.conversation}` })).statusCode).toBe(
      200,
    );
  });
});

const word = fc.constantFrom(
  'kiln',
  'fires',
  'clay',
  'glaze',
  'ash',
  'noon',
  '가마',
  '규정',
  '제3조',
  '휴학',
  'the',
  'oven 12',
);
const text = fc.array(word, { minLength: 2, maxLength: 20 }).map((words) => `The ${words.join(' ')}.`);
const title = fc.constantFrom('Kiln rules', '휴학 규정', '가마 규정', 'Glaze notes');
const corpus = fc.array(
  fc.record({
    title,
    text,
    at: fc.constantFrom(['Seen'], ['Seen', 'Deep'], ['Hidden'], ['Hidden', 'Deep']),
    groups: fc.constantFrom<string[]>([], [], ['mine'], ['theirs'], ['mine', 'theirs']),
  }),
  { minLength: 1, maxLength: 12 },
);
const filters = fc.option(
  fc.array(fc.constantFrom(['Seen'], ['Seen', 'Deep'], ['Hidden'], ['Deep']), { maxLength: 2 }),
  { nil: undefined },
);

describe('two stores that differ only in what a key may not see', () => {
  let whole: World;
  let alone: World;
  beforeAll(async () => {
    const plan = { key: LIMITED, agents: [['Open'], HIDDEN_PATH] };
    whole = await startWorld([SECRET_DOCUMENT], [], plan);
    alone = await startWorld([SECRET_DOCUMENT], [], plan);
  });
  afterAll(async () => {
    await whole.running.stop();
    await alone.running.stop();
  });

  it('give that key the same answers, whatever they hold and it asks', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(corpus, text, filters, async (documents, question, paths) => {
        // Separate categories for each run: the documents of earlier runs are hidden too.
        const root = `Run ${++runs}`;
        const stored = documents.map(({ at, ...rest }, i) => ({
          ...rest,
          document_id: `r${runs}-${String(i).padStart(2, '0')}`,
          canonical_path: [root, ...at],
        }));
        const isSeen = ({ canonical_path: at, groups }: { canonical_path: string[]; groups: string[] }) =>
          at[1] === 'Seen' && (groups.length === 0 || groups.includes('mine'));
        const request = { name: root, scopes: ['query'], allowed_category_paths: [[root, 'Seen']], groups: ['mine'] };
        const narrowed =
          paths === undefined ? {} : { filters: { allowed_category_paths: paths.map((p) => [root, ...p]) } };
        const answers = [];
        for (const [world, held] of [
          [whole, stored],
          [alone, stored.filter(isSeen)],
        ] as const) {
          for (const payload of held)
            expect((await world.admin({ method: 'POST', url: '/documents', payload })).statusCode).toBe(201);
          const { key } = await makeKey(world.running, request);
          const ask = asking(world.running, { 'x-api-key': key });
          const told = [];
          for (const call of questions(question, narrowed)) told.push(comparable(await ask(call), world.names));
          answers.push(told);
        }
        expect(answers[0]).toEqual(answers[1]);
      }),
      { numRuns: 15 },
    );
  });
});

function questions(question: string, narrowed: object): Call[] {
  return [
    ...['hybrid', 'bm25', 'vector'].map((mode): Call => {
      const payload = { query: question, mode, explain: true, top_k: 100, ...narrowed };
      return { method: 'POST', url: '/search', payload };
    }),
    { method: 'POST', url: '/chat/run', payload: { message: question, options: { explain: true }, ...narrowed } },
    { method: 'POST', url: '/classify', payload: { text: question, top_k: 10, ...narrowed } },
    { method: 'GET', url: '/documents?limit=2' },
    { method: 'GET', url: '/taxonomy/current/tree' },
    { method: 'GET', url: '/index' },
  ];
}
