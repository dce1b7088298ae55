import { type RunningApplication, startApplication } from './support/application.js';
import { uploadForm } from './support/multipart.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

/** One guide of three articles a language, and a question that its first article answers. */
const GUIDES = [
  {
    name: '분실물.txt',
    path: ['분실물'],
    text: '분실물 창구 안내\n\n제1조(보관) 잃어버린 물건은 55일 동안 보관한다.\n제2조(찾기) 물건을 찾는 사람은 신분증을 보인다.\n제3조(폐기) 기간이 지난 물건은 폐기하거나 기증한다.\n',
    question: '잃어버린 물건은 며칠 동안 보관하나요?',
    answer: '55일',
    second: '물건을 찾는 사람은 무엇을 보이나요?',
    secondAnswer: '신분증',
  },
  {
    name: 'lockers.md',
    path: ['Lockers'],
    text: '# Locker guide\n\n## Rental\n\nA locker is rented for 45 days at a time.\n\n## Lost keys\n\nWhoever loses the key of a locker pays 12 euros for a new lock.\n\n## Cleaning\n\nLockers are cleaned in the last week of August.\n',
    question: 'For how many days is a locker rented?',
    answer: '45 days',
    second: 'How much does somebody pay who loses the key of a locker?',
    secondAnswer: '12 euros',
  },
] as const;

/** Other documents of the collection: in a collection of one text no word is rare. */
const OTHERS = [
  '제1조(대여) 우산은 사흘 동안 빌려 준다. 제2조(연체) 늦게 돌려주면 하루에 오백 원을 낸다.',
  '제1조(열람) 열람실은 평일 아홉 시부터 열 시까지 연다. 제2조(음식) 음식을 들고 들어오지 않는다.',
  '제1조(주차) 주차장은 방문자가 두 시간 동안 무료로 쓴다. 제2조(요금) 그 뒤에는 한 시간에 천 원을 낸다.',
  'The swimming pool opens at seven in the morning. Children under eight swim with an adult.',
  'A parking permit costs 80 euros a year. It is shown behind the windscreen.',
  'The library lends ten books at once. A book that is late costs 20 cents a day.',
];

/** Tolerance of a score for the statistics of a larger collection. */
const MOVED = 0.04;

