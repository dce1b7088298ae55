import { AnswerFeedback, FeedbackStore } from '../../../feedback/domain/answer-feedback.js';
import { judgeAnswer } from '../../judge/domain/judge-answer.js';
import { isOpenGold } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { DocumentSource, SourceDocument, SourcePassage } from '../../domain/session-scope.js';
import { TestSession } from '../../sessions/domain/test-session.js';
import { FeedbackReportedQuestions } from './feedback-reported-questions.js';

const TEXT = '제2조(대출) 학부생은 책을 10권까지 14일 동안 빌릴 수 있다.';
const SESSION = { sessionId: 'ses-1', owner: 'key-1', request: { scope: null } } as unknown as TestSession;
const NO_SIGNAL = new AbortController().signal;

const reported = (traceId: string, gold: AnswerFeedback['gold']): AnswerFeedback => ({
  traceId,
  owner: 'key-1',
  question: '책은 몇 권까지 빌리나요?',
  answer: '5권입니다.',
  feedback: 'thumbs_down',
  comment: null,
  correction: null,
  gold,
  outcome: 'reported',
  detail: '',
  caseId: null,
  givenAt: '2026-11-22T00:00:00.000Z',
});

class ListedFeedback extends FeedbackStore {
  readonly asked = new Map<string, string>();
  constructor(private readonly all: readonly AnswerFeedback[]) {
    super();
  }
  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  put(): Promise<void> {
    return Promise.resolve();
  }
  reported(owner: string): Promise<readonly AnswerFeedback[]> {
    return Promise.resolve(this.all.filter((one) => one.owner === owner && !this.asked.has(one.traceId)));
  }
  rejectedWithGold(): never {
    throw new Error('Only questions that were not asked again are read.');
  }
  markAsked(_owner: string, traceIds: readonly string[], sessionId: string): Promise<void> {
    for (const id of traceIds) this.asked.set(id, sessionId);
    return Promise.resolve();
  }
}

class OneDocument extends DocumentSource {
  async *documents(): AsyncIterable<SourceDocument> {
    // No question is made from it.
  }
  one(documentId: string): Promise<SourceDocument | undefined> {
    const document = { documentId, title: '도서관', text: TEXT, canonicalPath: ['Open'], version: null };
    return Promise.resolve(
      documentId === 'library' ? { ...document, effectiveFrom: null, effectiveTo: null } : undefined,
    );
  }
  passages(): Promise<readonly SourcePassage[]> {
    return Promise.resolve([]);
  }
}

const questions = (...all: AnswerFeedback[]) => {
  const store = new ListedFeedback(all);
  return { store, source: new FeedbackReportedQuestions(store, new OneDocument()) };
};

describe('FeedbackReportedQuestions', () => {
  it('compares the answer with the passage that a person named, if the document has it verbatim', async () => {
    const { source } = questions(
      reported('a', { documentId: 'library', quote: '10권까지 14일 동안' }),
      reported('b', { documentId: 'library', quote: '99권까지' }),
      reported('c', { documentId: 'hidden', quote: '10권까지' }),
      reported('d', null),
    );
    const asked = await source.take(SESSION, NO_SIGNAL);
    expect(asked.map(({ id, gold }) => [id, gold.quote, isOpenGold(gold)])).toEqual([
      ['reported-a', '10권까지 14일 동안', false],
      ['reported-b', null, true],
      ['reported-c', null, true],
      ['reported-d', null, true],
    ]);
  });

  it('asks each once', async () => {
    const { source, store } = questions(reported('a', null));
    expect(await source.take(SESSION, NO_SIGNAL)).toHaveLength(1);
    expect(await source.take({ ...SESSION, sessionId: 'ses-2' }, NO_SIGNAL)).toEqual([]);
    expect(store.asked.get('a')).toBe('ses-1');
  });

  it('leaves the judgement to the fact check if nobody named the right answer', async () => {
    const { source } = questions(reported('d', null));
    const [question] = await source.take(SESSION, NO_SIGNAL);
    if (question === undefined) throw new Error('nothing was asked');
    const source1 = { documentId: 'library', chunkId: 'c', title: '도서관', quote: TEXT, start: 0, end: TEXT.length };
    const answer = { text: TEXT, abstained: false, sources: [source1] } as unknown as TargetAnswer;
    const claim = { claim: TEXT, query: TEXT, checkable: true, quote: TEXT, documentId: 'library', chunkId: 'c' };
    const aids = { phrases: { evasive: [], abstaining: [] }, states: () => 'supported' } as never;
    const judged = (verdict: 'supported' | 'contradicted') =>
      judgeAnswer(question, answer, [{ ...claim, verdict, confidence: 1, reasons: [] }], aids).verdict;
    expect(judged('supported')).toBe('success');
    expect(judged('contradicted')).toBe('failure');
  });
});
