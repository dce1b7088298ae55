import { onEveryStore } from '../../../test/support/every-store.js';
import { Turn } from '../../pipeline/domain/conversation.js';
import { SqlConversationStore } from '../../pipeline/infrastructure/sql-conversation-store.js';
import { ReportQuery } from '../domain/reported-question.js';
import { SqlReportStore } from './sql-report-store.js';

const turn = (n: number, change: Partial<Turn> = {}): Turn => ({
  message: `question ${n}?`,
  completedQuestion: `question ${n}?`,
  response: 'An answer.',
  sources: [],
  traceId: `trace_${n}`,
  createdAt: `2026-03-01T00:00:0${n}.000Z`,
  details: { abstained: true, nearest: [], within: [['Pottery']] },
  ...change,
});
const ANSWERED: Partial<Turn> = {
  sources: [{ doc_id: 'kiln', title: 'Kiln', quote: 'It fires.', canonical_path: ['Pottery'] }],
  details: { abstained: false },
};

onEveryStore('reported questions', 'work', (opened) => {
  let store: SqlReportStore;
  const listed = async (change: Partial<ReportQuery> = {}) => {
    const query = { state: undefined, kind: 'all', range: undefined, after: undefined, limit: 9 } as const;
    return (await store.list({ ...query, ...change })).map(({ traceId }) => traceId.slice(6)).join('');
  };

  beforeEach(async () => {
    const { sql } = opened();
    store = new SqlReportStore(sql);
    const conversations = new SqlConversationStore(sql);
    await conversations.append('a', 'ann', turn(1, ANSWERED));
    await conversations.append('a', 'ann', turn(2, { completedQuestion: 'question 1, and 2?' }));
    await conversations.append('b', 'bob', turn(3));
    await conversations.append('b', 'bob', turn(4, ANSWERED));
    await conversations.append('b', 'bob', turn(5, { details: { abstained: true, isTest: true } }));
    for (const [owner, n] of [
      ['bob', 4],
      // Rejected by somebody whose answer it is not.
      ['bob', 1],
    ] as const)
      await opened().run(
        `INSERT INTO answer_feedback (trace_id, owner, feedback, comment, correction, question, answer, outcome, detail, given_at)
         VALUES ('trace_${n}', '${owner}', 'thumbs_down', 'wrong', 'right', '', '', 'noted', '', '2026-03-05')`,
      );
  });

  it('are those without an answer and those whose answer the same person rejected, newest first', async () => {
    expect(await listed()).toBe('432');
    expect(await listed({ kind: 'reported' })).toBe('4');
    expect(await listed({ kind: 'abstained' })).toBe('32');
    expect(await listed({ limit: 1, after: { at: '2026-03-01T00:00:03.000Z', traceId: 'trace_3' } })).toBe('2');
    expect(await listed({ range: { since: '2026-03-01T00:00:03.000Z', until: '2026-03-01T00:00:04.000Z' } })).toBe('3');
  });

  it('have their origin, and a follow-up that of the turns before it', async () => {
    const [followUp] = await store.find(['trace_2', 'trace_1']);
    expect(followUp).toMatchObject({
      ...{ question: 'question 1, and 2?', isAbstained: true, nearest: [], within: [['Pottery']] },
      ...{ earlier: ['kiln'], rating: null, done: null, askedAgain: null, isOfUnknownOrigin: false },
    });
    const [rejected] = await store.find(['trace_4']);
    expect(rejected).toMatchObject({ comment: 'wrong', correction: 'right', nearest: null, within: null, earlier: [] });
    expect(rejected?.sources).toEqual([
      { documentId: 'kiln', title: 'Kiln', quote: 'It fires.', categoryPath: ['Pottery'] },
    ]);
  });

  it('are done with a note, are open again, and keep what came of asking them again', async () => {
    const done = { at: '2026-03-06T00:00:00.000Z', by: 'eve', note: 'added' };
    await store.setDone(['trace_3', 'trace_4'], done);
    expect(await listed({ state: 'open' })).toBe('2');
    expect(await listed({ state: 'done' })).toBe('43');
    expect((await store.find(['trace_3']))[0]?.done).toEqual(done);
    await store.setDone(['trace_3'], null);
    expect(await listed({ state: 'open' })).toBe('32');
    const asked = { at: done.at, outcome: 'answered', documents: ['kiln'], isWithoutRight: true } as const;
    await store.setAskedAgain('trace_3', asked);
    expect((await store.find(['trace_3']))[0]?.askedAgain).toEqual(asked);
  });
});
