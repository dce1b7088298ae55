import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { onEveryStore } from '../../../test/support/every-store.js';
import { AnswerPosition } from '../domain/conversation-catalog.js';
import { Turn } from '../domain/conversation.js';
import { SqlConversationCatalog } from './sql-conversation-catalog.js';
import { SqlConversationShares } from './sql-conversation-shares.js';
import { SqlConversationStore } from './sql-conversation-store.js';

const turn = (n: number, message = `question ${n}`): Turn => ({
  message,
  completedQuestion: message,
  response: '',
  sources: [],
  traceId: `trace_${n}`,
  createdAt: `2025-01-01T00:00:0${n}.000Z`,
  details: {
    citations: [{ start: 0, end: 1, source_n: 1, quote_start: 2, quote_end: 3 }],
    abstained: true,
    isSmallTalk: true,
    language: 'ko',
    asOf: '2025-01-01',
  },
});

onEveryStore('lists and shares of conversations', 'work', (opened) => {
  let store: SqlConversationStore;
  let catalog: SqlConversationCatalog;
  let shares: SqlConversationShares;
  beforeEach(async () => {
    store = new SqlConversationStore(opened().sql);
    catalog = new SqlConversationCatalog(opened().sql);
    shares = new SqlConversationShares(opened().sql);
    await store.append('a', 'ann', turn(1, '휴학'));
    await store.append('b', 'ann', turn(2));
    await store.append('a', 'ann', turn(3));
    await store.append('c', 'ann', turn(3, 'at the same moment'));
    await store.append('a', 'bob', turn(4));
  });

  it('list the conversations of one owner, newest first, by pages', async () => {
    const first = await catalog.page('ann', undefined, 2);
    expect(first.map(({ conversationId }) => conversationId)).toEqual(['c', 'a']);
    expect(first[1]).toEqual({
      conversationId: 'a',
      title: undefined,
      firstQuestion: '휴학',
      createdAt: turn(1).createdAt,
      updatedAt: turn(3).createdAt,
      turns: 2,
    });
    const rest = await catalog.page('ann', first[1], 2);
    expect(rest.map(({ conversationId }) => conversationId)).toEqual(['b']);
  });

  it('leave out a conversation without a turn', async () => {
    await opened().sql.change(
      sql`INSERT INTO conversations (conversation_id, owner, created_at, updated_at) VALUES ('d', 'ann', '', '9')`,
    );
    expect(await catalog.page('ann', undefined, 9)).toHaveLength(3);
    expect(await catalog.find('d', 'ann')).toBeUndefined();
  });

  it('leave out conversations of test sessions until a person continues one', async () => {
    await store.append('s', 'ann', { ...turn(5), details: { isTest: true } });
    const listed = async () => (await catalog.page('ann', undefined, 9)).map(({ conversationId }) => conversationId);
    expect(await listed()).toEqual(['c', 'a', 'b']);
    // It is still there for those who have its id, such as the page of a result.
    expect((await catalog.find('s', 'ann'))?.turns).toBe(1);
    await store.append('s', 'ann', turn(6));
    expect(await listed()).toEqual(['s', 'c', 'a', 'b']);
  });

  it('return the answers that name a document, by pages that end inside a conversation or after it', async () => {
    const naming = (n: number, ...documents: string[]): Turn => ({
      ...turn(n),
      sources: documents.map((doc_id) => ({ doc_id, quote: '"doc_id":"no_name"' })),
    });
    await store.append('b', 'ann', naming(5, 'rules', '100%\\_'));
    await store.append('b', 'ann', naming(6, 'rules'));
    await store.append('c', 'bob', naming(7, '100%\\_'));
    const found = async (ids: string[], owner: string | undefined, after?: AnswerPosition, limit = 9) => {
      const { answers, last } = await catalog.answersNaming(ids, owner, after, limit);
      return [answers.map((one) => one.turn.traceId), last?.conversationId];
    };
    expect(await found(['rules', '100%\\_'], undefined)).toEqual([['trace_5', 'trace_6', 'trace_7'], undefined]);
    expect(await found(['rules', '100%\\_'], 'bob')).toEqual([['trace_7'], undefined]);
    expect(await found(['100%\\_', 'no_name', '10000'], 'ann')).toEqual([['trace_5'], undefined]);
    const inside = { conversationId: 'b', owner: 'ann' };
    expect(await found(['rules'], 'ann', { ...inside, traceId: 'trace_5' })).toEqual([['trace_6'], undefined]);
    expect(await found(['rules'], 'ann', inside)).toEqual([[], undefined]);
    expect(await found(['rules'], 'ann', undefined, 2)).toEqual([['trace_5', 'trace_6'], 'b']);
    expect(await found([], 'ann')).toEqual([[], undefined]);
  });

  it('return all questions of some conversations of the owner', async () => {
    expect(await catalog.questionsOf('ann', ['a', 'c', 'none'])).toEqual(
      new Map([
        ['a', ['휴학', 'question 3']],
        ['c', ['at the same moment']],
      ]),
    );
    expect(await catalog.questionsOf('ann', [])).toEqual(new Map());
  });

  it('keep the title of one owner, also after another question', async () => {
    await catalog.rename('a', 'ann', '이름');
    await store.append('a', 'ann', turn(5));
    expect((await catalog.find('a', 'ann'))?.title).toBe('이름');
    expect((await store.find('a', 'ann'))?.title).toBe('이름');
    expect((await catalog.find('a', 'bob'))?.title).toBeUndefined();
    await catalog.rename('a', 'ann', undefined);
    expect((await catalog.find('a', 'ann'))?.title).toBeUndefined();
  });

  it('keep what an answer needs to be shown again', async () => {
    expect((await store.find('b', 'ann'))?.turns[0]?.details).toEqual(turn(2).details);
  });

  it('keep shares until they are removed, or their conversation is', async () => {
    const share = (shareId: string) => ({
      shareId,
      conversationId: 'a',
      owner: 'ann',
      traceIds: ['trace_1', 'trace_3'],
      createdAt: turn(4).createdAt,
    });
    for (const id of ['s1', 's2']) await shares.add(share(id));
    expect(await shares.find('s1')).toEqual(share('s1'));
    expect(await shares.of('a', 'ann')).toEqual([share('s1'), share('s2')]);
    expect(await shares.of('a', 'bob')).toEqual([]);
    expect(await shares.remove('s1', 'a', 'bob')).toBe(false);
    expect(await shares.remove('s1', 'a', 'ann')).toBe(true);
    await store.remove('a', 'ann');
    expect(await shares.find('s2')).toBeUndefined();
  });
});
