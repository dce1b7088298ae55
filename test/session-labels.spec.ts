import { SessionStore } from '../src/test-automation/sessions/domain/session-store.js';
import { aSession } from './support/a-session.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { testResultOf } from './support/test-result-of.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const DIALOGUE = { scenarioId: 's1' };

describe('labels of the rows of a session', () => {
  let running: RunningApplication;
  let owner: { readonly 'x-api-key': string };

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    const key = (await running.post('/api-keys', { name: 'owner', scopes: ['test'] }, ADMIN)).json();
    owner = { 'x-api-key': key.key };
    const store = running.app.get(SessionStore, { strict: false });
    for (const [sessionId, status] of [
      ['ses_ended', 'completed'],
      ['ses_running', 'running'],
    ] as const)
      await store.create(aSession({ sessionId, status, owner: key.id }));
    const gold = { documentId: null, section: null, quote: null, requiredFacts: ['14일'], forbiddenFacts: [] };
    for (const result of [
      testResultOf('a', 'success', { query: '언제까지 반납하나요?', gold: { ...gold, answerable: true } }),
      testResultOf('b', 'failure', { query: 'Who decides?', gold: { ...gold, answerable: false } }),
      testResultOf('c', 'not_evaluated'),
      testResultOf('t0', 'not_evaluated', {
        ...DIALOGUE,
        turn: 0,
        query: 'How long is leave?',
        gold: { ...gold, answerable: true },
      }),
      testResultOf('t1', 'failure', {
        ...DIALOGUE,
        turn: 1,
        query: 'And if I am ill?',
        gold: { ...gold, answerable: true },
      }),
    ])
      await store.saveResult('ses_ended', result);
  });
  afterAll(() => running.stop());

  const labelsOf = async (reviewer: string, headers: Record<string, string> = owner, session = 'ses_ended') =>
    running.call({
      method: 'GET',
      url: `/test-sessions/${session}/labels?reviewer=${encodeURIComponent(reviewer)}`,
      headers,
    });
  const label = (resultId: string, body: object, headers: Record<string, string> = owner) =>
    running.call({ method: 'PUT', url: `/test-sessions/ses_ended/labels/${resultId}`, payload: body, headers });

  it('are given blind: no verdict, no labels of others, and no agreement before the own ones are complete', async () => {
    const first = (await labelsOf('ann')).json();
    expect(first.rows.map((row: { result_id: string }) => row.result_id).sort()).toEqual([
      'result-a',
      'result-b',
      'result-t1',
    ]);
    expect(JSON.stringify(first)).not.toMatch(/verdict|score|failure|success/u);
    expect(first).toMatchObject({ reviewer: 'ann', withheld: 0, complete: false, agreement: null });
    const turn = first.rows.find((row: { result_id: string }) => row.result_id === 'result-t1');
    expect(turn.earlier.map(({ query }: { query: string }) => query)).toEqual(['How long is leave?']);
    for (const [id, given] of [
      ['result-a', 'success'],
      ['result-b', 'success'],
      ['result-t1', 'failure'],
    ] as const)
      await label(id, { reviewer: 'ann', label: given });
    // Another key under the same name is another person, who is not influenced.
    const other = (await labelsOf('ann', ADMIN)).json();
    expect(other).toMatchObject({ complete: false, agreement: null });
    expect(JSON.stringify(other)).not.toMatch(/success|failure/u);
    expect(other.rows).toEqual(first.rows);
    await label('result-a', { reviewer: 'ann', label: 'success' }, ADMIN);
    await label('result-b', { reviewer: 'ann', label: 'failure' }, ADMIN);
    const last = await label('result-t1', { reviewer: 'ann', label: 'failure' }, ADMIN);
    expect(last.json()).toEqual({ result_id: 'result-t1', label: 'failure', complete: true });
    const { agreement } = (await labelsOf('ann', ADMIN)).json();
    expect(agreement.map(({ first, second }: { first: string; second: string }) => `${first}/${second}`)).toEqual([
      'ann/ann 2',
      'ann/judge',
      'ann 2/judge',
    ]);
    expect(agreement[1].labels).toEqual({ rows: 3, observed: 1, kappa: 1, ci95: null });
  });

  it('say what to change', async () => {
    expect((await labelsOf('judge')).statusCode).toBe(422);
    expect((await labelsOf('a'.repeat(41))).statusCode).toBe(422);
    expect((await label('result-a', { reviewer: 'ben', label: 'good' })).statusCode).toBe(422);
    const unknown = await label('result-c', { reviewer: 'ben', label: 'success' });
    expect([unknown.statusCode, unknown.json().detail]).toEqual([
      404,
      expect.stringContaining("row to label has the id 'result-c'"),
    ]);
    const early = await labelsOf('ben', owner, 'ses_running');
    expect([early.statusCode, early.json().detail]).toEqual([409, expect.stringContaining('has not ended')]);
    const stranger = (await running.post('/api-keys', { name: 'other', scopes: ['test'] }, ADMIN)).json();
    expect((await labelsOf('ann', { 'x-api-key': stranger.key })).statusCode).toBe(404);
  });
});
