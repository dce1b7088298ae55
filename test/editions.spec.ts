import { uploadForm } from './support/multipart.js';
import { docx, docxParagraph, hwpx, hwpxParagraph, zip } from './support/office-files.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const OTHERS = [
  '제1조(열람) 열람실은 평일 아홉 시부터 열 시까지 연다. 제2조(음식) 음식을 들고 들어오지 않는다.',
  'The swimming pool opens at seven in the morning. Children under eight swim with an adult.',
  '제1조(주차) 주차장은 방문자가 두 시간 동안 무료로 쓴다.',
  'A parking permit costs 80 euros a year. It is shown behind the windscreen.',
];
const PAIRS = [
  {
    id: '우산 규정',
    before:
      '제1조(기간) 우산은 12일 동안 빌려 준다.\n제2조(연체) 우산을 늦게 돌려주면 하루에 500원을 낸다.\n제3조(분실) 우산을 잃어버린 사람은 물어낸다.',
    after:
      '제1조(기간) 우산은 7일 동안 빌려 준다. <개정 2024. 1. 1.>\n제2조(연체) 우산을 늦게 돌려주면 하루에 500원을 낸다.\n제4조(예약) 우산은 예약할 수 없다.',
    changed: '우산은 며칠 동안 빌려 주나요?',
    kept: '우산을 늦게 돌려주면 하루에 얼마를 내나요?',
    told: ['changed 제1조(기간)', 'added 제4조(예약)', 'removed 제3조(분실)'],
  },
  {
    id: 'locker-guide',
    before:
      '## Rental\n\nA locker is rented for 45 days at a time.\n\n## Lost keys\n\nWhoever loses the key of a locker pays 12 euros for a new lock.',
    after:
      '## Rental\n\nA locker is rented for 30 days at a time.\n\n## Lost keys\n\nWhoever loses the key of a locker pays 12 euros for a new lock.',
    changed: 'For how many days is a locker rented?',
    kept: 'How much does somebody pay who loses the key of a locker?',
    told: ['changed Rental'],
  },
] as const;

