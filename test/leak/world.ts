import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { type RunningApplication, startApplication } from '../support/application.js';
import { OpenIdServer } from '../support/openid-server.js';
import { Browser, PUBLIC_URL, signInSettings } from '../support/signed-in-browser.js';
import { storeHiddenProvision } from './hidden-provision.js';
import {
  ASK,
  ASK_ENDED,
  COPIED,
  ENDED,
  EXACT_PATH,
  HIDDEN_EDITION,
  HIDDEN_TEXT,
  OPEN_CASES,
  OPEN_DOCUMENTS,
  SECRET_CASE,
  SECRET_DOCUMENT,
  WIDE_QUESTION,
} from './planted.js';
import { type Call, form, type Names } from './routes.js';

export const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const SCIM_TOKEN = 'The-Secret-Of-The-Directory-0123456789';

/** Folders that sources may read: a file for the callers, and one for a hidden source. */
const folders = mkdtempSync(path.join(tmpdir(), 'touchstone-leak-'));
const folderWith = (text: string) => {
  const folder = mkdtempSync(path.join(folders, 'source-'));
  writeFileSync(path.join(folder, 'notice.txt'), text);
  return folder;
};

const OWN_FOLDER = folderWith('The notice board is emptied on Fridays.');
export const removeFolders = (): void => rmSync(folders, { recursive: true, force: true });

/** What hides things from limited keys. */
export interface Hiding {
  /** Groups of the hidden documents. */
  readonly groups: readonly string[];
  readonly documentPath: readonly string[];
  /** Where hidden cases, agents and sources are; undefined where no category is hidden. */
  readonly hiddenPath: readonly string[] | undefined;
  /** Whether people sign in, and a directory knows them. */
  readonly hasPeople: boolean;
}

/** A limited caller of both servers. */
export interface LimitedCaller {
  readonly scopes: readonly string[];
  readonly allowed_category_paths?: readonly (readonly string[])[];
  readonly groups?: readonly string[];
  /** A person who signs in, and has these rights by a group of the provider. */
  readonly isPerson?: true;
}

export type Ask = (call: Call) => Promise<LightMyRequestResponse>;

export interface World {
  readonly running: RunningApplication;
  readonly admin: Ask;
}

const asking =
  (running: RunningApplication, key: Record<string, string>): Ask =>
  (call) =>
    running.call({ ...call, headers: { ...call.headers, ...key } });

export const provider = new OpenIdServer();
const LIMITED_PERSON = { sub: 's1', name: 'Limited', groups: ['crew'] };

/** Runs a call that must succeed. @returns its JSON */
async function made(ask: Ask, call: Call): Promise<any> {
  const response = await ask(call);
  if (response.statusCode >= 300)
    throw new Error(`${String(call.method)} ${call.url} answered ${response.statusCode}: ${response.body}`);
  return response.body === '' ? undefined : response.json();
}
const post = (url: string, payload: object = {}): Call => ({ method: 'POST', url, payload });
const put = (url: string, payload: object): Call => ({ method: 'PUT', url, payload });
const get = (url: string): Call => ({ method: 'GET', url });

