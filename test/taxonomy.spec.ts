import fc from 'fast-check';
import { type RunningApplication, startApplication } from './support/application.js';

const PATHS = [['A'], ['A', 'X'], ['A', 'X', 'Deep'], ['B'], ['B', 'Y'], ['C', 'X'], ['D']];
const DOCUMENTS = PATHS.flatMap((path, i) => [
  { document_id: `d${i}`, canonical_path: path },
  { document_id: `e${i}`, canonical_path: path },
]);

const anyPath = fc.constantFrom(...PATHS, ['E'], ['A', 'Z'], ['B', 'X']);
const anyOperation = fc.oneof(
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('add', 'remove'), path: anyPath }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('rename', 'move', 'merge'), path: anyPath, to: anyPath }) },
);
/** Versions, each on one of those before, and the order in which they become active. */
const anyHistory = fc.record({
  versions: fc.array(
    fc.record({ base: fc.nat(9), operations: fc.array(anyOperation, { minLength: 1, maxLength: 4 }) }),
    { minLength: 2, maxLength: 6 },
  ),
  activations: fc.array(fc.nat(9), { minLength: 2, maxLength: 6 }),
});

type Places = Record<string, string>;

describe('versions of the taxonomy, with documents and searches', () => {
  let running: RunningApplication;
  let made = 0;
  beforeAll(async () => {
    running = await startApplication();
    for (const document of DOCUMENTS) {
      await running.post('/documents', {
        ...document,
        title: 'Kestrel',
        text: `The kestrel ${document.document_id} hovers.`,
      });
    }
  });
  afterAll(() => running.stop());

  const get = async (url: string) => (await running.call({ method: 'GET', url })).json();

  async function places(): Promise<Places> {
    const { items } = await get('/documents?limit=100');
    return Object.fromEntries(
      items.map((item: { document_id: string; canonical_path: string[] }) => [
        item.document_id,
        item.canonical_path.join('/'),
      ]),
    );
  }

  /** Documents that a search inside a category finds, with the path under which it shows them. */
  async function found(path: readonly string[]): Promise<Places> {
    const filters = { allowed_category_paths: [path] };
    const { hits } = (await running.post('/search', { query: 'kestrel hovers', top_k: 100, filters })).json();
    return Object.fromEntries(
      hits.map((hit: { document_id: string; metadata: { canonical_path: string[] } }) => [
        hit.document_id,
        hit.metadata.canonical_path.join('/'),
      ]),
    );
  }

  const within = (all: Places, path: readonly string[]): Places =>
    Object.fromEntries(
      Object.entries(all).filter(([, at]) => at === path.join('/') || at.startsWith(`${path.join('/')}/`)),
    );

  async function create(operations: object[], base: string): Promise<string | undefined> {
    const version = `2.${made++}.0`;
    const body = { version, base_version: base, operations };
    const dry = await running.post('/taxonomy/versions?dry_run=true', body);
    expect((await get(`/taxonomy/${version}/tree`)).status).toBe(404);
    const real = await running.post('/taxonomy/versions', body);
    expect([dry.statusCode, real.statusCode]).toEqual(real.statusCode === 422 ? [422, 422] : [200, 201]);
    expect(dry.json().diff).toEqual(real.json().diff);
    return real.statusCode === 422 ? undefined : version;
  }

  async function activate(version: string): Promise<void> {
    expect((await running.post(`/taxonomy/versions/${version}/activate`, {})).statusCode).toBe(200);
  }

  it('restores every document by activating the earlier version, after any change, and searches use it', async () => {
    const before = await places();
    expect(Object.keys(before)).toHaveLength(DOCUMENTS.length);
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const versions = ['1.0.0'];
        for (const { base, operations } of history.versions) {
          const version = await create(operations, versions[base % versions.length] ?? '1.0.0');
          if (version !== undefined) versions.push(version);
        }
        const seen = new Map<string, Places>([['1.0.0', before]]);
        for (const which of [...history.activations, 0]) {
          const version = versions[which % versions.length] ?? '1.0.0';
          await activate(version);
          const now = await places();
          expect(now).toEqual(seen.get(version) ?? now);
          seen.set(version, now);
          for (const path of new Set([...Object.values(now), ...Object.values(before)])) {
            expect(await found(path.split('/'))).toEqual(within(now, path.split('/')));
          }
        }
        expect(await places()).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });

  it('reports in a dry run what a version would change, and stores nothing', async () => {
    const versions = await get('/taxonomy/versions?limit=500');
    const operations = [{ op: 'merge', path: ['B'], to: ['A'] }];
    const dry = await running.post('/taxonomy/versions?dry_run=true', { version: '3.0.0', operations });
    expect(dry.statusCode).toBe(200);
    expect(dry.json()).toMatchObject({ version: '3.0.0', dry_run: true, diff: { documents_moved: 4 } });
    expect(await get('/taxonomy/versions?limit=500')).toEqual(versions);
    const real = await running.post('/taxonomy/versions?dry_run=false', { version: '3.0.0', operations });
    expect(real.statusCode).toBe(201);
    expect(real.json()).toEqual({ ...dry.json(), dry_run: false, created_at: expect.any(String) });
  });

  it('refuses in a dry run what a real run refuses', async () => {
    for (const [body, status] of [
      [{ version: '1.0.0', operations: [] }, 409],
      [{ version: '4.0.0', operations: [{ op: 'remove', path: ['A'] }] }, 422],
      [{ version: '4.0.0', base_version: '9.9.9', operations: [] }, 422],
    ] as const) {
      for (const url of ['/taxonomy/versions?dry_run=true', '/taxonomy/versions']) {
        expect((await running.post(url, body)).statusCode).toBe(status);
      }
    }
    const answer = await running.post('/taxonomy/versions?dry_run=maybe', { version: '4.0.0', operations: [] });
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, '/dry_run']);
  });

  it('does not remove a category that holds documents, and says what to do first', async () => {
    const { errors } = (
      await running.post('/taxonomy/versions', { version: '5.0.0', operations: [{ op: 'remove', path: ['A'] }] })
    ).json();
    expect(errors[0]).toEqual({
      pointer: '/operations/0/path',
      detail: "the category 'A' holds 6 documents at or below it; move or merge them first",
    });
  });
});
