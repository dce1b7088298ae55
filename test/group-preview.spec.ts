import { OpenIdServer } from './support/openid-server.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { Browser, signInSettings } from './support/signed-in-browser.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const ASK = 'How long may a bicycle be lent?';
const RULES = [
  { provider_group: 'readers', scopes: ['query'], allowed_category_paths: [['library']], groups: [] },
  {
    provider_group: 'staff',
    scopes: ['query'],
    allowed_category_paths: [['Library'], ['Office']],
    groups: ['payroll'],
  },
  { provider_group: 'all', scopes: ['query'], allowed_category_paths: null, groups: [] },
  { provider_group: 'senders', scopes: ['metrics'], allowed_category_paths: null, groups: [] },
];
const DOCUMENTS = [
  { id: 'rooms', path: ['Library', 'Rooms'], groups: [], text: 'The reading rooms are open from 7 a.m. to 11 p.m.' },
  { id: 'loans', path: ['Library'], groups: ['payroll'], text: 'A bicycle may be lent for 9 days by the staff.' },
  { id: 'desks', path: ['Office'], groups: [], text: 'A desk is cleared every Friday evening.' },
  { id: 'yard', path: ['Yard'], groups: ['gardeners'], text: 'The hedge is cut in March and in October.' },
];

describe('what a group sees', () => {
  const provider = new OpenIdServer();
  let running: RunningApplication;
  beforeAll(async () => {
    await provider.start();
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: ADMIN['x-api-key'],
      ...signInSettings(provider),
    });
    for (const { id, path, groups, text } of DOCUMENTS)
      await running.post(
        '/documents',
        { document_id: id, title: `On ${id}`, text, canonical_path: path, groups },
        ADMIN,
      );
    const payload = { base_version: 0, rules: RULES };
    await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
  });
  afterAll(async () => {
    await running.stop();
    await provider.stop();
  });

  const preview = (body: object, headers: Record<string, string> = ADMIN) =>
    running.call({ method: 'POST', url: '/group-mapping/preview', headers, payload: body });
  const previewOf = async (...groups: string[]) => (await preview({ provider_groups: groups, message: ASK })).json();

  interface Node {
    readonly path: string[];
    readonly document_count: number;
    readonly children: Node[];
  }
  const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
  const member = async (...groups: string[]) => {
    provider.person = { sub: groups.join('-'), name: 'M', groups };
    const browser = new Browser(running);
    await browser.signIn();
    const list = await browser.get('/documents');
    if (list.statusCode !== 200) return { status: list.statusCode };
    const nodes: Node[] = (await browser.get('/taxonomy/current/tree')).json().nodes;
    const payload = { message: ASK };
    const answer = (await browser.call({ method: 'POST', url: '/chat/run', payload })).json();
    return {
      status: 200,
      documents: list.json().items.map((one: { document_id: string }) => one.document_id),
      categories: flat(nodes)
        .filter(({ document_count: count }) => count > 0)
        .map(({ path, document_count: count }) => [path, count]),
      response: answer.response,
      abstained: answer.metadata.abstained,
    };
  };

  it.each([[['readers']], [['staff']], [['all']], [['readers', 'all']], [['staff', 'unknown']]])(
    'is what a person of %j gets',
    async (groups) => {
      const person = await member(...groups);
      const seen = await previewOf(...groups);
      expect(person.status).toBe(200);
      expect({
        status: 200,
        documents: seen.first_documents.map((one: { document_id: string }) => one.document_id),
        categories: seen.categories.map((one: { canonical_path: string[]; documents: number }) => [
          one.canonical_path,
          one.documents,
        ]),
        response: seen.answer.response,
        abstained: seen.answer.abstained,
      }).toEqual(person);
      expect(seen.documents).toBe(seen.first_documents.length);
    },
  );

  it('differs between groups, so that the comparison means something', async () => {
    const [readers, staff] = [await previewOf('readers'), await previewOf('staff')];
    expect([readers.documents, readers.answer.abstained]).toEqual([1, true]);
    expect([staff.documents, staff.answer.abstained]).toEqual([3, false]);
    expect(staff.answer.response).toContain('9 days');
    expect(staff).toMatchObject({ scopes: ['query'], groups: ['payroll'] });
  });

  it.each([[['senders']], [['unknown']]])('is nothing where a person of %j may not read', async (groups) => {
    expect((await member(...groups)).status).toBe(403);
    expect(await previewOf(...groups)).toMatchObject({
      documents: 0,
      first_documents: [],
      categories: [],
      answer: null,
    });
  });

  it('follows rules that are not saved, in the form in which they would be', async () => {
    const rules = [{ provider_group: 'new', scopes: ['query'], allowed_category_paths: [['OFFICE']], groups: [] }];
    const seen = (await preview({ provider_groups: ['new'], rules })).json();
    expect([seen.documents, seen.first_documents[0].document_id, seen.answer]).toEqual([1, 'desks', null]);
    expect(await previewOf('new')).toMatchObject({ documents: 0 });
  });

  it('is in the audit log, and in no conversation', async () => {
    await previewOf('staff');
    const { items } = (
      await running.call({ method: 'GET', url: '/audit?action=preview_group&order=newest&limit=1', headers: ADMIN })
    ).json();
    expect(items[0]).toMatchObject({ action: 'preview_group', question: ASK, detail: 'staff', caller: 'admin' });
    const conversations = await running.call({ method: 'GET', url: '/conversations', headers: ADMIN });
    expect(conversations.json().items).toEqual([]);
  });

  it('is for administrators of the whole service alone', async () => {
    for (const more of [
      { scopes: ['query', 'ingest', 'test', 'metrics'] },
      { scopes: ['admin'], allowed_category_paths: [['Library']] },
    ]) {
      const { key } = (await running.post('/api-keys', { name: 'n', ...more }, ADMIN)).json();
      expect((await preview({ provider_groups: ['all'] }, { 'x-api-key': key })).statusCode).toBe(403);
    }
    expect((await preview({ provider_groups: [] })).statusCode).toBe(422);
  });
});