/** Waits until no job of the server runs: how far a job is would differ by chance. */
export async function settled({ admin }: World): Promise<void> {
  for (;;) {
    const { items } = await made(admin, get('/jobs?limit=500'));
    if (items.every(({ status }: { status: string }) => ['succeeded', 'failed', 'cancelled'].includes(status))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const RULE = { provider_group: 'crew', scopes: ['query'], allowed_category_paths: [['Open']], groups: ['crew'] };

/** A server with what both have. */
export async function startServer(isWithPeople = false): Promise<World> {
  const people = isWithPeople ? { ...signInSettings(provider), SCIM_TOKEN } : {};
  const running = await startApplication({
    AUTH_MODE: 'api-key',
    ADMIN_API_KEY: ADMIN['x-api-key'],
    SOURCE_FOLDERS: folders,
    ...people,
  });
  return { running, admin: asking(running, ADMIN) };
}

/** Starts two servers that differ in what the callers may not see. @returns the names of the hidden things, too */
export async function startWorlds(hiding: Hiding): Promise<{ whole: World; alone: World; hidden: Names }> {
  const whole = await startServer(hiding.hasPeople);
  const alone = await startServer(hiding.hasPeople);
  const [first, ...rest] = [
    ...OPEN_DOCUMENTS,
    ENDED,
    { ...COPIED, document_id: 'copied', canonical_path: ['Open', 'Rooms'] },
    // A hidden document of both: every key may find out whether groups are in use.
    {
      document_id: 'both-have',
      title: 'Tea list',
      text: 'Tea is poured at four.',
      canonical_path: ['Open', 'Tea'],
      groups: ['tea'],
    },
  ];
  const hiddenFolder = folderWith('The ledger of the strongroom is bound in wyvern leather.');
  let hidden: Names | undefined;
  for (const world of [whole, alone]) {
    await made(world.admin, post('/documents', first));
    if (world === whole) await storeHiddenDocuments(world, hiding);
    for (const document of rest) await made(world.admin, post('/documents', document));
    if (world === whole) await storeHiddenEdition(world, hiding);
    if (world === whole && hiding.hiddenPath !== undefined) await made(world.admin, post('/cbr/case', SECRET_CASE));
    for (const one of OPEN_CASES) await made(world.admin, post('/cbr/case', one));
    const isHiding = world === whole && hiding.hiddenPath !== undefined;
    // Versions belong to the service, and answers name them: what differs is what is in them.
    await setSynonyms(world, world === whole ? ['basilisk', 'cockatrice'] : ['quay', 'wharf']);
    await addCategories(world, '1.1.0', isHiding ? [[...EXACT_PATH, 'Cellar']] : []);
    await addCategories(world, '2.0.0', []);
    if (world === whole) hidden = await fillHidden(world, hiding, hiddenFolder);
    await settled(world);
  }
  if (hidden === undefined) throw new Error('nothing is hidden');
  return { whole, alone, hidden };
}

function setSynonyms({ admin }: World, words: readonly string[]): Promise<void> {
  return made(
    admin,
    put('/configuration/synonyms', { base_version: 1, groups: [{ lang: 'en', words }], translations: [] }),
  );
}

/** Activates a version of the taxonomy with these categories and one that the callers see. */
async function addCategories({ admin }: World, version: string, paths: readonly (readonly string[])[]): Promise<void> {
  const operations = [['Open', `New in ${version}`], ...paths].map((at) => ({ op: 'add', path: at }));
  await made(admin, post('/taxonomy/versions', { version, operations }));
  await made(admin, post(`/taxonomy/versions/${version}/activate`));
}

function storeHiddenEdition({ admin }: World, { groups, documentPath }: Hiding): Promise<void> {
  const edition = { ...HIDDEN_EDITION, canonical_path: documentPath, groups };
  return made(admin, post(`/documents/${ENDED.document_id}/editions`, edition));
}

/** A case of a question whose author sees more than the callers. */
async function confirmAnswer(ask: Ask): Promise<void> {
  const { metadata } = await made(ask, post('/chat/run', { message: WIDE_QUESTION }));
  const rated = await made(ask, post('/feedback', { trace_id: metadata.trace_id, feedback: 'thumbs_up' }));
  if (rated.outcome !== 'case') throw new Error(`no case was made: ${JSON.stringify(rated)}`);
}

async function storeHiddenDocuments({ admin }: World, { groups, documentPath }: Hiding): Promise<void> {
  const at = { canonical_path: documentPath, groups };
  await made(admin, post('/documents', { ...SECRET_DOCUMENT, ...at }));
  await made(admin, post('/documents', { ...COPIED, document_id: 'strongroom-copy', ...at }));
  await made(admin, post('/documents', { ...HIDDEN_TEXT, document_id: 'strongroom-tap', ...at }));
  await made(admin, {
    method: 'POST',
    url: '/documents/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: form({
      document_id: 'strongroom-file',
      canonical_path: JSON.stringify(documentPath),
      groups: JSON.stringify(groups),
    }),
  });
  await made(admin, put('/documents/strongroom-1', { title: `${SECRET_DOCUMENT.title} (new)` }));
}

/** Everything that a server can hold and that the callers may not see, made by the administrator and by another key. */
async function fillHidden(world: World, hiding: Hiding, folder: string): Promise<Names> {
  const { running, admin } = world;
  const { groups, hiddenPath } = hiding;
  const otherKey = await made(
    admin,
    post('/api-keys', { name: 'ombrelle desk', scopes: ['query', 'ingest', 'test'], groups }),
  );
  const other = asking(running, { 'x-api-key': otherKey.key });
  const chat = await made(admin, post('/chat/run', { message: ASK }));
  const { trace_id: trace } = chat.metadata;
  await made(admin, post('/feedback', { trace_id: trace, feedback: 'thumbs_down', comment: 'Zibeline' }));
  await made(other, post('/chat/run', { message: ASK }));
  await confirmAnswer(other);
  await made(admin, post('/chat/run', { message: 'What does a zibeline cost in winter?' }));
  const share = await made(admin, post(`/conversations/${chat.conversation_id}/shares`));
  const response = await made(admin, post('/v1/responses', { model: 'default', input: ASK }));
  const job = await made(admin, post('/index/optimize'));
  const imports = { name: 'imports', kind: 'folder', location: { folder }, category: hiddenPath ?? ['Open'], groups };
  const source = await made(admin, post('/sources', imports));
  const run = await made(admin, post(`/sources/${source.source_id}/sync`));
  const webhook = await made(admin, post('/webhooks', { url: 'http://127.0.0.1:1/ombrelle', events: ['job.ended'] }));
  return {
    document: SECRET_DOCUMENT.document_id,
    upload: 'strongroom-file',
    conversation: chat.conversation_id,
    trace,
    share: share.share_id,
    orphan: await shareOfEndedKey(world, groups),
    response: response.id,
    source: source.source_id,
    run: run.run_id,
    webhook: webhook.id,
    job: job.job_id,
    key: otherKey.id,
    case: SECRET_CASE.case_id,
    log: await rateHiddenCase(admin, hiding),
    revision: '2',
    ...(await fillTests(world, hiding, otherKey.id)),
    ...(hiddenPath === undefined ? NO_AGENTS : await makeHiddenAgents(admin, hiddenPath)),
    ...(hiding.hasPeople ? await fillDirectory(world) : NOBODY),
  };
}

/** @returns the share of a key that was revoked since, of words that every caller may see */
async function shareOfEndedKey({ running, admin }: World, groups: readonly string[]): Promise<string> {
  const { id, key } = await made(admin, post('/api-keys', { name: 'ended', scopes: ['query'], groups }));
  const ask = asking(running, { 'x-api-key': key });
  const chat = await made(ask, post('/chat/run', { message: 'Who is the keeper of the cabinet?' }));
  const share = await made(ask, post(`/conversations/${chat.conversation_id}/shares`));
  await made(admin, { method: 'DELETE', url: `/api-keys/${id}` });
  return String(share.share_id);
}

/** Agents have no groups: only categories hide them. */
const NO_AGENTS = { agent: `agent_${'0'.repeat(24)}`, review: `trace_${'0'.repeat(32)}` };
const NOBODY = { person: 'user_1', member: 'person_1', team: 'team_1' };

/** @returns the suggestion that was rated */
async function rateHiddenCase(admin: Ask, { hiddenPath }: Hiding): Promise<string> {
  const { log_id: log } = await made(admin, post('/cbr/suggest', { query: ASK, k: 1 }));
  const rating = { log_id: log, case_id: SECRET_CASE.case_id, feedback: 'thumbs_up' };
  if (hiddenPath !== undefined) await made(admin, post('/cbr/feedback', rating));
  return String(log);
}

/** An agent with tools, and an answer of another one that waits for its review. */
async function makeHiddenAgents(admin: Ask, hiddenPath: readonly string[]): Promise<Pick<Names, 'agent' | 'review'>> {
  const make = (options: object) => {
    const of = { version: '2.0.0', node_paths: [['Open'], hiddenPath] };
    return made(admin, post('/agents/from-category', { ...of, options }));
  };
  const agent = await make({ mcp_tools: ['search', 'ask', 'suggest_cases'] });
  const waiting = await make({ name: 'strict', custom_features: { hitl_below_conf: 0.9 } });
  const reviewed = await made(admin, post('/chat/run', { message: ASK, agent_id: waiting.agent_id }));
  return { agent: agent.agent_id, review: reviewed.metadata.trace_id };
}

/** Tests of the administrator and of another key. */
async function fillTests(
  { running, admin }: World,
  { groups }: Hiding,
  otherId: string,
): Promise<Pick<Names, 'session' | 'dataset' | 'schedule' | 'target' | 'improvement'>> {
  const request = { seed: 1, personas: ['freshman'], multi_turn: { scenarios: 1, turns: 3 } };
  const session = await made(admin, post('/test-sessions', request));
  await made(admin, post(`/test-sessions/${session.session_id}/cancel`));
  await storeHiddenProvision(running, otherId, 'other');
  const items = [{ question: ASK, citations: ['strongroom-1'] }];
  const dataset = await made(admin, post('/datasets', { name: 'own', items }));
  const template = { name: 'zibeline', personas: ['freshman'], seed: 7 };
  const schedule = { id: 'nightly', cron: '0 3 * * *', enabled: true, template };
  await made(admin, put('/test-schedules', { items: [schedule] }));
  // Every key with the scope admin may choose each target.
  const target = {
    name: 'help-desk',
    kind: 'openai',
    base_url: 'http://127.0.0.1:1/v1',
    model: 'm',
    scopes: ['admin'],
  };
  if (groups.length > 0) await made(admin, put('/test-targets', { items: [target] }));
  return {
    session: session.session_id,
    dataset: dataset.dataset_id,
    schedule: schedule.id,
    target: target.name,
    improvement: 'imp_other',
  };
}

/** People whom the callers may not list: one who signed in, and one of the directory. */
async function fillDirectory({ running, admin }: World): Promise<Pick<Names, 'person' | 'member' | 'team'>> {
  provider.person = { sub: 's2', name: 'Quince', groups: ['vault'] };
  await new Browser(running).signIn();
  provider.person = LIMITED_PERSON;
  await mapGroups(admin, { provider_group: 'vault', groups: ['vault'] });
  const directory = asking(running, { authorization: `Bearer ${SCIM_TOKEN}` });
  const member = await made(directory, post('/scim/v2/Users', { userName: 'perivale' }));
  const team = await made(
    directory,
    post('/scim/v2/Groups', { displayName: 'ombrelle', members: [{ value: member.id }] }),
  );
  const { items } = await made(admin, get('/users?text=Quince'));
  return { person: items[0].id, member: member.id, team: team.id };
}

/** The caller at one server, with things of its own; `place` is part of their ids. */
export async function enter(world: World, caller: LimitedCaller, place: string): Promise<{ ask: Ask; own: Names }> {
  const ask = await admitted(world, caller);
  const { id } = await made(ask, get('/api-keys/current'));
  const own = await ownThings(world, ask, { id: String(id), place });
  await settled(world);
  return { ask, own };
}

async function mapGroups(admin: Ask, rule: object): Promise<void> {
  const { version } = await made(admin, get('/group-mapping'));
  await made(admin, put('/group-mapping', { base_version: version, rules: [{ ...RULE, ...rule }] }));
}

/** Makes a key with these rights. */
export async function withKey({ running, admin }: World, rights: object): Promise<Ask> {
  const { key } = await made(admin, post('/api-keys', { name: 'limited', ...rights }));
  return asking(running, { authorization: `Bearer ${key}` });
}

async function admitted(world: World, { isPerson, ...rights }: LimitedCaller): Promise<Ask> {
  if (isPerson !== true) return withKey(world, rights);
  const { running, admin } = world;
  await mapGroups(admin, rights);
  provider.person = LIMITED_PERSON;
  const browser = new Browser(running);
  await browser.signIn();
  // /mcp takes an access token of the provider, every other route the session of the browser.
  const token = asking(running, { authorization: `Bearer ${provider.accessToken(`${PUBLIC_URL}/mcp`)}` });
  return (call) => (call.url.startsWith('/mcp') ? token(call) : browser.call(call));
}

/** What a caller makes as far as its scopes allow; a thing that it cannot make has a name that nothing has. */
async function ownThings({ running }: World, ask: Ask, { id, place }: { id: string; place: string }): Promise<Names> {
  const tried = async (call: Call): Promise<any> => {
    const response = await ask(call);
    return response.statusCode < 300 && response.body !== '' ? response.json() : {};
  };
  const chat = await made(ask, post('/chat/run', { message: ASK }));
  await tried(post('/feedback', { trace_id: chat.metadata.trace_id, feedback: 'thumbs_down', comment: 'Not that.' }));
  await made(ask, post('/chat/run', { message: 'Where do I buy a parking permit?' }));
  const ended = await made(ask, post('/chat/run', { ...ASK_ENDED, conversation_id: chat.conversation_id }));
  await tried(post('/feedback', { trace_id: ended.metadata.trace_id, feedback: 'thumbs_up' }));
  const share = await tried(post(`/conversations/${chat.conversation_id}/shares`));
  const response = await tried(post('/v1/responses', { model: 'default', input: ASK }));
  const at = { document_id: `own-${place}`, canonical_path: ['Open', 'Rooms'] };
  const document = await tried(
    post('/documents', { title: 'Own', text: 'The lamp of the landing is replaced in May.', ...at }),
  );
  const suggested = await tried(post('/cbr/suggest', { query: ASK, k: 3 }));
  const one = {
    case_id: `own-case-${place}`,
    query: 'Who keeps the lamp?',
    category_path: ['Open'],
    content: 'The porter.',
  };
  const stored = await tried(post('/cbr/case', one));
  const agent = await tried(post('/agents/from-category', { version: '2.0.0', node_paths: [['Open']] }));
  const folder = { name: 'notices', kind: 'folder', location: { folder: OWN_FOLDER }, category: ['Open', 'Imports'] };
  const source = await tried(post('/sources', folder));
  const run = await tried(post(`/sources/${source.source_id}/sync`));
  const dataset = await tried(post('/datasets', { name: 'own', items: [{ question: ASK, citations: ['rooms-1'] }] }));
  const session = await storeHiddenProvision(running, id, place);
  return {
    document: document.document_id ?? 'rooms-1',
    upload: 'none',
    conversation: chat.conversation_id,
    trace: chat.metadata.trace_id,
    share: share.share_id ?? 'none',
    orphan: 'none',
    response: response.id ?? 'none',
    source: source.source_id ?? 'none',
    run: run.run_id ?? 'none',
    webhook: 'none',
    review: 'none',
    job: run.job_id ?? 'none',
    key: id,
    agent: agent.agent_id ?? 'none',
    case: stored.case_id ?? 'case-rooms-1',
    log: suggested.log_id ?? 'none',
    session,
    dataset: dataset.dataset_id ?? 'none',
    schedule: 'none',
    target: 'none',
    improvement: `imp_${place}`,
    revision: '1',
    person: 'none',
    member: 'none',
    team: 'none',
  };
}
