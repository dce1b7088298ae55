import { type RunningApplication, startApplication } from './support/application.js';

const TEXT = [
  '제1장 총칙',
  '제1조(목적) 이 규정은 휴학에 관한 사항을 정한다.',
  '제2조(신청) ① 휴학은 개강 전날까지 신청한다. <개정 2020. 7. 1.>',
  '제3조 <삭제 2019. 9. 1.>',
].join('\n');

describe('GET /documents/{document_id}/chunks', () => {
  let running: RunningApplication;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: 'a-key-for-the-administrator' });
    await running.post(
      '/documents',
      { document_id: 'rules/leave', title: '휴학 규정', text: TEXT, canonical_path: ['학사', '학적'] },
      admin,
    );
  });
  afterAll(() => running.stop());

  const admin = { 'x-api-key': 'a-key-for-the-administrator' };
  const url = `/documents/${encodeURIComponent('rules/leave')}/chunks`;
  const read = async (path: string, headers: Record<string, string> = admin) =>
    running.call({ method: 'GET', url: path, headers });

  it('returns the analysis of each passage, whose text is exactly that between its offsets', async () => {
    const { items, next_cursor } = (await read(url)).json();
    expect(next_cursor).toBeNull();
    expect(items.map((chunk: { article: string }) => chunk.article)).toEqual(['제1조', '제2조', '제3조']);
    expect(items.map((chunk: { section: string }) => chunk.section)[1]).toBe('제1장 총칙 > 제2조(신청)');
    expect(items[1].metadata).toMatchObject({ kind: 'article', history: [{ kind: 'amended', date: '2020-07-01' }] });
    expect(items[2].metadata.deleted).toBe(true);
    for (const chunk of items) expect(TEXT.slice(chunk.start, chunk.end)).toBe(chunk.text);
  });

  it('is paged in the order of the text', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { items: { ordinal: number }[]; next_cursor: string | null } = (
        await read(`${url}?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ).json();
      seen.push(...page.items.map((chunk) => chunk.ordinal));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([0, 1, 2]);
  });

  it('does not know a document outside the paths of the key', async () => {
    const key = { name: 'library', scopes: ['query'], allowed_category_paths: [['도서관']] };
    const limited = (await running.post('/api-keys', key, admin)).json().key;
    expect((await read(url, { 'x-api-key': limited })).statusCode).toBe(404);
    expect((await read('/documents/nothing/chunks')).statusCode).toBe(404);
  });
});
