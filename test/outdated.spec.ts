import { type RunningApplication, startApplication } from './support/application.js';
import { until } from './support/server-calls.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const QUESTIONS = [
  ['우산은 며칠 동안 빌려 주나요?', true],
  ['우산을 늦게 돌려주면 하루에 얼마를 내나요?', false],
  ['우산을 잃어버린 사람은 어떻게 하나요?', true],
] as const;
const BEFORE =
  '제1조(기간) 우산은 12일 동안 빌려 준다.\n\n제2조(연체) 우산을 늦게 돌려주면 하루에 500원을 낸다.\n\n제3조(분실) 우산을 잃어버린 사람은 같은 우산을 산다.';
const AFTER =
  '제1조(예약) 우산은 예약할 수 없다.\n\n제2조(기간) 우산은 7일 동안 빌려 준다.\n\n제3조(연체) 우산을 늦게 돌려주면 하루에  500원을 낸다. <개정 2024. 1. 1.>';
const OTHERS = [
  '제1조(열람) 열람실은 평일 아홉 시부터 열 시까지 연다. 제2조(음식) 음식을 들고 들어오지 않는다.',
  'The swimming pool opens at seven in the morning. Children under eight swim with an adult.',
];

interface Listed {
  readonly kind: string;
  readonly id: string;
  readonly container_id: string | null;
  readonly url: string;
  readonly title: string;
  readonly quotes: readonly {
    readonly document_id: string;
    readonly quote: string;
    readonly changed_by: string;
    readonly change: { readonly kind: string; readonly before: { readonly text: string } };
  }[];
}

