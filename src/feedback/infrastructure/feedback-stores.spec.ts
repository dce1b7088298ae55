import { onEveryStore } from '../../../test/support/every-store.js';
import { AnswerFeedback, FeedbackStore } from '../domain/answer-feedback.js';
import { ReviewDecision } from '../domain/review.js';
import { SqlFeedbackStore } from './sql-feedback-store.js';
import { SqlReviewDecisions } from './sql-review-decisions.js';

const feedbackOf = (n: number, change: Partial<AnswerFeedback> = {}): AnswerFeedback => ({
  traceId: `trace_${n}`,
  owner: 'ann',
  feedback: 'thumbs_down',
  comment: 'not quite',
  correction: null,
  gold: { documentId: 'd', quote: '"열두" 시' },
  question: `question ${n}`,
  answer: `answer ${n}`,
  outcome: 'reported',
  detail: 'asked in the next session',
  caseId: null,
  givenAt: `2026-01-0${n}T00:00:00.000Z`,
  ...change,
});

onEveryStore('feedback on answers', 'work', (opened) => {
  let store: FeedbackStore;
  beforeEach(() => {
    store = new SqlFeedbackStore(opened().sql);
  });

  it('is one for an answer and a key: a later one replaces it', async () => {
    await store.put(feedbackOf(1));
    await store.put(feedbackOf(1, { feedback: 'thumbs_up', gold: null, outcome: 'case', caseId: 'case_1' }));
    await store.put(feedbackOf(1, { owner: 'bob' }));
    expect(await store.find('trace_1', 'ann')).toMatchObject({ feedback: 'thumbs_up', gold: null, caseId: 'case_1' });
    expect(await store.find('trace_1', 'bob')).toEqual(feedbackOf(1, { owner: 'bob' }));
    expect(await store.find('trace_2', 'ann')).toBeUndefined();
  });

  it('names a passage for a rejected answer, newest first, of one key or of all, whether it was asked again or not', async () => {
    for (const one of [
      feedbackOf(1),
      feedbackOf(2, { gold: null }),
      feedbackOf(3, { feedback: 'thumbs_up' }),
      feedbackOf(4, { owner: 'bob' }),
      feedbackOf(5),
    ])
      await store.put(one);
    await store.markAsked('ann', ['trace_5'], 'ts_1');
    const rejected = async (owner: string | undefined, limit: number) =>
      (await store.rejectedWithGold(owner, limit)).map(({ traceId }) => traceId);
    expect(await rejected('ann', 9)).toEqual(['trace_5', 'trace_1']);
    expect(await rejected(undefined, 9)).toEqual(['trace_5', 'trace_4', 'trace_1']);
    expect(await rejected(undefined, 2)).toEqual(['trace_5', 'trace_4']);
    expect(await rejected('eve', 9)).toEqual([]);
  });

  it('is reported until it was asked, oldest first, for this key only', async () => {
    for (const one of [
      feedbackOf(2),
      feedbackOf(1),
      feedbackOf(3, { feedback: 'thumbs_up' }),
      feedbackOf(4, { owner: 'bob' }),
    ])
      await store.put(one);
    const reported = async (limit: number) => (await store.reported('ann', limit)).map(({ traceId }) => traceId);
    expect(await reported(9)).toEqual(['trace_1', 'trace_2']);
    expect(await reported(1)).toEqual(['trace_1']);
    await store.markAsked('ann', ['trace_1', 'trace_4'], 'ts_1');
    expect(await reported(9)).toEqual(['trace_2']);
    expect(await store.reported('bob', 9)).toHaveLength(1);
  });
});

onEveryStore('decisions on answers', 'work', (opened) => {
  it('are stored once', async () => {
    const store = new SqlReviewDecisions(opened().sql);
    const decision: ReviewDecision = {
      reviewId: 'trace_1',
      decision: 'approve',
      answer: 'At seven.',
      comment: null,
      decidedBy: 'key_1',
      decidedAt: '2026-01-01T00:00:00.000Z',
      caseId: 'case_1',
    };
    expect(await store.record(decision)).toBe(true);
    expect(await store.record({ ...decision, decision: 'reject' })).toBe(false);
    expect(await store.find(['trace_1', 'trace_2'])).toEqual(new Map([['trace_1', decision]]));
    expect(await store.find([])).toEqual(new Map());
  });
});
