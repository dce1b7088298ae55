import { onEveryStore } from '../../../test/support/every-store.js';
import { Turn } from '../../pipeline/domain/conversation.js';
import { SqlConversationStore } from '../../pipeline/infrastructure/sql-conversation-store.js';
import { CostDivision, QuestionKind, QuestionQuery } from '../domain/insights.js';
import { SqlInsightsStore } from './sql-insights-store.js';

const MARCH = { since: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z', owner: undefined };

function turn(n: number, day: string, change: Partial<Turn> = {}): Turn {
  return {
    message: `question ${n}?`,
    completedQuestion: `question ${n}?`,
    response: 'An answer.',
    sources: [{ doc_id: 'kiln', quote: 'The kiln fires.', start: 4 }],
    traceId: `trace_${n}`,
    createdAt: `${day}T00:00:0${n}.000Z`,
    confidence: 0.85,
    tookMs: n * 10,
    details: { abstained: false },
    ...change,
  };
}

const ABSTAINED = { confidence: 0.1, details: { abstained: true } };

onEveryStore('insights', 'work', (opened) => {
  let store: SqlInsightsStore;
  beforeEach(async () => {
    const { sql } = opened();
    store = new SqlInsightsStore(sql);
    const conversations = new SqlConversationStore(sql);
    const turns: [string, Turn][] = [
      ['ann', turn(1, '2026-03-01', { tookMs: 25 })],
      ['ann', turn(2, '2026-03-01', ABSTAINED)],
      ['bob', turn(3, '2026-03-02', { degraded: ['embedding', 'llm'] })],
      ['bob', turn(4, '2026-03-02', { degraded: ['embedding'], tookMs: 9000 })],
      ['bob', turn(5, '2026-03-02', { details: { abstained: false, isSmallTalk: true } })],
      ['bob', turn(6, '2026-04-01')],
      ['bob', turn(7, '2026-03-02', { details: { abstained: true, isTest: true } })],
    ];
    for (const [owner, one] of turns) await conversations.append('c', owner, one);
    for (const [owner, n, feedback] of [
      ['ann', 1, 'thumbs_up'],
      ['bob', 3, 'thumbs_down'],
      ['bob', 4, 'thumbs_up'],
      // Rated by somebody whose answer it is not.
      ['cid', 1, 'thumbs_down'],
    ] as const)
      await opened().run(
        `INSERT INTO answer_feedback (trace_id, owner, feedback, comment, question, answer, outcome, detail, given_at)
         VALUES ('trace_${n}', '${owner}', '${feedback}', 'comment ${n}', '', '', 'noted', '', '2026-03-05')`,
      );
  });

  const listed = async (change: Partial<QuestionQuery>) => {
    const query = {
      kind: 'all',
      slowMs: 1000,
      mark: undefined,
      tenth: undefined,
      order: 'newest',
      after: undefined,
      limit: 9,
    } as const;
    return (await store.questions({ ...MARCH, ...query, ...change })).map(({ traceId }) => traceId.slice(6)).join('');
  };

  it('counts questions by day, without small talk, test sessions and other days', async () => {
    const day = { answered: 1, abstained: 1, degraded: 0 };
    expect(await store.questionsByDay(MARCH)).toEqual([
      { day: '2026-03-01', questions: 2, ...day },
      { day: '2026-03-02', questions: 2, answered: 2, abstained: 0, degraded: 2 },
    ]);
    expect(await store.questionsByDay({ ...MARCH, owner: 'ann' })).toEqual([
      { day: '2026-03-01', questions: 2, ...day },
    ]);
    expect(await store.questionsByDay({ ...MARCH, owner: 'nobody' })).toEqual([]);
  });

  it('counts the ratings of the one who asked, by the day of the question and by confidence', async () => {
    expect(await store.ratingsByDay(MARCH)).toEqual([
      { day: '2026-03-01', up: 1, down: 0 },
      { day: '2026-03-02', up: 1, down: 1 },
    ]);
    const [bin, ...others] = await store.confidenceBins(MARCH);
    expect(others).toEqual([]);
    expect(bin).toMatchObject({ tenth: 8, up: 2, down: 1 });
    expect(bin?.meanConfidence).toBeCloseTo(0.85);
  });

  it('measures times, and counts each degraded part', async () => {
    expect(await store.answerTimes(MARCH, 1000)).toEqual({ measured: 4, p50Ms: 25, p95Ms: 9000, slow: 1 });
    expect(await store.answerTimes({ ...MARCH, owner: 'nobody' }, 1)).toEqual({
      measured: 0,
      p50Ms: null,
      p95Ms: null,
      slow: 0,
    });
    expect(await store.degradedMarks(MARCH)).toEqual([
      { mark: 'embedding', questions: 2 },
      { mark: 'llm', questions: 1 },
    ]);
  });

  it('reads the cost of each day', async () => {
    for (const [day, calls] of [
      ['2026-03-01', 2],
      ['2026-05-01', 1],
    ] as const)
      await opened().run(`INSERT INTO llm_spending (day, calls, usd, input_tokens, output_tokens)
        VALUES ('${day}', ${calls}, 1, 20, 4)`);
    expect(await store.costByDay(MARCH.since, MARCH.until)).toEqual([
      { day: '2026-03-01', calls: 2, usd: 1, inputTokens: 20, outputTokens: 4 },
    ]);
  });

  it('divides the cost by model, agent and caller, the most expensive first', async () => {
    for (const [day, model, agent, caller, usd] of [
      ['2026-03-01', 'a/1', '', 'key_1', 1],
      ['2026-03-02', 'a/1', 'agent_1', 'key_2', 2],
      ['2026-03-02', 'b/2', '', 'key_2', 4],
      ['2026-05-01', 'b/2', '', 'key_1', 8],
    ] as const)
      await opened()
        .run(`INSERT INTO llm_spending_shares (day, model, agent, caller, calls, usd, input_tokens, output_tokens)
        VALUES ('${day}', '${model}', '${agent}', '${caller}', 1, ${usd}, 20, 4)`);
    const shares = async (by: CostDivision) =>
      (await store.costShares(by, MARCH.since, MARCH.until)).map(({ id, calls, usd }) => [id, calls, usd]);
    const ofModel = [
      ['b/2', 1, 4],
      ['a/1', 2, 3],
    ];
    expect(await shares('model')).toEqual(ofModel);
    expect(await shares('agent')).toEqual([
      ['', 2, 5],
      ['agent_1', 1, 2],
    ]);
    expect(await shares('caller')).toEqual([
      ['key_2', 2, 6],
      ['key_1', 1, 1],
    ]);
    expect((await store.costShares('model', MARCH.since, MARCH.until))[1]).toMatchObject({
      inputTokens: 40,
      outputTokens: 8,
    });
  });

  it('lists the questions of each figure, newest first, page by page', async () => {
    const kinds: Record<QuestionKind, string> = {
      all: '4321',
      answered: '431',
      abstained: '2',
      degraded: '43',
      slow: '4',
      rated: '431',
      thumbs_up: '41',
      thumbs_down: '3',
    };
    for (const [kind, traces] of Object.entries(kinds) as [QuestionKind, string][])
      expect([kind, await listed({ kind })]).toEqual([kind, traces]);
    expect(await listed({ mark: 'llm' })).toBe('3');
    expect(await listed({ tenth: 8 })).toBe('431');
    expect(await listed({ tenth: 1 })).toBe('');
    expect(await listed({ owner: 'ann' })).toBe('21');
    expect(await listed({ limit: 2 })).toBe('43');
    expect(await listed({ after: { at: '2026-03-02T00:00:03.000Z', traceId: 'trace_3' } })).toBe('21');
  });

  it('lists the slowest first, page by page', async () => {
    expect(await listed({ order: 'slowest' })).toBe('4312');
    expect(await listed({ order: 'slowest', kind: 'answered' })).toBe('431');
    expect(await listed({ order: 'slowest', after: { at: '30', traceId: 'trace_3' } })).toBe('12');
  });

  it('says what an answer quotes, what it took, and what a person said of it', async () => {
    const query = {
      kind: 'thumbs_down',
      slowMs: 1,
      mark: undefined,
      tenth: undefined,
      order: 'newest',
      after: undefined,
    } as const;
    expect(await store.questions({ ...MARCH, ...query, limit: 1 })).toEqual([
      {
        traceId: 'trace_3',
        conversationId: 'c',
        owner: 'bob',
        createdAt: '2026-03-02T00:00:03.000Z',
        question: 'question 3?',
        outcome: 'answered',
        confidence: 0.85,
        tookMs: 30,
        degraded: ['embedding', 'llm'],
        rating: 'thumbs_down',
        comment: 'comment 3',
        sources: [{ documentId: 'kiln', quote: 'The kiln fires.', start: 4 }],
      },
    ]);
  });
});