describe('what an edition makes outdated', () => {
  let running: RunningApplication;
  let colleague: Record<string, string>;
  let reader: Record<string, string>;
  let narrow: Record<string, string>;
  const keyOf = async (name: string, scopes: readonly string[], more: object = {}) => {
    const made = await running.post('/api-keys', { name, scopes, ...more }, ADMIN);
    return { 'x-api-key': String(made.json().key) };
  };
  const get = (url: string, headers: Record<string, string> = ADMIN) => running.call({ method: 'GET', url, headers });
  const list = async (id: string, headers: Record<string, string> = ADMIN, more = ''): Promise<Listed[]> =>
    (await get(`/documents/${id}/outdated?limit=500${more}`, headers)).json().items;
  const ask = async (message: string, headers: Record<string, string> = ADMIN) =>
    (await running.post('/chat/run', { message }, headers)).json();
  const document = (id: string, text: string, from: string) => ({
    document_id: id,
    title: '우산 규정',
    text,
    canonical_path: ['Lending'],
    effective_from: from,
  });
  const cited = (quote: string) => [{ document_id: 'umbrella', quote }];

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    colleague = await keyOf('colleague', ['query', 'ingest', 'test']);
    reader = await keyOf('reader', ['query']);
    narrow = await keyOf('narrow', ['query', 'ingest', 'test', 'admin'], { allowed_category_paths: [['Open']] });
    for (const text of OTHERS)
      await running.post('/documents', { title: text.slice(0, 12), text, canonical_path: ['Others'] }, ADMIN);
    await running.post('/documents', document('umbrella', BEFORE, '2020-01-01'), ADMIN);
    for (const [question] of QUESTIONS) {
      const { metadata } = await ask(question);
      await running.post('/feedback', { trace_id: metadata.trace_id, feedback: 'thumbs_up' }, ADMIN);
      // A key that may not store cases confirms: the answer waits for a review of the key that may.
      const asked = await ask(question, reader);
      await running.post('/feedback', { trace_id: asked.metadata.trace_id, feedback: 'thumbs_up' }, reader);
      await ask(question, colleague);
    }
    const dataset = {
      name: 'umbrellas',
      items: [
        { id: 'days', question: '며칠인가요?', citations: cited('우산은 12일 동안 빌려 준다.') },
        { id: 'fee', question: '얼마인가요?', citations: cited('하루에 500원을 낸다.') },
      ],
    };
    const stored = (await running.post('/datasets', dataset, colleague)).json();
    const order = { dataset_id: stored.dataset_id, target: { kind: 'self' } };
    const { session_id: id } = (await running.post('/test-sessions', order, colleague)).json();
    await until(
      async () => (await get(`/test-sessions/${id}`, colleague)).json().status,
      (status) => status === 'completed',
    );
    expect(await list('umbrella')).toEqual([]);
    const edition = await running.post(
      '/documents/umbrella/editions',
      document('umbrella-2', AFTER, '2024-01-01'),
      ADMIN,
    );
    expect(edition.statusCode).toBe(201);
  });
  afterAll(() => running.stop());

  it('is listed with the quotation, the edition and the difference, whichever edition is named', async () => {
    const found = await list('umbrella');
    expect(await list('umbrella-2')).toEqual(found);
    const answer = found.find(({ kind }) => kind === 'answer');
    expect(answer?.quotes[0]).toMatchObject({
      document_id: 'umbrella',
      quote: expect.stringContaining('12일'),
      changed_by: 'umbrella-2',
      change: { kind: 'changed', before: { text: expect.stringContaining('12일') } },
    });
    const titles = (kind: string) => new Set(found.filter((one) => one.kind === kind).map(({ title }) => title));
    const outdated = QUESTIONS.flatMap(([question, isOutdated]) => (isOutdated ? [question] : []));
    for (const kind of ['answer', 'review', 'case']) expect([kind, titles(kind)]).toEqual([kind, new Set(outdated)]);
  });

  it('is marked in the queue of reviews, also in a single one', async () => {
    const marked = new Set((await list('umbrella')).filter(({ kind }) => kind === 'review').map(({ id }) => id));
    const { items } = (await get('/reviews?limit=500')).json();
    expect(items.length).toBeGreaterThan(marked.size);
    for (const { review_id: id, outdated } of items) {
      expect([id, outdated]).toEqual([id, marked.has(id) ? true : undefined]);
      expect((await get(`/reviews/${id}`)).json().outdated).toBe(outdated);
    }
  });

  it('is where the list says, for who may read it', async () => {
    for (const headers of [ADMIN, colleague, reader]) {
      const found = await list('umbrella', headers);
      expect(found.length).toBeGreaterThan(0);
      for (const { url } of found) expect([url, (await get(url, headers)).statusCode]).toEqual([url, 200]);
    }
  });

  it('is listed to nobody who may not read it', async () => {
    const kinds = async (headers: Record<string, string>) => {
      const counts: Record<string, number> = {};
      for (const { kind } of await list('umbrella', headers)) counts[kind] = (counts[kind] ?? 0) + 1;
      return counts;
    };
    expect(await kinds(ADMIN)).toMatchObject({ answer: 6, review: 2, case: 2 });
    // The administrator confirmed the cases, and sees more.
    expect(await kinds(reader)).toEqual({ answer: 2 });
    expect(await kinds(colleague)).toEqual({ answer: 2, test_question: 1, dataset_question: 1 });
    expect((await get('/documents/umbrella/outdated', narrow)).statusCode).toBe(404);
  });

  it('comes in pages without gaps, and refuses a foreign cursor', async () => {
    const all = await list('umbrella');
    const paged: Listed[] = [];
    let cursor = '';
    do {
      const page = (await get(`/documents/umbrella/outdated?limit=1${cursor}`)).json();
      paged.push(...page.items);
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(paged).toEqual(all);
    for (const wrong of ['x', 'n2p', 'n2p.35.37.3b.2t.36.w.3c'])
      expect((await get(`/documents/umbrella/outdated?cursor=${wrong}`)).statusCode).toBe(422);
  });

  it('is not served as a case, in any way', async () => {
    const [question] = QUESTIONS[0];
    const outdated = (await list('umbrella')).filter(({ kind }) => kind === 'case');
    for (const { id, title } of outdated) {
      const { suggestions } = (await running.post('/cbr/suggest', { query: title, k: 50 }, ADMIN)).json();
      expect(suggestions.map((one: { case_id: string }) => one.case_id)).not.toContain(id);
      const reused = await running.post('/cbr/reuse', { query: title, case_id: id }, ADMIN);
      expect(reused.statusCode).toBe(404);
      const { metadata } = await ask(title);
      expect(JSON.stringify(metadata)).not.toContain(id);
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'suggest_cases', arguments: { query: title } },
      };
      const headers = { ...ADMIN, accept: 'application/json, text/event-stream' };
      const told = await running.post('/mcp', call, headers);
      expect(told.statusCode).toBe(200);
      expect(told.body).toContain('result');
      expect(told.body).not.toContain(id);
    }
    const body = { model: 'default', messages: [{ role: 'user', content: question }] };
    const completed = await running.post('/v1/chat/completions', body, ADMIN);
    expect(completed.statusCode).toBe(200);
    for (const { id } of outdated) expect(completed.body).not.toContain(id);
  });

  it('no longer becomes a case', async () => {
    const answer = (await list('umbrella', colleague)).find(({ kind }) => kind === 'answer');
    const told = await running.post('/feedback', { trace_id: answer?.id, feedback: 'thumbs_up' }, colleague);
    expect(JSON.stringify(told.json())).toContain('later edition');
  });

  it('is nothing that quotes an edition before the first day of the next', async () => {
    await running.post(
      '/documents',
      document('bicycle', '제1조(기간) 자전거는 3일 동안 빌려 준다.', '2020-01-01'),
      ADMIN,
    );
    await ask('자전거는 며칠 동안 빌려 주나요?');
    const later = document('bicycle-2', '제1조(기간) 자전거는 9일 동안 빌려 준다.', '2999-01-01');
    expect((await running.post('/documents/bicycle/editions', later, ADMIN)).statusCode).toBe(201);
    expect(await list('bicycle')).toEqual([]);
  });
});
