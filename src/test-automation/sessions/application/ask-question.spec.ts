import { NoSpans } from '../../../shared/domain/spans.js';
import {
  FakeChecker,
  FakeJudge,
  FakeTarget,
  MemorySessionStore,
  noRubrics,
  questionOf,
} from '../../../../test/support/fake-session-parts.js';
import { toQuestion } from '../../questions/domain/dataset-questions.js';
import { gradeAnswer } from '../../judge/domain/grade-answer.js';
import { Question } from '../../domain/question.js';
import { TargetError } from '../../domain/rag-target.js';
import { toResultRow } from '../domain/result-row.js';
import { InMemoryBudget } from '../domain/session-budget.js';
import { AskQuestion, repetitionOf } from './ask-question.js';
import { QuestionAttempt } from './question-result.js';
import { GradeExpected } from '../../judge/application/grade-expected.js';
import { JudgeByRules } from '../../judge/application/judge-by-rules.js';
import { AnswerToJudge, JudgeOneAnswer } from '../../judge/application/judge-one-answer.js';

/** The rules of the judge, without documents. */
class RulesAlone extends JudgeOneAnswer {
  readonly asked: AnswerToJudge[] = [];
  judge(asked: AnswerToJudge) {
    this.asked.push(asked);
    const gold = asked.gold.map(({ documentId, quote }) => ({ documentId, title: '', text: '', quotes: [quote] }));
    const evidence = (asked.evidence ?? []).map(({ id, text }) => ({ id, text }));
    const hasGold = asked.gold.length > 0 || asked.reference !== undefined;
    const judged = { ...asked, gold, cited: hasGold ? [] : evidence, rest: evidence };
    const grade = gradeAnswer({ ...judged, phrases: { evasive: [], abstaining: [] }, nearness: () => 0 });
    return Promise.resolve({ grade, read: [] });
  }
}

function parts() {
  const target = new FakeTarget();
  const judge = new FakeJudge();
  const rules = new RulesAlone();
  const byRules = new JudgeByRules(new FakeChecker(), { read: () => ({ evasive: [], abstaining: [] }) });
  const ask = new AskQuestion(
    new MemorySessionStore(),
    new FakeChecker(),
    judge,
    new GradeExpected(rules),
    noRubrics,
    new NoSpans(),
  );
  const execute = (more: Partial<QuestionAttempt>, question: Question = questionOf('a')) =>
    ask.askQuestion(
      {
        sessionId: 's',
        resultId: `s-${question.id}`,
        question,
        scope: null,
        sessionBudget: new InMemoryBudget(undefined),
        judge: question.expected === undefined ? judge : byRules,
        target,
        conversationId: undefined,
        history: [],
        retries: 3,
        counts: 'last',
        policy: undefined,
        scenario: null,
        ...more,
      },
      new AbortController().signal,
    );
  return { target, rules, execute };
}

