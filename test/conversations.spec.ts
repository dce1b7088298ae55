import type { LightMyRequestResponse } from 'fastify';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
type Headers = Readonly<Record<string, string>>;

const DOCUMENTS = [
  {
    document_id: 'leave',
    title: '휴학 규정',
    canonical_path: ['학사'],
    text: '제1조(신청 기간) 휴학을 하려는 학생은 개강일 30일 전까지 학사정보시스템에서 신청하여야 한다.',
  },
  {
    document_id: 'library',
    title: 'Library handbook',
    canonical_path: ['Library'],
    text: 'Undergraduate students may borrow ten books for fourteen days. A loan may be renewed twice.',
  },
];
const LEAVE = '휴학 신청은 언제까지 해야 하나요?';
const BOOKS = 'For how many days may undergraduate students borrow books?';

describe('conversations', () => {
  let running: RunningApplication;
  let ann: Headers;
  let bob: Headers;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    for (const document of DOCUMENTS) expect((await running.post('/documents', document, ADMIN)).statusCode).toBe(201);
  });
  afterAll(() => running.stop());
  beforeEach(async () => {
    ann = await keyOf({ allowed_category_paths: [['학사'], ['Library']] });
    bob = await keyOf({ allowed_category_paths: [['Library']] });
  });

  async function keyOf(more: object): Promise<Headers> {
    const made = await running.post('/api-keys', { name: 'k', scopes: ['query'], ...more }, ADMIN);
    return { 'x-api-key': made.json().key };
  }
  const ask = async (message: string, headers: Headers, more: object = {}) =>
    (await running.post('/chat/run', { message, ...more }, headers)).json();
  const get = (url: string, headers: Headers): Promise<LightMyRequestResponse> =>
    running.call({ method: 'GET', url, headers });
  const list = async (headers: Headers, query = '') => (await get(`/conversations${query}`, headers)).json();
  const rename = (id: string, title: unknown, headers: Headers) =>
    running.call({ method: 'PATCH', url: `/conversations/${id}`, payload: { title }, headers });
  const titles = (page: { items: { title: string }[] }) => page.items.map(({ title }) => title);

  describe('of clients that send their history', () => {
    const complete = async (headers: Headers, ...questions: readonly string[]) => {
      const messages = questions.flatMap((content, i) => [
        ...(i === 0 ? [] : [{ role: 'assistant', content: 'An answer.' }]),
        { role: 'user', content },
      ]);
      const reply = await running.post('/v1/chat/completions', { model: 'default', messages }, headers);
      expect(reply.statusCode).toBe(200);
    };

    it('are one conversation for each caller and the same earlier questions, also where an answer is requested again', async () => {
      await complete(ann, BOOKS);
      await complete(ann, BOOKS, LEAVE);
      await complete(ann, BOOKS, LEAVE);
      await complete(ann, BOOKS, LEAVE, '그럼 어디에서 신청하나요?');
      await complete(bob, BOOKS, LEAVE);
      expect((await list(ann)).items).toMatchObject([{ title: BOOKS, turns: 4 }]);
      expect((await list(bob)).items).toMatchObject([{ title: LEAVE, turns: 1 }]);
      // Another second question is another conversation.
      await complete(ann, BOOKS, 'May a loan be renewed?', LEAVE);
      expect((await list(ann)).items).toHaveLength(2);
    });

    it('stay one conversation when it is longer than the history that is read', async () => {
      const questions = Array.from({ length: 13 }, (_, i) => `${BOOKS} (${i})`);
      for (let n = 1; n <= questions.length; n++) await complete(ann, ...questions.slice(0, n));
      expect((await list(ann)).items).toMatchObject([{ turns: questions.length }]);
    });
  });

  describe('in the list', () => {
    it('are those of the key alone, the newest question first, under their first question', async () => {
      const first = await ask(LEAVE, ann);
      const second = await ask(BOOKS, ann);
      await ask(BOOKS, bob);
      await ask('그럼 기간은요?', ann, { conversation_id: first.conversation_id });
      const { items, next_cursor } = await list(ann);
      expect(items).toMatchObject([
        { id: first.conversation_id, title: LEAVE, turns: 2 },
        { id: second.conversation_id, title: BOOKS, turns: 1 },
      ]);
      expect(next_cursor).toBeNull();
      expect(items[0].updated_at >= items[1].updated_at).toBe(true);
    });

    it('come in pages without a gap or a repetition', async () => {
      for (let i = 1; i <= 5; i++) await ask(`${i}. ${BOOKS}`.slice(0, 50), ann);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list(ann, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
        seen.push(...titles(page));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual([5, 4, 3, 2, 1].map((i) => `${i}. ${BOOKS}`.slice(0, 50)));
      expect((await get('/conversations?cursor=c1', ann)).statusCode).toBe(422);
    });

    it('are found by words of any question and of the title, whatever their case, width and composition', async () => {
      const one = await ask(LEAVE, ann);
      await ask('그럼 도서관 대출은?', ann, { conversation_id: one.conversation_id });
      await ask(BOOKS, ann);
      const found = async (query: string) => titles(await list(ann, `?query=${encodeURIComponent(query)}`));
      expect(await found('도서관')).toEqual([LEAVE]);
      expect(await found('휴학'.normalize('NFD'))).toEqual([LEAVE]);
      expect(await found('UNDERGRADUATE  students')).toEqual([BOOKS]);
      expect(await found('ｂｏｏｋｓ')).toEqual([BOOKS]);
      expect(await found('%')).toEqual([]);
      await rename(one.conversation_id, 'Semester off', ann);
      expect(await found('semester')).toEqual(['Semester off']);
      expect(await found('휴학')).toEqual(['Semester off']);
    });
  });

  describe('have a title that', () => {
    it('is given, kept when questions follow, and made from the first question again', async () => {
      const { conversation_id: id } = await ask(LEAVE, ann);
      const before = (await list(ann)).items[0].updated_at;
      expect((await rename(id, '  휴학\u00a0 절차 ', ann)).json()).toMatchObject({ id, title: '휴학 절차', turns: 1 });
      expect((await list(ann)).items[0].updated_at).toBe(before);
      await ask('그럼 기간은요?', ann, { conversation_id: id });
      expect((await get(`/conversations/${id}`, ann)).json().title).toBe('휴학 절차');
      expect((await rename(id, null, ann)).json().title).toBe(LEAVE);
    });

    it.each([[''], ['   '], [7], ['a\u202eb'], ['line\nbreak'], ['x'.repeat(201)]])('is not %j', async (title) => {
      const { conversation_id: id } = await ask(LEAVE, ann);
      expect((await rename(id, title, ann)).statusCode).toBe(422);
      expect((await list(ann)).items[0].title).toBe(LEAVE);
    });

    it('another key cannot give, also one that sees everything', async () => {
      const { conversation_id: id } = await ask(LEAVE, ann);
      for (const headers of [bob, ADMIN]) expect((await rename(id, 'x', headers)).statusCode).toBe(404);
    });
  });

  it('are returned with all that is needed to show an answer again', async () => {
    const { conversation_id: id, ...answer } = await ask(LEAVE, ann, {
      as_of: '2026-03-02',
      filters: { allowed_category_paths: [['학사']] },
    });
    const { turns } = (await get(`/conversations/${id}`, ann)).json();
    expect(turns).toMatchObject([
      {
        message: LEAVE,
        response: answer.response,
        sources: answer.sources,
        citations: answer.citations,
        abstained: false,
        language: 'ko',
        as_of: '2026-03-02',
        allowed_category_paths: [['학사']],
        calibrated_confidence: answer.metadata.calibrated_confidence,
      },
    ]);
  });

  it('are exported as Markdown and as JSON, with sources and quotes', async () => {
    const { conversation_id: id, sources } = await ask(LEAVE, ann);
    await rename(id, '휴학/절차', ann);
    const text = await get(`/conversations/${id}/export`, ann);
    expect(text.headers['content-type']).toContain('text/markdown');
    expect(text.headers['content-disposition']).toContain(encodeURIComponent('휴학 절차.md'));
    for (const part of ['# 휴학/절차', `## ${LEAVE}`, '휴학 규정', `> ${sources[0].quote}`])
      expect(text.body).toContain(part);
    const json = await get(`/conversations/${id}/export?format=json`, ann);
    expect(json.headers['content-disposition']).toContain('.json');
    expect(json.json()).toEqual((await get(`/conversations/${id}`, ann)).json());
    expect((await get(`/conversations/${id}/export`, bob)).statusCode).toBe(404);
    expect((await get(`/conversations/${id}/export?format=pdf`, ann)).statusCode).toBe(422);
  });

  describe('are shared by a link that', () => {
    it('shows the question as the title of a single answer, not the title of the conversation', async () => {
      const { conversation_id: id } = await ask(BOOKS, ann);
      const second = await ask('How often may a loan be renewed?', ann, { conversation_id: id });
      await rename(id, '휴학과 비밀', ann);
      const traces = { trace_id: second.metadata.trace_id };
      const one = (await running.post(`/conversations/${id}/shares`, traces, ann)).json();
      const all = (await running.post(`/conversations/${id}/shares`, {}, ann)).json();
      expect((await get(`/shared/${one.share_id}`, bob)).json().title).toBe('How often may a loan be renewed?');
      expect((await get(`/shared/${all.share_id}`, bob)).json().title).toBe('휴학과 비밀');
    });

    it('opens nothing once the key of its owner is revoked, as an unknown one', async () => {
      const made = await running.post('/api-keys', { name: 'o', scopes: ['query'] }, ADMIN);
      const owner = { 'x-api-key': made.json().key };
      const { conversation_id: id } = await ask(BOOKS, owner);
      const { share_id: share } = (await running.post(`/conversations/${id}/shares`, {}, owner)).json();
      expect((await get(`/shared/${share}`, bob)).statusCode).toBe(200);
      await running.call({ method: 'DELETE', url: `/api-keys/${made.json().id}`, headers: ADMIN });
      const unknown = (await get('/shared/share_none', bob)).json().detail;
      for (const reader of [bob, ADMIN]) {
        const gone = await get(`/shared/${share}`, reader);
        expect([gone.statusCode, gone.json().detail]).toEqual([404, unknown.replace('share_none', share)]);
      }
    });

    const share = (id: string, headers: Headers, body: object = {}) =>
      running.post(`/conversations/${id}/shares`, body, headers);
    const open = async (shareId: string, headers: Headers) => (await get(`/shared/${shareId}`, headers)).json();

    it('leaves out, and says so, what its reader may not see, also the question and the title', async () => {
      const { conversation_id: id } = await ask(BOOKS, ann);
      await ask(LEAVE, ann, { conversation_id: id });
      await rename(id, '휴학', ann);
      const made = (await share(id, ann)).json();
      expect(made.url).toMatch(new RegExp(`^http://.*/pages/shared\\?id=${made.share_id}$`, 'u'));
      const whole = await open(made.share_id, ADMIN);
      expect(whole).toMatchObject({ title: '휴학', withheld_turns: 0 });
      expect(whole.turns.map(({ message }: { message: string }) => message)).toEqual([BOOKS, LEAVE]);
      const part = await open(made.share_id, bob);
      expect(part).toMatchObject({ title: null, withheld_turns: 1 });
      expect(part.turns).toMatchObject([{ message: BOOKS }, { message: '', sources: [], withheld: true }]);
      expect(JSON.stringify(part)).not.toMatch(/휴학|학사/u);
    });

    it('shares one answer alone, and none that come later', async () => {
      const first = await ask(BOOKS, ann);
      const id = first.conversation_id;
      const one = (await share(id, ann, { trace_id: first.metadata.trace_id })).json();
      const all = (await share(id, ann)).json();
      await ask('How often may a loan be renewed?', ann, { conversation_id: id });
      for (const { share_id } of [one, all]) expect((await open(share_id, bob)).turns).toHaveLength(1);
      expect((await share(id, ann, { trace_id: 'trace_0' })).statusCode).toBe(404);
    });

    it('is made, listed and ended by the key of the conversation alone, and ends with it', async () => {
      const { conversation_id: id } = await ask(BOOKS, ann);
      const [one, two] = [(await share(id, ann)).json(), (await share(id, ann)).json()];
      const links = `/conversations/${id}/shares`;
      expect((await get(links, ann)).json().items).toEqual([one, two]);
      const end = (which: string, headers: Headers) =>
        running.call({ method: 'DELETE', url: `${links}/${which}`, headers });
      for (const headers of [bob, ADMIN]) {
        expect((await share(id, headers)).statusCode).toBe(404);
        expect((await get(links, headers)).statusCode).toBe(404);
        expect((await end(one.share_id, headers)).statusCode).toBe(404);
      }
      expect((await end(one.share_id, ann)).statusCode).toBe(204);
      expect((await get(`/shared/${one.share_id}`, bob)).statusCode).toBe(404);
      expect((await get(`/shared/${two.share_id}`, bob)).statusCode).toBe(200);
      await running.call({ method: 'DELETE', url: `/conversations/${id}`, headers: ann });
      expect((await get(`/shared/${two.share_id}`, bob)).statusCode).toBe(404);
    });

    it('says nothing of a document that was deleted since', async () => {
      await running.post(
        '/documents',
        { ...DOCUMENTS[1], document_id: 'gone', text: 'The zeppelin leaves at noon.' },
        ADMIN,
      );
      const { conversation_id: id, response } = await ask('When does the zeppelin leave?', ann);
      expect(response).toContain('noon');
      const { share_id } = (await share(id, ann)).json();
      await running.call({ method: 'DELETE', url: '/documents/gone', headers: ADMIN });
      expect(JSON.stringify(await open(share_id, ADMIN))).not.toMatch(/zeppelin|noon/u);
    });
  });
});