describe('copies of a document', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    for (const text of OTHERS)
      await running.post('/documents', { title: text.slice(0, 12), text, canonical_path: ['Others'] }, ADMIN);
  });
  afterAll(() => running.stop());

  const upload = async (
    name: string,
    bytes: string,
    fields: Record<string, string>,
    headers: Record<string, string> = ADMIN,
  ) => {
    const form = await uploadForm({ bytes, name, type: 'text/plain' }, fields);
    const answer = await running.call({
      method: 'POST',
      url: '/documents/upload',
      headers: { ...form.headers, ...headers },
      payload: form.payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const ask = async (message: string, path: readonly string[]) =>
    (await running.post('/chat/run', { message, filters: { allowed_category_paths: [path] } }, ADMIN)).json();
  const get = async (url: string, headers: Record<string, string> = ADMIN) => {
    const answer = await running.call({ method: 'GET', url, headers });
    return { status: answer.statusCode, body: answer.json() };
  };

  describe.each(GUIDES)('$name', ({ name, path, text, question, answer, second, secondAnswer }) => {
    const canonical_path = JSON.stringify(path);
    let first: string;
    beforeAll(async () => {
      first = (await upload(name, text, { canonical_path })).body.document_id;
    });

    it('is noticed when the same text comes again, under whatever name and however it is typed', async () => {
      const alone = await ask(question, path);
      const second_ = await ask(second, path);
      const copies: string[] = [];
      for (const [i, again] of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}\n\n`].entries()) {
        const { status, body } = await upload(`copy ${i} of ${name}`, again, { canonical_path });
        expect([status, body.status, body.duplicate_of]).toEqual([201, 'indexed', [first, ...copies]]);
        copies.push(body.document_id);
      }
      const { body } = await get(`/documents/${first}/duplicates`);
      expect(body.copies.map((copy: { document_id: string }) => copy.document_id)).toEqual(copies);
      const hashes = [];
      for (const id of [first, ...copies]) hashes.push((await get(`/documents/${id}`)).body.content_hash);
      expect(new Set(hashes).size).toBe(1);
      for (const [asked, expected, before] of [
        [question, answer, alone],
        [second, secondAnswer, second_],
      ] as const) {
        const after = await ask(asked, path);
        expect([before.response, after.response]).toEqual([
          expect.stringContaining(expected),
          expect.stringContaining(expected),
        ]);
        expect(after.confidence).toBeLessThanOrEqual(Number(before.confidence) + MOVED);
        expect(after.metadata.calibrated_confidence).toBeLessThanOrEqual(
          Number(before.metadata.calibrated_confidence) + MOVED,
        );
        const documents = after.sources.map((source: { doc_id: string }) => source.doc_id);
        expect(new Set(documents).size).toBe(1);
      }
    });

    it('is skipped or replaced by choice', async () => {
      const before = (await get(`/documents?limit=100&path=${encodeURIComponent(canonical_path)}`)).body.items;
      const skipped = await upload('again.txt', text, { canonical_path, on_duplicate: 'skip' });
      expect([skipped.status, skipped.body.status, skipped.body.document_id]).toEqual([200, 'unchanged', first]);
      const replaced = await upload('again.txt', text, { canonical_path, on_duplicate: 'replace', title: 'Again' });
      expect([replaced.status, replaced.body.document_id]).toEqual([200, first]);
      expect(replaced.body.replaced).toHaveLength(before.length - 1);
      const after = (await get(`/documents?limit=100&path=${encodeURIComponent(canonical_path)}`)).body.items;
      expect(after.map((item: { document_id: string; title: string }) => [item.document_id, item.title])).toEqual([
        [first, 'Again'],
      ]);
    });

    it('has near duplicates, which are named in the answer of the upload and in the list', async () => {
      const amended = text.replace(answer, answer.replace(/\d+/u, '30'));
      const near = `${amended}\n${'이 안내는 창구에서도 볼 수 있다. '.repeat(1)}`;
      const { body } = await upload('edition.txt', near, { canonical_path });
      expect(body.duplicate_of).toBeUndefined();
      expect(body.near_duplicates?.map((one: { document_id: string }) => one.document_id) ?? []).toEqual(
        (await get(`/documents/${body.document_id}/duplicates`)).body.near.map(
          (one: { document_id: string }) => one.document_id,
        ),
      );
    });
  });

  it('are nothing that a key hears of that may not see them', async () => {
    const key = (
      await running.post(
        '/api-keys',
        { name: 'narrow', scopes: ['query', 'ingest'], allowed_category_paths: [['Open']] },
        ADMIN,
      )
    ).json().key;
    const narrow = { 'x-api-key': key };
    const text =
      'The vault of the harbour office is opened by two people at once, and each of them signs the book before it.';
    const secret = (await upload('vault.txt', text, { canonical_path: '["Closed"]' })).body.document_id;
    for (const on_duplicate of ['keep', 'skip', 'replace']) {
      const { status, body } = await upload('own.txt', text, { canonical_path: '["Open"]', on_duplicate }, narrow);
      expect([status, body.duplicate_of ?? [], JSON.stringify(body).includes(secret)]).toEqual([
        on_duplicate === 'keep' ? 201 : 200,
        on_duplicate === 'keep' ? [] : expect.any(Array),
        false,
      ]);
    }
    expect((await get(`/documents/${secret}`)).status).toBe(200);
    expect((await get(`/documents/${secret}/duplicates`, narrow)).status).toBe(404);
    expect(JSON.stringify((await get('/duplicates', narrow)).body)).not.toContain(secret);
    expect(JSON.stringify((await get('/duplicates')).body)).toContain(secret);
  });

  it('are refused with a choice that there is not', async () => {
    const { status, body } = await upload('a.txt', 'Text.', { canonical_path: '["Open"]', on_duplicate: 'merge' });
    expect([status, body.errors[0].pointer]).toEqual([422, '/on_duplicate']);
  });

  it('are listed up to 200 each, so that thousands of copies have no list of millions', async () => {
    const text = 'The attic is swept by whoever lost the draw of the evening before.';
    const lines = Array.from({ length: 210 }, (_, i) => ({ document_id: `attic-${i}`, title: 'Attic', text }));
    await running.call({
      method: 'POST',
      url: '/documents/bulk',
      headers: { 'content-type': 'application/x-ndjson', ...ADMIN },
      payload: lines.map((line) => JSON.stringify({ ...line, canonical_path: ['Attic'] })).join('\n'),
    });
    const answer = await running.call({ method: 'GET', url: '/documents/attic-0/duplicates', headers: ADMIN });
    const { copies } = answer.json();
    expect(copies).toHaveLength(200);
  });

  it('are counted in a bulk load', async () => {
    const line = { title: 'Rules', text: 'Bulk rules say the same again.', canonical_path: ['Bulk'] };
    const lines = [
      { ...line, document_id: 'x' },
      { ...line, document_id: 'y' },
      { ...line, on_duplicate: 'skip' },
    ];
    const answer = await running.call({
      method: 'POST',
      url: '/documents/bulk',
      headers: { 'content-type': 'application/x-ndjson', ...ADMIN },
      payload: lines.map((one) => JSON.stringify(one)).join('\n'),
    });
    expect(answer.json()).toMatchObject({ indexed: 2, unchanged: 1, failed: 0, duplicates: 2 });
  });
});
