import { startApplication, type RunningApplication } from './support/application.js';

const TITLES = [
  ['scholarship', '장학금 지급 규정', ['학사', '장학']],
  ['detail', '장학금 지급 규정 시행세칙', ['학사', '장학']],
  ['library', '중앙 도서관 이용 안내', ['시설', '도서관']],
  ['leave', 'Leave of Absence Regulations', ['Handbook', 'Leave']],
] as const;

describe('names that are remembered roughly', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'admin-key-of-rough-names' });
    for (const [document_id, title, canonical_path] of TITLES)
      await running.post('/documents', { document_id, title, canonical_path, text: `${title}.` }, ADMIN);
  });
  afterAll(() => running.stop());

  const ADMIN = { 'x-api-key': 'admin-key-of-rough-names' };
  const get = (url: string, headers: Record<string, string> = ADMIN) => running.call({ method: 'GET', url, headers });
  const documents = async (query: Record<string, string>, headers?: Record<string, string>) => {
    const { items, next_cursor } = (await get(`/documents?${new URLSearchParams(query).toString()}`, headers)).json();
    expect(next_cursor).toBeNull();
    return items.map((item: { document_id: string }) => item.document_id);
  };
  const categories = async (name: string, headers?: Record<string, string>) =>
    (await get(`/taxonomy/current/categories?${new URLSearchParams({ name }).toString()}`, headers)).json().items;
  const limitedKey = async () => {
    const body = { name: 'limited', scopes: ['query'], allowed_category_paths: [['학사']] };
    return { 'x-api-key': (await running.post('/api-keys', body, ADMIN)).json().key };
  };

  it('find documents, nearest first and at most as many as wanted', async () => {
    expect(await documents({ title: '장학금 지금 규정' })).toEqual(['scholarship', 'detail']);
    expect(await documents({ title: '장학금지금규정', limit: '1' })).toEqual(['scholarship']);
    expect(await documents({ title: 'leave of absense' })).toEqual(['leave']);
    expect(await documents({ title: '도서관', path: '시설' })).toEqual(['library']);
    expect(await documents({ title: '도서관', path: '학사' })).toEqual([]);
    expect(await documents({ title: '***' })).toEqual([]);
  });

  it('find documents that are sorted by another column, page by page', async () => {
    const asked = { title: '장학금 지급 규정', sort: 'title', direction: 'descending' };
    expect(await documents(asked)).toEqual(['detail', 'scholarship']);
    const first = (await get(`/documents?${new URLSearchParams({ ...asked, limit: '1' }).toString()}`)).json();
    expect(first.items[0].document_id).toBe('detail');
    expect(await documents({ ...asked, limit: '1', cursor: first.next_cursor })).toEqual(['scholarship']);
    expect(await documents({ sort: 'category', path: '학사' }, await limitedKey())).toEqual(['detail', 'scholarship']);
    expect(await documents({ in_force: 'always' }, await limitedKey())).toEqual(['scholarship', 'detail']);
    expect(await documents({ in_force: 'past', as_of: '2026-01-01' })).toEqual([]);
  });

  it('find nothing outside of the key', async () => {
    const limited = await limitedKey();
    expect(await documents({ title: '장학금 지금 규정' }, limited)).toEqual(['scholarship', 'detail']);
    expect(await documents({ title: '도서관 이용' }, limited)).toEqual([]);
    expect(await categories('도서관', limited)).toEqual([]);
  });

  it.each([
    ['/documents?title=', '/title'],
    [`/documents?title=${'x'.repeat(101)}`, '/title'],
    ['/documents?title=x&cursor=abc', '/cursor'],
    ['/documents?sort=title&cursor=abc', '/cursor'],
    ['/documents?sort=size', '/sort'],
    ['/documents?direction=up', '/direction'],
    ['/documents?from=yesterday', '/from'],
    ['/documents?copies=perhaps', '/copies'],
    ['/taxonomy/current/categories', '/name'],
    ['/taxonomy/current/categories?name=x&limit=0', '/limit'],
  ])('%s is refused at %s', async (url, pointer) => {
    const response = await get(url);
    expect(response.statusCode).toBe(422);
    for (const fault of response.json().errors) expect(fault.pointer).toBe(pointer);
  });

  it('find categories', async () => {
    expect(await categories('도서간')).toEqual([{ path: ['시설', '도서관'], document_count: 1 }]);
    expect(await categories('학사 장학')).toEqual([
      { path: ['학사', '장학'], document_count: 2 },
      { path: ['학사'], document_count: 0 },
    ]);
    expect(await categories('연구비')).toEqual([]);
    expect((await get('/taxonomy/9.9.9/categories?name=x')).statusCode).toBe(404);
  });

  it('are asked about when an agent is made for a category that is not there', async () => {
    const body = { version: '1.0.0', node_paths: [['학사', '장확'], ['주차']] };
    const { warnings } = (await running.post('/agents/from-category', body, ADMIN)).json();
    expect(warnings[0]).toMatch(/nothing is found in it\. Did you mean \["학사","장학"\]\?$/u);
    expect(warnings[1]).toMatch(/nothing is found in it\.$/u);
  });
});
