import { StoreDocuments } from '../src/documents/application/store-documents.js';
import { FileSampleCorpus } from '../src/documents/infrastructure/sample-documents.js';
import { UNRESTRICTED } from '../src/shared/domain/category-filter.js';
import { startApplication, RunningApplication } from './support/application.js';
import { HostileModel, saying } from './support/hostile-model.js';

const POINTS = { accuracy: 1, completeness: 1, relevance: 1, citation: 1, practicality: 0.5, actionability: 0.5 };
const ORDER = {
  seed: 3,
  personas: ['freshman'],
  queries_per_persona: 3,
  multi_turn: { scenarios: 1, turns: 3 },
  concurrency: 2,
};

describe('a session with a language model as judge and writer of questions', () => {
  let model: HostileModel;
  let running: RunningApplication;
  const grading = () => model.asked.filter((call) => JSON.stringify(call.body).includes('You grade the answer'));
  const wording = () => model.asked.filter((call) => JSON.stringify(call.body).includes('You put a question'));
  const answers = () => model.asked.length - grading().length - wording().length;

  beforeAll(async () => {
    model = new HostileModel('openai');
    const url = await model.start();
    model.respond = (response, call, count) => {
      if (call.method !== 'POST') return void response.writeHead(200).end('{}');
      const text = JSON.stringify(call.body);
      const says = text.includes('You grade the answer')
        ? JSON.stringify({ ...POINTS, completeness: text.length % 2, reason: 'So it is.' })
        : text.includes('You put a question')
          ? '이거 날씨 얘기 맞죠?'
          : '주어진 문단에는 이 질문의 답이 없습니다.';
      saying('openai', says)(response, call, count);
    };
    running = await startApplication({
      LLM_PROVIDER: 'openai',
      OPENAI_BASE_URL: url,
      OPENAI_API_KEY: 'sk-judge-000001',
      LLM_MODEL: 'gpt-4o-mini',
      LLM_PRICE_INPUT_USD: '1',
      LLM_PRICE_OUTPUT_USD: '2',
    });
    // One of the sample corpora: a trial of the judge over both takes twice as long.
    const drafts = await new FileSampleCorpus().documents();
    const rulebook = drafts.filter(({ documentId }) => documentId?.startsWith('haeon/'));
    await running.app.get(StoreDocuments, { strict: false }).storeAll(rulebook, UNRESTRICTED);
  }, 180_000);
  afterAll(async () => {
    await running.stop();
    await model.stop();
  });

  const get = async (url: string) => (await running.call({ method: 'GET', url })).json();
  async function ended(id: string) {
    for (let i = 0; i < 1200; i++) {
      const session = await get(`/test-sessions/${id}`);
      if (session.status === 'completed' || session.status === 'failed') return session;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The session did not end.');
  }

  it('estimates calls and cost, judges each answer twice, measures both judges, and pays nothing twice', async () => {
    const estimated = (await running.post('/test-sessions/estimate', ORDER)).json();
    expect(estimated).toMatchObject({
      planned: { queries: 3, turns: 4 },
      estimate: { answers: [7, 28], paraphrasing: 3 },
    });
    expect(estimated.estimate.judging).toBe(2 * 7 + 120);
    expect(estimated.estimate.cost_usd[1]).toBeGreaterThan(estimated.estimate.cost_usd[0]);
    expect(model.asked).toHaveLength(0);

    const { session_id: id } = (await running.post('/test-sessions', ORDER)).json();
    const session = await ended(id);
    expect(session.judge_cards.map((card: { judge: string }) => card.judge)).toEqual(['rules', 'openai/gpt-4o-mini']);
    const [rules, llm] = session.judge_cards;
    expect(rules).toMatchObject({ holds: true, not_evaluated: 0 });
    expect(rules.faults).toBeGreaterThanOrEqual(300);
    expect(Number(llm.faults) + Number(llm.scope_faults) + Number(llm.sound)).toBe(60);
    const { items } = await get(`/test-sessions/${id}/results?limit=100`);
    for (const row of items) {
      expect(row.judges.rules.verdict).toBeDefined();
      if (row.abstained) expect(row.judges.llm).toBeNull();
      else expect(row.judges.llm.readings).toHaveLength(2);
    }
    const report = (await running.call({ method: 'GET', url: `/test-sessions/${id}/report?format=markdown` })).body;
    expect(report).toContain('openai/gpt-4o-mini');
    expect(wording().length).toBeGreaterThan(0);

    const asked = model.asked.length;
    await running.post(`/test-sessions/${id}/rejudge`, {});
    expect(model.asked).toHaveLength(asked);
    const again = await get(`/test-sessions/${id}/results?limit=100`);
    expect(again.items.map((r: { verdict: string; score: number }) => [r.verdict, r.score])).toEqual(
      items.map((r: { verdict: string; score: number }) => [r.verdict, r.score]),
    );

    // The same seed with the same replies asks the same, and pays for answers alone.
    const before = answers();
    const gradedBefore = grading().length;
    const second = (await running.post('/test-sessions', ORDER)).json();
    await ended(second.session_id);
    const repeated = await get(`/test-sessions/${second.session_id}/results?limit=100`);
    const texts = (rows: { query: string; turn: number | null }[]) => rows.map((r) => r.query).sort();
    expect(texts(repeated.items)).toEqual(texts(items));
    expect(wording().length).toBeLessThanOrEqual(3);
    expect(grading().length).toBe(gradedBefore);
    expect(answers()).toBeGreaterThan(before);
  }, 240_000);

  it('judges by the rules alone when that is asked for', async () => {
    const graded = grading().length;
    const { session_id: id } = (
      await running.post('/test-sessions', { ...ORDER, judge: 'rules', paraphrase: false })
    ).json();
    const session = await ended(id);
    expect(grading()).toHaveLength(graded);
    expect(session.summary.model_judge).toBeNull();
    expect(session.judge_cards).toHaveLength(1);
  }, 240_000);
});
