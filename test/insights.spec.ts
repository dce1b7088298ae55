import { InProcessTargets } from '../src/test-automation/targets/infrastructure/in-process-target.js';
import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const DOCUMENT = {
  document_id: 'kiln',
  title: 'Kiln',
  text: 'The kiln of the pottery is fired on Tuesdays at nine.',
  canonical_path: ['Open'],
};

describe('insights', () => {
  let running: RunningApplication;
  const keyFor = async (request: object): Promise<Record<string, string>> => ({
    'x-api-key': (await running.post('/api-keys', request, ADMIN)).json().key,
  });
  const get = (url: string, headers: Record<string, string> = ADMIN) => running.call({ method: 'GET', url, headers });
  const ask = async (message: string, headers: Record<string, string>) =>
    (await running.post('/chat/run', { message }, headers)).json();
  let limited: Record<string, string>;
  let metrics: Record<string, string>;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    await running.post('/documents', DOCUMENT, ADMIN);
    limited = await keyFor({ name: 'a', scopes: ['query', 'metrics'], allowed_category_paths: [['Open']] });
    metrics = await keyFor({ name: 'b', scopes: ['query', 'metrics'] });
    const answer = await ask('When is the kiln fired?', ADMIN);
    await running.post(
      '/feedback',
      { trace_id: answer.metadata.trace_id, feedback: 'thumbs_down', comment: 'write to jo@example.org' },
      ADMIN,
    );
    await ask('Where can I buy a parking permit? My mail is jo@example.org', limited);
    await ask('How do I get a parking permit?', metrics);
    await ask('주차권은 어디서 사나요?', metrics);
    await ask('Hello!', metrics);
  });
  afterAll(() => running.stop());

  it('count questions, ratings, times and what is missing, and lead to the rows', async () => {
    const figures = (await get('/insights')).json();
    expect(figures.of_all_callers).toBe(true);
    const [day] = figures.questions;
    expect(day).toMatchObject({ questions: 4, answered: 1, abstained: 3 });
    expect(figures.ratings).toEqual([{ day: day.day, up: 0, down: 1 }]);
    expect(figures.confidence).toHaveLength(1);
    expect(figures.latency.measured).toBe(4);
    expect(figures.cost).toEqual([]);
    expect([figures.cost_by_model, figures.cost_by_agent, figures.cost_by_caller]).toEqual([[], [], []]);
    expect(figures.missing).toHaveLength(1);
    expect(figures.missing[0]).toMatchObject({ count: 3 });
    const rows = (await get('/insights/questions?kind=thumbs_down')).json().items;
    expect(rows).toHaveLength(1);
    expect(rows[0].is_own).toBe(true);
    const conversation = await get(`/conversations/${rows[0].conversation_id}?owner=${rows[0].owner}`);
    expect(conversation.json().turns[0].message).toBe('When is the kiln fired?');
    expect((await get(`/traces/${rows[0].trace_id}`)).statusCode).toBe(200);
    expect((await get(`/insights/questions?tenth=${figures.confidence[0].tenth}`)).json().items).toEqual(rows);
  });

  it('count no questions of test sessions', async () => {
    const { questions } = (await get('/insights')).json();
    const target = running.app.get(InProcessTargets, { strict: false }).open({ owner: 'admin', scope: null });
    const asked = { conversationId: undefined, asOf: undefined, history: [], off: [] };
    await target.ask({ ...asked, message: 'Where do I hand in a lost umbrella?' }, new AbortController().signal);
    expect((await get('/insights')).json().questions).toEqual(questions);
    expect((await get('/insights/questions')).body).not.toContain('umbrella');
  });

  it('lists page by page', async () => {
    const first = (await get('/insights/questions?limit=3')).json();
    const second = (await get(`/insights/questions?limit=3&cursor=${first.next_cursor}`)).json();
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 1, null]);
    const own = [...first.items, ...second.items].map(({ is_own: isOwn }) => isOwn);
    expect(own.filter((isOwn) => isOwn)).toHaveLength(1);
  });

  it('show no personal data', async () => {
    const bodies = await Promise.all(['/insights', '/insights/questions'].map(async (url) => (await get(url)).body));
    expect(bodies.join('')).not.toContain('jo@example.org');
    expect(bodies[1]).toContain('parking permit? My mail is [');
  });

  it('count all for the scope metrics, and show it only its own questions', async () => {
    const figures = (await get('/insights', metrics)).json();
    expect(figures.questions[0].questions).toBe(4);
    expect(figures.missing[0].count).toBe(2);
    expect(JSON.stringify(figures)).not.toContain('My mail');
    expect((await get('/insights/questions', metrics)).json().items).toHaveLength(2);
  });

  it('count its own questions for a key with categories, and no cost', async () => {
    const figures = (await get('/insights', limited)).json();
    expect(figures).toMatchObject({ of_all_callers: false, cost: null, cost_by_model: null, cost_by_caller: null });
    expect(figures.questions[0].questions).toBe(1);
    expect((await get('/insights/questions', limited)).json().items).toHaveLength(1);
  });

  it('need the scope metrics, and a time that is one', async () => {
    const reader = await keyFor({ name: 'c', scopes: ['query'] });
    expect((await get('/insights', reader)).statusCode).toBe(403);
    for (const query of [
      'since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z',
      'since=2020-01-01T00:00:00Z',
      'since=yesterday',
      'slow_ms=-1',
    ])
      expect([query, (await get(`/insights?${query}`)).statusCode]).toEqual([query, 422]);
    for (const query of ['kind=odd', 'tenth=10', 'mark=%25', 'cursor=c1', 'limit=501'])
      expect([query, (await get(`/insights/questions?${query}`)).statusCode]).toEqual([query, 422]);
  });

  it('withhold what a person wrote on an answer whose document is gone', async () => {
    const comment = async () => (await get('/insights/questions?kind=thumbs_down')).json().items[0];
    expect((await comment()).comment).toMatch(/^write to \[/u);
    await running.call({ method: 'DELETE', url: '/documents/kiln', headers: ADMIN });
    expect(await comment()).toMatchObject({ comment: null, withheld: true, question: 'When is the kiln fired?' });
  });
});
