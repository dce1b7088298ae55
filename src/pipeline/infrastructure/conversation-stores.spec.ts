import { onEveryStore } from '../../../test/support/every-store.js';
import { Turn } from '../domain/conversation.js';
import { SqlConversationStore } from './sql-conversation-store.js';

function turn(n: number): Turn {
  return {
    message: `message ${n}`,
    completedQuestion: `question ${n}?`,
    response: `답 ${n}`,
    sources: [{ n: 1, doc_id: 'kiln', quote: 'The "kiln"\n fires.' }],
    traceId: `trace_${n}`,
    createdAt: `2025-01-01T00:00:0${n}.000Z`,
  };
}

onEveryStore('conversations', 'work', (opened) => {
  let store: SqlConversationStore;
  const made = () => new SqlConversationStore(opened().sql);
  const count = (table: string) => opened().number(`SELECT count(*) FROM ${table}`);
  beforeEach(() => {
    store = made();
  });

  it('returns turns unchanged, oldest first, dated by the first', async () => {
    for (const n of [1, 2, 3]) await store.append('c', 'ann', turn(n));
    expect(await store.find('c', 'ann')).toEqual({
      conversationId: 'c',
      createdAt: turn(1).createdAt,
      turns: [turn(1), turn(2), turn(3)],
    });
  });

  it('stores the documents that a model read for an answer', async () => {
    await store.append('c', 'ann', { ...turn(1), grounds: ['kiln', '휴학규정'] });
    expect((await store.find('c', 'ann'))?.turns[0]?.grounds).toEqual(['kiln', '휴학규정']);
  });

  it('stores what became of a question, the time it took and what was degraded', async () => {
    const measured = { tookMs: 42, degraded: ['embedding'], details: { abstained: true } };
    await store.append('c', 'ann', { ...turn(1), ...measured });
    expect((await store.find('c', 'ann'))?.turns).toEqual([{ ...turn(1), ...measured }]);
    const abstained = "SELECT count(*) FROM conversation_turns WHERE outcome = 'abstained' AND took_ms = 42";
    expect(await opened().number(abstained)).toBe(1);
  });

  it('names the owners of an id, the one with the newest turn first', async () => {
    await store.append('c', 'ann', turn(1));
    await store.append('c', 'bob', turn(2));
    await store.append('d', 'eve', turn(3));
    expect(await store.ownersOf('c')).toEqual(['bob', 'ann']);
    expect(await store.ownersOf('none')).toEqual([]);
  });

  it('returns the last turns, oldest first', async () => {
    for (const n of [1, 2, 3]) await store.append('c', 'ann', turn(n));
    expect(await store.recent('c', 'ann', 2)).toEqual([turn(2), turn(3)]);
    expect(await store.recent('c', 'ann', 9)).toHaveLength(3);
    expect(await store.recent('c', 'ann', 0)).toEqual([]);
  });

  it('removes one turn, and the conversation with its last one', async () => {
    for (const n of [1, 2]) await store.append('c', 'ann', turn(n));
    expect(await store.removeTurn('trace_1', 'bob')).toBe(false);
    expect(await store.removeTurn('trace_1', 'ann')).toBe(true);
    expect((await store.find('c', 'ann'))?.turns).toEqual([turn(2)]);
    expect(await store.removeTurn('trace_2', 'ann')).toBe(true);
    expect(await store.find('c', 'ann')).toBeUndefined();
  });

  it('keeps conversations of two owners with one id as two conversations', async () => {
    await store.append('c', 'ann', turn(1));
    await store.append('c', 'bob', turn(2));
    expect((await store.find('c', 'ann'))?.turns).toEqual([turn(1)]);
    expect((await store.find('c', 'bob'))?.turns).toEqual([turn(2)]);
    expect((await store.find('c', 'bob'))?.createdAt).toBe(turn(2).createdAt);
    expect(await store.recent('c', 'bob', 9)).toEqual([turn(2)]);
  });

  it('removes a conversation with its turns, and keeps that of another owner', async () => {
    await store.append('c', 'ann', turn(1));
    await store.append('c', 'ann', turn(2));
    await store.append('c', 'bob', turn(3));
    expect(await store.remove('c', 'ann')).toBe(true);
    expect(await store.find('c', 'ann')).toBeUndefined();
    expect(await store.recent('c', 'ann', 9)).toEqual([]);
    expect([await count('conversations'), await count('conversation_turns')]).toEqual([1, 1]);
    expect((await store.find('c', 'bob'))?.turns).toEqual([turn(3)]);
  });

  it('does not restore turns if a removed id is used again', async () => {
    await store.append('c', 'ann', turn(1));
    await store.remove('c', 'ann');
    await store.append('c', 'ann', turn(2));
    expect(await store.find('c', 'ann')).toEqual({
      conversationId: 'c',
      createdAt: turn(2).createdAt,
      turns: [turn(2)],
    });
  });

  it('reports that there was nothing to find or to remove', async () => {
    await store.append('c', 'ann', turn(1));
    expect(await store.find('c', 'eve')).toBeUndefined();
    expect(await store.recent('d', 'ann', 3)).toEqual([]);
    expect(await store.remove('c', 'eve')).toBe(false);
    expect(await store.remove('d', 'ann')).toBe(false);
    expect(await count('conversation_turns')).toBe(1);
  });

  it('still has the turns after a restart', async () => {
    await store.append('c', 'ann', turn(1));
    await opened().restart();
    expect((await made().find('c', 'ann'))?.turns).toEqual([turn(1)]);
  });

  it('returns an answer by its trace, and the answers to review, oldest first', async () => {
    const low = { ...turn(2), confidence: 0.4, reviewBelow: 0.7 };
    for (const one of [turn(1), low, { ...turn(3), confidence: 0.9, reviewBelow: 0.7 }, turn(4)])
      await store.append('c', 'ann', one);
    await store.flag('trace_4', 'confirmed');
    await store.flag('trace_2', 'confirmed');
    expect(await store.byTrace('trace_2')).toEqual({ ...low, owner: 'ann', reviewReason: 'low_confidence' });
    expect(await store.byTrace('trace_9')).toBeUndefined();
    const traces = async (after: string, limit: number) =>
      (await store.toReview(after, limit)).map(({ traceId }) => traceId);
    expect(await traces('', 9)).toEqual(['trace_2', 'trace_4']);
    expect(await traces('', 1)).toEqual(['trace_2']);
    expect(await traces('trace_2', 9)).toEqual(['trace_4']);
  });

  it('removes only conversations past their retention', async () => {
    await store.append('old', 'ann', turn(1));
    await store.append('gone on with', 'ann', turn(1));
    await store.append('gone on with', 'ann', turn(5));
    expect(await store.removeIdleSince(turn(3).createdAt)).toBe(1);
    expect(await store.find('old', 'ann')).toBeUndefined();
    expect((await store.find('gone on with', 'ann'))?.turns).toHaveLength(2);
  });
});
