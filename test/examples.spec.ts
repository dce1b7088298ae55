import { FakeServer, sendJson } from './support/fake-server.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const LOANS = {
  document_id: 'loans',
  title: 'Library handbook',
  content_type: 'text/markdown',
  text: '# Library handbook\n\n## Renewals\n\nA loan may be renewed at the desk of the main library. Books are kept for fourteen days.',
  canonical_path: ['Library'],
};
const LEAVE = {
  document_id: 'leave',
  title: '휴학 규정',
  text: '제1조(휴학) 일반휴학은 1회에 2학기를 초과할 수 없다.\n제2조(복학) 복학원은 개강일 14일 전까지 제출하여야 한다.',
  canonical_path: ['학사'],
};
const OLD = {
  document_id: 'parking@2020',
  title: 'Parking rules of 2020',
  content_type: 'text/markdown',
  text: '# Parking rules of 2020\n\n## Permits\n\nA parking permit is kept for three years at the gate house.',
  canonical_path: ['Library'],
  effective_from: '2020-01-01',
  effective_to: '2020-12-31',
};

interface Example {
  readonly question: string;
  readonly language: string;
  readonly document_id: string;
}

describe('examples of questions', () => {
  let running: RunningApplication;
  beforeEach(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    for (const document of [LOANS, LEAVE, OLD]) await running.post('/documents', document, ADMIN);
  });
  afterEach(() => running.stop());

  const examples = async (headers: Record<string, string>, language = 'en'): Promise<readonly Example[]> =>
    (await running.call({ method: 'GET', url: `/chat/examples?language=${language}`, headers })).json().items;
  const documentsOf = (items: readonly Example[]) => [...new Set(items.map((one) => one.document_id))].sort();

  it('are answered from the document that they were made of, in the language of the reader first', async () => {
    for (const language of ['en', 'ko']) {
      const items = await examples(ADMIN, language);
      expect(items[0]?.language).toBe(language);
      for (const { question, document_id: id } of items) {
        const answer = (await running.post('/chat/run', { message: question }, ADMIN)).json();
        expect(answer.metadata.abstained).toBe(false);
        expect(answer.sources[0].doc_id).toBe(id);
      }
    }
  });

  it('leave out documents that are not in force', async () => {
    expect(documentsOf(await examples(ADMIN))).toEqual(['leave', 'loans']);
  });

  it('are of documents that a limited key may see', async () => {
    const request = { name: 'a', scopes: ['query'], allowed_category_paths: [['학사']] };
    const limited = { 'x-api-key': (await running.post('/api-keys', request, ADMIN)).json().key };
    await examples(ADMIN);
    expect(documentsOf(await examples(limited))).toEqual(['leave']);
    await running.call({ method: 'DELETE', url: '/documents/leave', headers: ADMIN });
    expect(await examples(limited)).toEqual([]);
  });

  it('are made again after a change of the store', async () => {
    expect(documentsOf(await examples(ADMIN))).toContain('loans');
    await running.call({ method: 'DELETE', url: '/documents/loans', headers: ADMIN });
    expect(documentsOf(await examples(ADMIN))).toEqual(['leave']);
    await running.post('/documents', LOANS, ADMIN);
    expect(documentsOf(await examples(ADMIN))).toContain('loans');
  });

  it('leave no trace in conversations, insights, audit log and figures', async () => {
    const read = async () => {
      const get = async (url: string) => (await running.call({ method: 'GET', url, headers: ADMIN })).json();
      const { questions } = await get('/insights');
      const actions = (await get('/audit')).items.map(({ action }: { action: string }) => action);
      const metrics = (await running.call({ method: 'GET', url: '/metrics', headers: ADMIN })).body;
      const answers = metrics.split('\n').filter((line) => line.startsWith('touchstone_pipeline_answers_total'));
      expect(answers).not.toEqual([]);
      return { conversations: (await get('/conversations')).items, questions, actions, answers };
    };
    await running.post('/chat/run', { message: 'Is there a swimming pool?' }, ADMIN);
    const before = await read();
    expect(await examples(ADMIN)).not.toEqual([]);
    expect(await read()).toEqual(before);
  });

  it('call no model', async () => {
    await running.stop();
    const provider = new FakeServer();
    provider.respond = (response) => sendJson(response, 500, {});
    const url = await provider.start();
    running = await startApplication({
      LLM_PROVIDER: 'openai',
      OPENAI_API_KEY: 'not-a-real-key',
      OPENAI_BASE_URL: `${url}/v1`,
      RERANKER: 'http',
      RERANKER_BASE_URL: url,
    });
    await running.post('/documents', LOANS);
    const before = provider.calls.length;
    expect(documentsOf(await examples({}))).toEqual(['loans']);
    expect(provider.calls).toHaveLength(before);
    await running.post('/chat/run', { message: 'Where may a loan be renewed?' });
    expect(provider.calls.length).toBeGreaterThan(before);
    await provider.stop();
  });
});
