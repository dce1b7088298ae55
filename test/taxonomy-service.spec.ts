import type { ServerResponse } from 'node:http';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';

const ADMIN_KEY = 'the-key-of-the-administrator';
const TIME = '2025-03-01T09:30:00.000Z';
const DOCUMENT = { title: 'Kiln rules', text: 'The kiln fires at 1,240 degrees.', canonical_path: ['Works', 'Kiln'] };
const category = (path: string[], children: object[] = []) => ({ path, document_count: 7, children });
const TREE = {
  version: '4.1.0',
  created_at: TIME,
  nodes: [
    category(['Works'], [category(['Works', 'Kiln']), category(['Works', 'Loom'])]),
    category(['Vault'], [category(['Vault', 'Codes'])]),
  ],
};
const OLD_TREE = { version: '4.0.0', created_at: TIME, nodes: [category(['Sheds'])] };
const VERSIONS = [
  { version: '4.1.0', base_version: '4.0.0', created_at: TIME, active: true, activated_at: TIME },
  { version: '4.0.0', base_version: null, created_at: TIME, active: false },
];

describe('an external taxonomy service (TAXONOMY_BASE)', () => {
  let server: FakeServer;
  let base: string;
  let running: RunningApplication;

  beforeEach(async () => {
    server = new FakeServer();
    base = await server.start();
    wellBehaved();
  });
  afterEach(async () => {
    await running.stop();
    await server.stop();
  });

  /** Two pages of versions, the tree of two versions, 404 for any other. */
  function wellBehaved(tree: object = TREE): void {
    const answers: Record<string, unknown> = {
      '/taxonomy/current/tree': tree,
      '/taxonomy/4.1.0/tree': TREE,
      '/taxonomy/4.0.0/tree': OLD_TREE,
      '/taxonomy/versions': { items: VERSIONS.slice(0, 1), next_cursor: 'c 1' },
      '/taxonomy/versions?cursor=c%201': { items: VERSIONS.slice(1), next_cursor: null },
    };
    server.respond = (response, { path }) => {
      const known = answers[path];
      sendJson(response, known === undefined ? 404 : 200, known ?? { title: 'Not Found' });
    };
  }
  const start = async (settings: Readonly<Record<string, string>> = {}) => {
    running = await startApplication({ TAXONOMY_BASE: `${base}/`, PIPELINE_TIMEOUT_MULTIPLIER: '60', ...settings });
    return running;
  };
  const get = async (url: string, headers: Record<string, string> = {}) =>
    (await running.call({ method: 'GET', url, headers })).json();
  const health = async () => (await get('/health')).components.taxonomy;
  /** Each check asks the service again with a time limit of one second; a busy machine may exceed it. */
  const statusAtLast = async (wanted: string) => {
    let { status } = await health();
    for (let looks = 1; looks < 30 && status !== wanted; looks++) status = (await health()).status;
    return status;
  };
  const search = async () => (await running.post('/search', { query: 'kiln' })).json();
  const agentWarnings = async (version: string, paths: string[][]) =>
    (await running.post('/agents/from-category', { version, node_paths: paths })).json().warnings;

  it('gives its version to answers, and its tree with the documents that are stored here', async () => {
    await start();
    expect((await running.post('/documents', DOCUMENT)).json().taxonomy_version).toBe('4.1.0');
    expect(await search()).toMatchObject({ taxonomy_version: '4.1.0', degraded: [] });
    const answer = (await running.post('/chat/run', { message: 'How hot does the kiln fire?' })).json();
    expect([answer.taxonomy_version, answer.metadata.degraded]).toEqual(['4.1.0', []]);
    const tree = await get('/taxonomy/current/tree');
    expect(tree).toMatchObject({ version: '4.1.0', created_at: TIME, source: 'service', degraded: [] });
    expect(tree.age_s).toBeGreaterThanOrEqual(0);
    expect(tree.nodes).toEqual([
      { path: ['Vault'], document_count: 0, children: [{ path: ['Vault', 'Codes'], document_count: 0, children: [] }] },
      {
        path: ['Works'],
        document_count: 0,
        children: [
          { path: ['Works', 'Kiln'], document_count: 1, children: [] },
          { path: ['Works', 'Loom'], document_count: 0, children: [] },
        ],
      },
    ]);
    expect(await health()).toMatchObject({ status: 'healthy', detail: 'version 4.1.0' });
  });

  it('shows a category that holds documents and that the service does not have', async () => {
    await start();
    await running.post('/documents', { ...DOCUMENT, canonical_path: ['Attic'] });
    const { nodes } = await get('/taxonomy/current/tree');
    expect(nodes.map((node: { path: string[] }) => node.path)).toEqual([['Attic'], ['Vault'], ['Works']]);
  });

  it('shows a key only its categories', async () => {
    await start({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN_KEY });
    const request = { name: 'works', scopes: ['query'], allowed_category_paths: [['works', 'Kiln']] };
    const { key } = (await running.post('/api-keys', request, { 'x-api-key': ADMIN_KEY })).json();
    for (const version of ['current', '4.1.0']) {
      const { nodes } = await get(`/taxonomy/${version}/tree`, { 'x-api-key': key });
      expect(nodes).toEqual([
        {
          path: ['Works'],
          document_count: 0,
          children: [{ path: ['Works', 'Kiln'], document_count: 0, children: [] }],
        },
      ]);
    }
  });

  it('lists its versions over all its pages in pages of our own, and returns the tree of an earlier one', async () => {
    await start();
    const first = await get('/taxonomy/versions?limit=1');
    expect(first).toMatchObject({ items: [VERSIONS[0]], source: 'service', degraded: [] });
    const second = await get(`/taxonomy/versions?limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ items: [VERSIONS[1]], next_cursor: null });
    expect(await get('/taxonomy/4.0.0/tree')).toMatchObject({ version: '4.0.0', nodes: [{ path: ['Sheds'] }] });
    expect((await get('/taxonomy/9.9.9/tree')).status).toBe(404);
  });

  it('has its categories checked where an agent is made', async () => {
    await start();
    await running.post('/documents', { ...DOCUMENT, canonical_path: ['Attic'] });
    const paths = [['works', 'loom'], ['Works', 'Forge'], ['Attic']];
    expect(await agentWarnings('4.1.0', paths)).toEqual([
      '["works","forge"] is not a category of version 4.1.0; nothing is found in it.',
      '["attic"] is not a category of version 4.1.0; it contains documents nevertheless.',
    ]);
    expect(await agentWarnings('4.0.0', [['Sheds']])).toEqual([]);
    expect(await agentWarnings('9.9.9', [['Sheds']])).toEqual([
      'Version 9.9.9 of the taxonomy is not known here; the categories were not checked.',
    ]);
  });

  it('refuses to change what it does not keep, and says where to', async () => {
    await start();
    const operations = [{ op: 'add', path: ['New'] }];
    for (const url of ['/taxonomy/versions', '/taxonomy/versions?dry_run=true', '/taxonomy/versions/4.0.0/activate']) {
      const answer = await running.post(url, url.endsWith('activate') ? {} : { version: '5.0.0', operations });
      expect([answer.statusCode, answer.json().detail]).toEqual([501, expect.stringContaining('TAXONOMY_BASE')]);
    }
  });

  const silent = () => undefined;
  const starts: [string, (response: ServerResponse) => void, RegExp][] = [
    ['hangs', silent, /no answer within 1000 ms/u],
    ['tells nonsense', (response) => sendJson(response, 200, { ...TREE, version: 'latest' }), /SemVer/u],
  ];
  it.each(starts)(
    'that %s at the start does not hold the start up: own categories, marked',
    async (_, respond, why) => {
      server.respond = respond;
      await start();
      await running.post('/documents', DOCUMENT);
      expect(await search()).toMatchObject({ degraded: ['taxonomy'], taxonomy_version: '1.0.0', hits: [{}] });
      expect(await get('/taxonomy/current/tree')).toMatchObject({
        version: '1.0.0',
        source: 'own',
        degraded: ['taxonomy'],
        nodes: [{ path: ['Works'], children: [{ path: ['Works', 'Kiln'], document_count: 1 }] }],
      });
      const { status, detail } = await health();
      expect([status, detail]).toEqual(['degraded', expect.stringMatching(why)]);
      expect(detail).toMatch(/the own categories serve$/u);
      wellBehaved();
      expect(await statusAtLast('healthy')).toBe('healthy');
      expect(await search()).toMatchObject({ degraded: [], taxonomy_version: '4.1.0' });
    },
  );

  it('that fails later causes no outage: its last tree is used with its age, marked, until it recovers', async () => {
    await start();
    await get('/taxonomy/4.0.0/tree');
    await server.stop();
    expect((await health()).status).toBe('degraded');
    expect(await search()).toMatchObject({ degraded: ['taxonomy'], taxonomy_version: '4.1.0' });
    const answer = (await running.post('/chat/run', { message: 'How hot does the kiln fire?' })).json();
    expect([answer.taxonomy_version, answer.metadata.degraded]).toEqual(['4.1.0', ['taxonomy']]);
    for (const version of ['current', '4.1.0', '4.0.0'])
      expect(await get(`/taxonomy/${version}/tree`)).toMatchObject({
        source: 'service',
        degraded: ['taxonomy'],
        age_s: expect.any(Number),
      });
    for (const url of ['/taxonomy/3.0.0/tree', '/taxonomy/versions']) {
      const refused = await running.call({ method: 'GET', url });
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    }
    expect(await agentWarnings('4.1.0', [['Nowhere']])).toHaveLength(1);
    expect(await agentWarnings('3.0.0', [['Nowhere']])).toEqual([
      'The taxonomy service does not answer; the categories were not checked.',
    ]);
  });

  it('is remembered over a restart, and its new version is taken when it is back', async () => {
    const dataFolder = temporaryFolder();
    await start({ DATA_DIR: dataFolder });
    await running.stop();
    server.respond = silent;
    await start({ DATA_DIR: dataFolder });
    expect(await search()).toMatchObject({ degraded: ['taxonomy'], taxonomy_version: '4.1.0' });
    wellBehaved({ ...TREE, version: '4.2.0' });
    expect(await statusAtLast('healthy')).toBe('healthy');
    expect(await search()).toMatchObject({ degraded: [], taxonomy_version: '4.2.0' });
  });
});