describe('a question whose answer fails its check', () => {
  it.each([0, 1, 2, 3])('is asked again up to %d times', async (retries) => {
    const { target, execute } = parts();
    target.answer = (_, n) => `false ${n}`;
    const { result } = await execute({ retries });
    expect(target.asked).toHaveLength(retries + 1);
    expect(result.attempts).toHaveLength(retries + 1);
  });

  it('has the verdict of its first answer for another system, and of its last answer for this system', async () => {
    for (const [counts, text, verdict] of [
      ['first', 'false 0', 'failure'],
      ['last', 'truth', 'success'],
    ] as const) {
      const { target, execute } = parts();
      target.answer = (_, n) => (n < 2 ? `false ${n}` : 'truth');
      const { result, answer } = await execute({ counts });
      expect([result.answer, result.judgement.verdict, result.attempts.length]).toEqual([text, verdict, 3]);
      expect(result.firstVerdict).toBe('failure');
      expect(answer?.text).toBe(text);
    }
  });

  it.each(['first', 'last'] as const)(
    'is asked in a new conversation each time, with only the earlier turns of the person (counts: %s)',
    async (counts) => {
      const { target, execute } = parts();
      target.answer = ({ message }) => (message === 'Earlier?' ? 'truth' : 'false');
      const history = [{ question: 'Earlier?', answer: 'truth' }];
      const { answer } = await execute({ counts, conversationId: 'c-0', history, retries: 2 });
      expect(target.asked.map(({ message, conversationId }) => [message, conversationId])).toEqual([
        ['What about a?', 'c-0'],
        ['Earlier?', undefined],
        ['What about a?', 'conversation-2'],
        ['Earlier?', undefined],
        ['What about a?', 'conversation-4'],
      ]);
      // The dialogue continues where the answer that counts was given.
      expect(answer?.conversationId).toBe(counts === 'first' ? 'c-0' : 'conversation-4');
    },
  );

  it('is asked in a new conversation each time also where it opens one', async () => {
    const { target, execute } = parts();
    target.answer = () => 'false';
    await execute({ retries: 1 });
    expect(target.asked.map(({ conversationId }) => conversationId)).toEqual([undefined, undefined]);
  });

  it('has the repeated requests of its target in its row, also without an answer', async () => {
    const { target, execute } = parts();
    target.answer = () => new TargetError('500', undefined, 'server_error', { serverErrors: 2, cutAnswers: 0 });
    const { result } = await execute({ counts: 'first' });
    expect(toResultRow(result)).toMatchObject({
      verdict: 'not_evaluated',
      target_retries: { server_errors: 2, cut_answers: 0 },
    });
  });

  it('is repeated as often as the session requests', () => {
    const request = (kind: 'self' | 'http', retries?: number) => ({ request: { target: { kind }, retries } }) as never;
    expect(repetitionOf(request('self'))).toEqual({ retries: 3, counts: 'last', policy: undefined });
    expect(repetitionOf(request('http', 0))).toEqual({ retries: 0, counts: 'first', policy: undefined });
  });
});

describe('a question of a dataset', () => {
  const item = {
    id: 'q1',
    question: 'How long is leave?',
    answerable: true,
    facts: [['14 days', 'two weeks']],
    reference: undefined,
    contexts: ['Leave lasts 14 days.'],
    citations: [],
    tags: ['leave'],
  };
  const asked = (more: object = {}) => toQuestion({ ...item, ...more });

  it.each([
    ['Leave lasts two weeks.', {}, 'success'],
    ['Leave lasts two weeks.', { contexts: [] }, 'success'],
    ['Leave lasts 14 days.', { contexts: [] }, 'success'],
    ['Leave lasts 30 days.', { contexts: [] }, 'failure'],
    ['Leave lasts 14 days and costs 3,000 won.', { contexts: [] }, 'failure'],
    ['Leave lasts 30 days.', {}, 'failure'],
    ['I could not find this in the documents.', {}, 'failure'],
    ['I could not find this in the documents.', { answerable: false, facts: [], contexts: [] }, 'success'],
    ['Leave lasts 14 days.', { answerable: false, facts: [] }, 'failure'],
    ['Leave lasts 14 days.', { facts: [], reference: 'It is 14 days.' }, 'success'],
  ])('is judged by its expected answer: %j for %j is a %s', async (text, more, verdict) => {
    const { target, execute } = parts();
    target.answer = () => text;
    const { result } = await execute({ retries: 0 }, asked(more));
    expect(result.judgement.verdict).toBe(verdict);
    expect(result.judgement.claims.length).toBeGreaterThan(0);
    expect(result.expected).toMatchObject({ tags: ['leave'] });
  });

  it('is compared with its contexts, without a search', async () => {
    const { target, rules, execute } = parts();
    target.answer = () => 'Leave lasts 14 days.';
    const { result } = await execute({ retries: 0 }, asked());
    expect(rules.asked[0]?.evidence).toEqual([{ id: 'context-1', text: 'Leave lasts 14 days.' }]);
    expect(result.judgement.claims.map(({ documentId }) => documentId)).toEqual([null]);
  });

  it('is asked again while the answer is wrong, and not after a right answer', async () => {
    const { target, execute } = parts();
    target.answer = (_, n) => (n === 0 ? 'Leave lasts 30 days.' : 'Leave lasts 14 days.');
    const { result } = await execute({}, asked());
    expect(result.attempts).toHaveLength(2);
    expect(result.judgement.verdict).toBe('success');
  });
});
