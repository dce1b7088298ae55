import { Injectable, Logger } from '@nestjs/common';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { ClaimChecker, isFailedClaim } from '../../domain/claim-checker.js';
import { notEvaluated } from '../../judge/domain/judge-answer.js';
import { judgingCost } from '../../judge/domain/model-judge/merge-readings.js';
import { citedBy, RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../../domain/rag-target.js';
import { withPolicy } from '../domain/session-policy.js';
import { scopeWithin } from '../../domain/session-scope.js';
import { SessionStore } from '../domain/session-store.js';
import { Judgement, TestResult, RubricReading } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { GradeExpected } from '../../judge/application/grade-expected.js';
import { ReadRubrics } from '../../judge/application/read-rubrics.js';
import { Checked, countedOf, QuestionAttempt, toResult } from './question-result.js';
import { CHAIN, OpenSpan, recordEvaluation, Spans } from '../../../shared/domain/spans.js';

export interface QuestionOutcome {
  readonly result: TestResult;
  /** Undefined if the target reported none. */
  readonly answer: TargetAnswer | undefined;
}

/** After a failed fact check, a question is asked again up to this often (REQ-E-003), unless the session sets a lower limit. */
export const MOST_REPEATS = 3;

/** How a session repeats and judges its questions. */
export const repetitionOf = ({
  request,
}: Pick<TestSession, 'request'>): Pick<QuestionAttempt, 'retries' | 'counts' | 'policy'> => ({
  policy: request.policy,
  retries: request.retries ?? MOST_REPEATS,
  counts: request.target.kind === 'self' ? 'last' : 'first',
});

/** The error of a result that the budget did not cover. */
export const SPENT = 'The budget of the session was used up.';

const NOT_EVALUATED = notEvaluated('It could not be judged.');

/** Asks one question and checks every claim of the answer. Asks again while a check fails, then has the answer judged that counts. */
@Injectable()
export class AskQuestion {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly store: SessionStore,
    private readonly checker: ClaimChecker,
    private readonly judge: AnswerJudge,
    private readonly gradeExpected: GradeExpected,
    private readonly rubrics: ReadRubrics,
    private readonly spans: Spans,
  ) {}

  /** @throws when the session was stopped. A target or judge that fails gives a result with the verdict `not_evaluated`. */
  askQuestion(asking: QuestionAttempt, signal: AbortSignal): Promise<QuestionOutcome> {
    const { sessionId, resultId } = asking;
    const attributes = { 'touchstone.session_id': sessionId, 'touchstone.result_id': resultId, ...CHAIN };
    return this.spans.within('test question', attributes, async (span) => {
      const outcome = await this.evaluate(asking, signal);
      this.record(span, outcome.result.judgement);
      return outcome;
    });
  }

  /** The verdict and each dimension as events of the conventions. An answer that could not be judged has a label and no score. */
  private record(span: OpenSpan, { verdict, score, dimensions, reasons }: Judgement): void {
    const { hasContent } = this.spans;
    const whole = { name: 'answer', value: score ?? undefined, label: verdict, explanation: reasons[0] };
    recordEvaluation(span, whole, hasContent);
    const points: Readonly<Record<string, number>> = { ...dimensions };
    for (const [name, value] of Object.entries(points)) recordEvaluation(span, { name, value }, hasContent);
  }

  private async evaluate(asking: QuestionAttempt, signal: AbortSignal): Promise<QuestionOutcome> {
    const tries: Checked[] = [];
    try {
      for (;;) {
        const next = await this.attempt(asking, tries, signal);
        if (next === undefined) break;
        tries.push(next);
        const isDone = tries.length > asking.retries || !next.claims.some(isFailedClaim);
        // Judging again keeps all answers of a session, also those that a stricter or milder check would not have requested.
        if (isDone && asking.target !== undefined) break;
      }
      return await this.judged(asking, tries, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      this.logger.warn({ err: error, result_id: asking.resultId }, 'a question could not be evaluated');
      const reason =
        error instanceof TargetError ? error.message : 'The answer could not be judged; see the server log.';
      const { answer } = countedOf(asking, tries) ?? { answer: undefined };
      const failed = error instanceof TargetError ? error.retries : undefined;
      return { result: toResult(asking, tries, [NOT_EVALUATED, NOT_EVALUATED], reason, failed), answer };
    }
  }

  private async judged(
    asking: QuestionAttempt,
    tries: readonly Checked[],
    signal: AbortSignal,
  ): Promise<QuestionOutcome> {
    const [first, counted] = [tries[0], countedOf(asking, tries)];
    if (first === undefined || counted === undefined) throw new TargetError('the target was not asked');
    const judgement = await this.judgeCounted(asking, counted, signal);
    // The first answer failed its check and was asked again. No judge would accept it, so the rules judge it.
    const { question } = asking;
    const firstJudgement =
      first === counted
        ? judgement
        : await this.judge.judge(question, first.answer, first.claims, signal, first.expected);
    const { answer } = counted;
    const both = [byPolicy(asking, judgement, answer), byPolicy(asking, firstJudgement, first.answer)] as const;
    const result = toResult(asking, tries, both, null);
    const rubrics = await this.readRubrics(asking, answer, signal);
    return { result: rubrics === undefined ? result : { ...result, rubrics }, answer };
  }

  /** Undefined without criteria. */
  private async readRubrics(
    { policy, question, sessionBudget }: QuestionAttempt,
    answer: TargetAnswer,
    signal: AbortSignal,
  ): Promise<readonly RubricReading[] | undefined> {
    const rubrics = policy?.rubrics ?? [];
    if (rubrics.length === 0) return undefined;
    const asked = { question: question.text, answer: answer.text };
    const read = await sessionBudget.charge(
      'judging',
      () => this.rubrics.read(rubrics, asked, signal),
      ({ costUsd }) => costUsd,
    );
    return read?.readings ?? rubrics.map(({ name }) => ({ name, met: null, reason: SPENT }));
  }

  private async judgeCounted(
    asking: QuestionAttempt,
    { answer, claims, expected }: Checked,
    signal: AbortSignal,
  ): Promise<Judgement> {
    const { judge, sessionBudget, question } = asking;
    const judging = () => judge.judge(question, answer, claims, signal, expected);
    if (!judge.isPaid) return judging();
    return (await sessionBudget.charge('judging', judging, judgingCost)) ?? { ...notEvaluated(SPENT), claims };
  }

  /** Takes the answer from the journal if an earlier run of the session has asked already. */
  private async attempt(
    asking: QuestionAttempt,
    tries: readonly Checked[],
    signal: AbortSignal,
  ): Promise<Checked | undefined> {
    const key = { resultId: asking.resultId, attempt: tries.length };
    let answer = await this.store.answer(asking.sessionId, key);
    if (answer === undefined) {
      const { target } = asking;
      if (target === undefined) return undefined;
      // A target is asked again as if by another person: it gets neither the previous answer nor the fault found in it.
      const conversationId =
        tries.length > 0 ? await this.newConversation(asking, target, signal) : asking.conversationId;
      answer = await this.ask(asking, target, { ...askedOf(asking), conversationId }, signal);
      await this.store.saveAnswer(asking.sessionId, key, answer);
    }
    return { answer, ...(await this.check(asking, answer, signal)) };
  }

  /** @throws TargetError when the budget is used up */
  private async ask(
    { sessionBudget }: QuestionAttempt,
    target: RagTarget,
    question: TargetQuestion,
    signal: AbortSignal,
  ): Promise<TargetAnswer> {
    const answer = await sessionBudget.charge(
      'answer',
      () => target.ask(question, signal),
      (given) => given.costUsd,
    );
    if (answer === undefined) throw new TargetError(SPENT);
    return answer;
  }

  /**
   * Opens a new conversation of a target that keeps conversations itself, with the person's earlier turns.
   * @returns undefined for a first question, and for a target that gets the earlier turns with each question
   */
  private async newConversation(
    asking: QuestionAttempt,
    target: RagTarget,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (asking.conversationId === undefined) return undefined;
    let opened: string | undefined;
    for (const [i, { question: message }] of asking.history.entries()) {
      const turn = { ...askedOf(asking), message, history: asking.history.slice(0, i), conversationId: opened };
      opened = (await this.ask(asking, target, turn, signal)).conversationId ?? undefined;
    }
    return opened;
  }

  /** An abstention makes a claim too: the documents do not answer. */
  private async check(
    { question, scope }: QuestionAttempt,
    answer: TargetAnswer,
    signal: AbortSignal,
  ): Promise<Pick<Checked, 'claims' | 'expected'>> {
    const { expected } = question;
    if (expected !== undefined) {
      const grade = await this.gradeExpected.grade({ ...question, expected }, answer, scope, signal);
      return { claims: grade.claims, expected: grade };
    }
    const place = { asOf: question.asOf, scope: scopeWithin(scope, question.hidden?.visible) };
    const { text, gold } = question;
    const claims = answer.abstained
      ? [await this.checker.checkAbstention(question, place, signal)]
      : await this.checker.check({ text: answer.text, question: text, gold, cited: citedBy(answer) }, place, signal);
    return { claims, expected: undefined };
  }
}

const byPolicy = ({ policy, question }: QuestionAttempt, judgement: Judgement, { sources }: TargetAnswer): Judgement =>
  withPolicy(judgement, policy, {
    hasSource: sources.length > 0 || (judgement.dimensions?.citation ?? 0) > 0,
    answerable: question.gold.answerable,
  });

/** The person's own text, without anything added by the session. */
function askedOf({ question, conversationId, history }: QuestionAttempt): TargetQuestion {
  const { text: message, asOf, hidden } = question;
  return { message, conversationId, asOf, history, off: [], visible: hidden?.visible };
}
