import { onEveryStore } from '../../../../test/support/every-store.js';
import { Turn } from '../../../pipeline/domain/conversation.js';
import { SqlConversationStore } from '../../../pipeline/infrastructure/sql-conversation-store.js';
import { TestSession } from '../../sessions/domain/test-session.js';
import { SqlSessionStore } from '../../sessions/infrastructure/sql-session-store.js';
import { questionInUse } from '../domain/abstained-questions.js';
import { SqlAbstainedQuestions } from './sql-abstained-questions.js';

const turn = (n: number, abstained: boolean): Turn => ({
  message: `message ${n}`,
  completedQuestion: `question ${n}?`,
  response: 'answer',
  sources: [],
  traceId: `trace_${n}`,
  createdAt: `2025-01-01T00:00:0${n}.000Z`,
  details: { abstained },
});

onEveryStore('questions without an answer', 'work', (opened) => {
  it('are not those that a test session of the key asked', async () => {
    const conversations = new SqlConversationStore(opened().sql);
    for (const n of [1, 3, 5, 7]) await conversations.append('c', 'ann', turn(n, true));
    const sessions = new SqlSessionStore(opened().sql);
    const run = (sessionId: string, startedAt: string, completedAt: string | null) =>
      sessions.create({
        sessionId,
        owner: 'ann',
        status: 'completed',
        createdAt: startedAt,
        startedAt,
        completedAt,
      } as unknown as TestSession);
    await run('s1', '2025-01-01T00:00:02.000Z', '2025-01-01T00:00:04.000Z');
    await run('s2', '2025-01-01T00:00:06.000Z', null);
    const found = await new SqlAbstainedQuestions(opened().sql).recent('ann', 9);
    expect(found.map(({ traceId }) => traceId)).toEqual(['trace_5', 'trace_1']);
  });

  it('are those of all callers without an owner, except what a caller asked while one of its own sessions ran', async () => {
    const conversations = new SqlConversationStore(opened().sql);
    for (const n of [1, 3]) await conversations.append('c', 'ann', turn(n, true));
    await conversations.append('d', 'bob', { ...turn(4, true), createdAt: turn(3, true).createdAt });
    await new SqlSessionStore(opened().sql).create({
      sessionId: 's1',
      owner: 'ann',
      status: 'completed',
      createdAt: '2025-01-01T00:00:02.000Z',
      startedAt: '2025-01-01T00:00:02.000Z',
      completedAt: '2025-01-01T00:00:04.000Z',
    } as unknown as TestSession);
    const abstained = new SqlAbstainedQuestions(opened().sql);
    const found = async (owner: string | undefined) => (await abstained.recent(owner, 9)).map(({ traceId }) => traceId);
    expect(await found(undefined)).toEqual(['trace_4', 'trace_1']);
    expect(await found('ann')).toEqual(['trace_1']);
    expect(await found('bob')).toEqual(['trace_4']);
  });

  it('are those of one key that the chat abstained from, the newest first', async () => {
    const conversations = new SqlConversationStore(opened().sql);
    for (const n of [1, 2, 3, 4]) await conversations.append('c', 'ann', turn(n, n !== 2));
    await conversations.append('d', 'bob', turn(5, true));
    const abstained = new SqlAbstainedQuestions(opened().sql);
    const found = await abstained.recent('ann', 2);
    expect(found).toEqual([
      { traceId: 'trace_4', question: 'question 4?' },
      { traceId: 'trace_3', question: 'question 3?' },
    ]);
    expect(await abstained.recent('eve', 9)).toEqual([]);
    expect(found.map(questionInUse)[0]).toMatchObject({
      id: 'abstained-trace_4',
      gold: { quote: null },
      language: 'en',
    });
  });
});
