import { type RunningApplication, startApplication } from './support/application.js';

/** What a question gets that the documents do not answer; over HTTP. */

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const DOCUMENTS = [
  {
    document_id: 'pond',
    title: 'Rules of the mill pond',
    text: 'Boats\nA boat of the mill pond is let by the hour to members and to their guests.\n\nThe mill pond has 14 rowing boats.',
    canonical_path: ['House'],
  },
  {
    document_id: 'loft',
    title: '다락방 이용 요령',
    text: '제1조(여는 때) 다락방은 봄과 가을에 열며 겨울에는 닫는다.\n제2조(열쇠) 다락방 열쇠는 살림과에서 받는다.',
    canonical_path: ['House'],
  },
  {
    document_id: 'secret',
    title: '다락방 비밀 요금표',
    text: '제1조(요금) 다락방의 하룻밤 이용 요금은 77,000원이다.',
    canonical_path: ['Locked'],
  },
];

describe('a question without an answer', () => {
  let running: RunningApplication;
  let headers: Record<string, string>;
  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    for (const document of DOCUMENTS) expect((await running.post('/documents', document, ADMIN)).statusCode).toBe(201);
    const made = await running.post(
      '/api-keys',
      { name: 'reader', scopes: ['query'], allowed_category_paths: [['House']] },
      ADMIN,
    );
    headers = { 'x-api-key': made.json().key };
  });
  afterAll(() => running.stop());

  const ask = async (message: string): Promise<any> => (await running.post('/chat/run', { message }, headers)).json();

  it.each([['다락방 이용 요금은 하룻밤에 얼마인가요?', 'loft']])(
    '%s: abstains, and names the nearest places that the caller may see',
    async (question, nearest) => {
      const { response, sources, metadata } = await ask(question);
      expect(metadata.abstained).toBe(true);
      expect(sources).toEqual([]);
      expect(metadata.nearest[0].doc_id).toBe(nearest);
      expect(metadata.nearest.length).toBeLessThanOrEqual(3);
      expect(JSON.stringify({ response, metadata })).not.toMatch(/secret|비밀|77,000/u);
      expect(metadata.answerable_probability).toBeGreaterThanOrEqual(metadata.calibrated_confidence);
    },
  );

  it('names none for small talk, for a question without a near passage, and with an answer', async () => {
    for (const message of ['고마워요', 'Who painted the Mona Lisa?', '다락방 열쇠는 어디에서 받나요?'])
      expect((await ask(message)).metadata).not.toHaveProperty('nearest');
    expect((await ask('다락방 열쇠는 어디에서 받나요?')).response).toContain('살림과');
  });

  it('returns the same to clients of /v1', async () => {
    const messages = [{ role: 'user', content: '다락방 이용 요금은 하룻밤에 얼마인가요?' }];
    const { touchstone } = (await running.post('/v1/chat/completions', { model: 'default', messages }, headers)).json();
    expect(touchstone.abstained).toBe(true);
    expect(touchstone.metadata.nearest[0]).toMatchObject({ doc_id: 'loft', title: '다락방 이용 요령' });
  });
});

describe('omissions from an answer', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    const rows = Array.from({ length: 12 }, (_, i) => `| 물건 ${i + 1}호 | ${i + 3}개 |`).join('\n');
    const text = `마을에서 빌려 주는 물건이다.\n\n| 물건 | 수량 |\n|---|---|\n${rows}\n| 천막 | 61개 |\n| 의자 | 40개 |`;
    const body = { document_id: 'goods', title: '빌려 주는 물건', text, canonical_path: ['Village'] };
    expect((await running.post('/documents', body)).statusCode).toBe(201);
  });
  afterAll(() => running.stop());

  it('shows with an extra row that rows of a table are not shown', async () => {
    const { response, citations } = (await running.post('/chat/run', { message: '천막은 몇 개 있나요?' })).json();
    expect(response).toContain('| … |\n| 천막 | 61개 |\n| … |');
    // It is cited nowhere.
    for (const { start, end } of citations) expect(response.slice(start, end)).not.toContain('…');
  });
});