describe('editions of a document', () => {
  let running: RunningApplication;
  let narrow: Record<string, string>;
  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    const key = { name: 'narrow', scopes: ['query', 'ingest'], allowed_category_paths: [['Open']] };
    narrow = { 'x-api-key': (await running.post('/api-keys', key, ADMIN)).json().key };
    for (const text of OTHERS)
      await running.post('/documents', { title: text.slice(0, 12), text, canonical_path: ['Others'] }, ADMIN);
  });
  afterAll(() => running.stop());

  const get = async (url: string, headers: Record<string, string> = ADMIN) =>
    running.call({ method: 'GET', url, headers });
  const document = (id: string, text: string) => ({
    document_id: id,
    title: id,
    text,
    content_type: 'text/markdown',
    canonical_path: ['Lending'],
  });
  const ask = async (message: string, more: object = {}) =>
    (await running.post('/chat/run', { message, ...more }, ADMIN)).json();

  it('never end before they begin: neither stored, nor sent in bulk, nor changed', async () => {
    const period = { effective_from: '2026-03-01', effective_to: '2026-02-28' };
    const draft = { ...document('bad-period', 'The boat is lent by the hour.'), canonical_path: ['Boats'] };
    const fault = 'must not be before effective_from (2026-03-01)';
    const stored = await running.post('/documents', { ...draft, ...period }, ADMIN);
    expect([stored.statusCode, stored.json().errors]).toEqual([422, [{ pointer: '/effective_to', detail: fault }]]);
    const headers = { ...ADMIN, 'content-type': 'application/x-ndjson' };
    const payload = `${JSON.stringify({ ...draft, ...period })}\n`;
    const bulk = await running.call({ method: 'POST', url: '/documents/bulk', headers, payload });
    expect(bulk.json()).toMatchObject({ indexed: 0, failed: 1 });
    expect((await get('/documents/bad-period')).statusCode).toBe(404);
    await running.post('/documents', { ...draft, effective_from: '2026-03-01' }, ADMIN);
    const put = (change: object) =>
      running.call({ method: 'PUT', url: '/documents/bad-period', headers: ADMIN, payload: change });
    const changed = await put({ effective_to: '2026-02-28' });
    expect([changed.statusCode, changed.json().detail]).toEqual([422, `/effective_to: ${fault}`]);
    expect((await put({ effective_to: '2026-03-01' })).statusCode).toBe(200);
    expect((await put({ effective_from: '2026-03-02' })).statusCode).toBe(422);
    expect((await put({ title: 'Boats' })).statusCode).toBe(200);
    await running.call({ method: 'DELETE', url: '/documents/bad-period', headers: ADMIN });
  });

  describe.each(PAIRS)('$id', ({ id, before, after, changed, kept, told }) => {
    const url = `/documents/${encodeURIComponent(id)}`;
    const next = `${id} 2`;
    const asked: Record<string, { readonly conversation_id: string; readonly response: string }> = {};
    beforeAll(async () => {
      await running.post('/documents', { ...document(id, before), effective_from: '2020-01-01' }, ADMIN);
      for (const question of [changed, kept]) {
        const answer = await ask(question);
        expect(answer.sources[0]?.doc_id).toBe(id);
        asked[question] = answer;
        await running.post('/feedback', { trace_id: answer.metadata.trace_id, feedback: 'thumbs_up' }, ADMIN);
      }
    });

    it('close the dates of the edition before, in one step', async () => {
      const early = await running.post(
        `${url}/editions`,
        { ...document(next, after), effective_from: '2019-05-01' },
        ADMIN,
      );
      expect([early.statusCode, early.json().errors[0].pointer]).toEqual([422, '/effective_from']);
      expect((await get(url)).json().effective_to).toBeNull();
      const stored = await running.post(
        `${url}/editions`,
        { ...document(next, after), effective_from: '2024-01-01' },
        ADMIN,
      );
      expect([stored.statusCode, stored.json()]).toEqual([
        201,
        expect.objectContaining({ document_id: next, previous_id: id, previous_effective_to: '2023-12-31' }),
      ]);
      const editions = (await get(`${url}/editions`)).json().items;
      expect(
        editions.map((one: Record<string, unknown>) => [one.document_id, one.effective_from, one.effective_to]),
      ).toEqual([
        [id, '2020-01-01', '2023-12-31'],
        [next, '2024-01-01', null],
      ]);
      expect((await ask(changed)).sources[0]?.doc_id).toBe(next);
      expect((await ask(changed, { as_of: '2022-06-01' })).sources[0]?.doc_id).toBe(id);
    });

    it('say which articles they change', async () => {
      const { changes } = (await get(`/documents/${encodeURIComponent(next)}/changes`)).json();
      const labels = changes.map(
        (one: { kind: string; before?: { label: string }; after?: { label: string } }) =>
          `${one.kind} ${(one.after ?? one.before)?.label}`,
      );
      expect(labels).toEqual(told);
    });

    it('mark answers and cases that quote a changed passage, and no others', async () => {
      const turnOf = async (question: string) =>
        (await get(`/conversations/${asked[question]?.conversation_id}`)).json().turns[0];
      expect((await turnOf(changed)).outdated).toBe(true);
      expect((await turnOf(kept)).outdated).toBeUndefined();
      const suggested = async (query: string) =>
        (await running.post('/cbr/suggest', { query, k: 50 }, ADMIN))
          .json()
          .suggestions.map((one: { query: string }) => one.query);
      expect(await suggested(changed)).not.toContain(changed);
      expect(await suggested(kept)).toContain(kept);
      const cases = (await get('/cbr/cases?limit=100')).json();
      const outdated = (cases.items ?? cases.cases).filter((one: { outdated?: boolean }) => one.outdated === true);
      expect(outdated.map((one: { query: string }) => one.query)).toContain(changed);
      expect(outdated.map((one: { query: string }) => one.query)).not.toContain(kept);
    });

    it('are nothing to a key that may not see the document', async () => {
      const refused = await running.post(
        `${url}/editions`,
        { ...document('mine', after), canonical_path: ['Open'] },
        narrow,
      );
      expect(refused.statusCode).toBe(404);
      for (const route of ['editions', 'changes', `changes?from=${encodeURIComponent(next)}`])
        expect((await get(`${url}/${route}`, narrow)).statusCode).toBe(404);
      expect((await get('/documents/mine')).statusCode).toBe(404);
    });
  });

  describe('sent as files', () => {
    const send = async (
      bytes: Uint8Array,
      name: string,
      fields: Record<string, string>,
      headers: Record<string, string> = ADMIN,
    ) => {
      const form = await uploadForm({ bytes, name }, { canonical_path: '["Lending"]', ...fields });
      const all = { ...form.headers, ...headers };
      return running.call({ method: 'POST', url: '/documents/upload', headers: all, payload: form.payload });
    };
    const labels = async (id: string) =>
      (await get(`/documents/${id}/changes`))
        .json()
        .changes.map((one: { kind: string; after?: { label: string } }) => `${one.kind} ${one.after?.label}`);
    const FILES = [
      ['자전거 대여.docx', (lines: readonly string[]) => docx(lines.map((line) => docxParagraph(line)).join(''))],
      ['자전거 대여.hwpx', (lines: readonly string[]) => hwpx([lines.map(hwpxParagraph).join('')])],
    ] as const;

    it.each(FILES)('%s close the edition before and keep the file', async (name, file) => {
      const id = `bicycles-${name.slice(-4)}`;
      const rules = (hours: number) => [
        `제1조(시간) 자전거는 ${hours}시간 동안 빌려 준다.`,
        '제2조(반납) 자전거는 빌린 곳에 돌려준다.',
      ];
      await send(file(rules(3)), name, { document_id: id, title: '자전거 규정', effective_from: '2020-01-01' });
      const fields = { document_id: `${id}-2`, edition_of: id, version: '2판', effective_from: '2024-01-01' };
      const stored = await send(file(rules(5)), name, fields);
      expect([stored.statusCode, stored.json()]).toEqual([
        201,
        expect.objectContaining({ previous_id: id, previous_effective_to: '2023-12-31' }),
      ]);
      expect(await labels(`${id}-2`)).toEqual(['changed 제1조(시간)']);
      expect((await get(`/documents/${id}-2`)).json()).toMatchObject({ version: '2판', effective_from: '2024-01-01' });
      for (const one of [id, `${id}-2`]) expect((await get(`/documents/${one}/original`)).statusCode).toBe(200);
    });

    it('are refused for a day before the edition, for an archive, and to a key that may not see it', async () => {
      await running.post(
        '/documents',
        { ...document('kayaks', 'A kayak costs 9 euros.'), effective_from: '2024-05-01' },
        ADMIN,
      );
      const text = new TextEncoder().encode('A kayak costs 11 euros.');
      const refusals = [
        await send(text, 'kayaks.txt', { edition_of: 'kayaks', effective_from: '2024-04-30' }),
        await send(zip({ 'a.txt': text, 'b.txt': 'Another text.' }), 'kayaks.zip', { edition_of: 'kayaks' }),
        await send(text, 'kayaks.txt', { edition_of: 'kayaks', effective_from: 'soon' }),
      ];
      expect(refusals.map((one) => [one.statusCode, one.json().errors[0].pointer])).toEqual([
        [422, '/effective_from'],
        [422, '/edition_of'],
        [422, '/effective_from'],
      ]);
      const hidden = await send(text, 'kayaks.txt', { canonical_path: '["Open"]', edition_of: 'kayaks' }, narrow);
      expect(hidden.statusCode).toBe(404);
      expect((await get('/documents/kayaks/editions')).json().items).toHaveLength(1);
    });
  });

  it('outdate nothing before their first day', async () => {
    await running.post(
      '/documents',
      document('dawn', 'The gate of the old harbour is opened at 5 by the guard.'),
      ADMIN,
    );
    const answer = await ask('When is the gate of the old harbour opened?');
    expect(answer.sources[0]?.doc_id).toBe('dawn');
    const later = {
      ...document('dawn 2', 'The gate of the old harbour is opened at 6 by the guard.'),
      effective_from: '2999-01-01',
    };
    expect((await running.post('/documents/dawn/editions', later, ADMIN)).statusCode).toBe(201);
    const { turns } = (await get(`/conversations/${answer.conversation_id}`)).json();
    expect(turns[0].outdated).toBeUndefined();
  });
});
