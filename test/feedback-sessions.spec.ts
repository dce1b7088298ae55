import { type RunningApplication, startApplication } from './support/application.js';

const TITLES = ['도서관', '체육관', '기숙사', '주차장'];
const documents = TITLES.map((name, i) => ({
  document_id: `rules/${i}`,
  title: `${name} 이용 규정`,
  canonical_path: ['규정', name],
  text: [
    `제1조(이용 신청) ${name}을 이용하려는 사람은 이용일 ${i + 3}일 전까지 총무팀에 신청한다.`,
    `제2조(이용 기간) ${name}의 이용 기간은 ${i + 12}일로 한다.`,
    `제3조(이용료) ${name}의 이용료는 한 번에 ${i + 2}만원으로 한다.`,
    `제4조(이용 정지) 규정을 ${i + 2}회 이상 위반한 사람은 ${i + 5}개월 동안 이용할 수 없다.`,
  ].join('\n\n'),
}));
const FEE = '도서관의 이용료는 한 번에 얼마인가요?';
const FEE_QUOTE = '도서관의 이용료는 한 번에 2만원으로 한다.';
/** Vague, so that the answer has a low confidence. */
const BAN = '기숙사에서 정지는 어떻게 되나요?';
const PERIOD = '체육관의 이용 기간은 며칠인가요?';
/** Small, and without a seed: a session with one is a repetition and asks nothing new. */
const SESSION = {
  personas: ['freshman'],
  queries_per_persona: 3,
  multi_turn: { scenarios: 1, turns: 3 },
  judge: 'rules',
  attribution: 'off',
};

describe('learning from use, end to end', () => {
  let running: RunningApplication;
  const sessions: any[] = [];
  beforeAll(async () => {
    running = await startApplication();
    for (const document of documents) await running.post('/documents', document);
  });
  afterAll(() => running.stop());

  const get = async (url: string) => (await running.call({ method: 'GET', url })).json();
  const ask = async (message: string, more: object = {}) =>
    (await running.post('/chat/run', { message, ...more })).json();

  /** Runs a session to its end. @returns its results by question */
  async function session(): Promise<Map<string, any>> {
    const { session_id: id } = (await running.post('/test-sessions', SESSION)).json();
    for (;;) {
      const { status, error } = await get(`/test-sessions/${id}`);
      if (status === 'completed') break;
      if (status === 'failed') throw new Error(error);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { items } = await get(`/test-sessions/${id}/results?limit=500`);
    sessions.push({ ...(await get(`/test-sessions/${id}`)), results: items });
    return new Map(items.map((item: any) => [item.question_id, item]));
  }

  /** Each field of a session and of its rows is in the OpenAPI document, also the measured difficulty and plain search. */
  async function describesItsMeasurements() {
    const { schemas } = (await get('/openapi.json')).components;
    const [{ results, ...session }] = sessions;
    const singles = results.filter(({ scenario_id: id }: any) => id === null);
    expect(Object.keys(session)).toEqual(expect.arrayContaining(['baseline', 'measured_range']));
    expect(session.baseline.bm25_first_sentence).toBeGreaterThanOrEqual(0);
    const counts = Object.values<number>(session.baseline.measured_difficulty);
    expect(counts.reduce((all, one) => all + one, 0)).toBe(session.baseline.questions);
    expect(session.baseline.questions).toBeGreaterThan(0);
    const measured = singles.map(({ measured_difficulty: one }: any) => one).filter((one: unknown) => one !== null);
    expect(measured).toHaveLength(session.baseline.questions);
    const undescribed = (dto: string, sent: object) =>
      Object.keys(sent).filter((key) => !(key in schemas[dto].properties));
    expect(undescribed('TestSessionDto', session)).toEqual([]);
    expect(undescribed('SessionBaselineDto', session.baseline)).toEqual([]);
    for (const row of results) expect(undescribed('TestResultDto', row)).toEqual([]);
  }

  it('asks an answer that was called bad in the next session, and grades it there, once', async () => {
    const fee = (await ask(FEE)).metadata.trace_id;
    const period = (await ask(PERIOD)).metadata.trace_id;
    const gold = { document_id: 'rules/0', quote: FEE_QUOTE };
    await running.post('/feedback', { trace_id: fee, feedback: 'thumbs_down', gold });
    // Held against a passage that answers something else, the same answer has to fail.
    const wrong = { document_id: 'rules/2', quote: '규정을 4회 이상 위반한 사람은 7개월 동안 이용할 수 없다.' };
    await running.post('/feedback', { trace_id: period, feedback: 'thumbs_down', gold: wrong });
    const results = await session();
    const [right, failed] = [results.get(`reported-${fee}`), results.get(`reported-${period}`)];
    expect(right).toMatchObject({ query: FEE, verdict: 'success', gold: { quote: FEE_QUOTE }, persona_id: 'reported' });
    expect(right.answer).toContain('2만원');
    expect(right.score).toBeGreaterThanOrEqual(4);
    expect(right.fact_checks.length).toBeGreaterThan(0);
    // The question was asked again; the answer is not a copy.
    expect(right.trace_id).not.toBe(fee);
    expect(failed).toMatchObject({ query: PERIOD, gold: { quote: wrong.quote } });
    expect(['partial', 'failure']).toContain(failed.verdict);
    expect(results.size).toBeGreaterThan(2);
    await describesItsMeasurements();
    const again = await session();
    expect([...again.keys()].filter((id) => id.startsWith('reported-'))).toEqual([]);
  }, 120_000);

  it('makes of an approved answer a case that chat consults', async () => {
    const made = await running.post('/agents/from-category', {
      version: '1.0.0',
      node_paths: [['규정']],
      options: { custom_features: { hitl_below_conf: 0.9 } },
    });
    const before = await ask(BAN, { agent_id: made.json().agent_id });
    expect(before.metadata.cases).toEqual([]);
    const id = before.metadata.trace_id;
    expect((await get('/reviews')).items.map((one: any) => one.review_id)).toContain(id);
    const decided = (await running.post(`/reviews/${id}/decision`, { decision: 'approve' })).json();
    const caseId = decided.decision.case_id;
    const after = await ask('기숙사의 정지는 어떻게 되나요?');
    expect(after.metadata.cases).toEqual([expect.objectContaining({ case_id: caseId })]);
    const { events } = await get(`/traces/${after.metadata.trace_id}`);
    const consulted = events.find((event: any) => event.component === 'cbr');
    expect(consulted).toMatchObject({ fired: true, output: [expect.objectContaining({ case_id: caseId })] });
    expect((await ask('주차장 이용을 못 하게 되는 것은 몇 번 위반했을 때인가요?')).metadata.cases).not.toContainEqual(
      expect.objectContaining({ case_id: caseId }),
    );
  });
});
