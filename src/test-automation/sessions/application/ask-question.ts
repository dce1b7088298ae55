import { Injectable, Logger } from '@nestjs/common';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { CheckedClaim, ClaimChecker, isFailedClaim } from '../../domain/claim-checker.js';
import { notEvaluated } from '../../judge/domain/judge-answer.js';
import { judgingCost } from '../../judge/domain/model-judge/merge-readings.js';
import { Question } from '../../domain/question.js';
import { citedBy, RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../../domain/rag-target.js';
import { SessionPolicy } from '../../domain/policy.js';
import { RubricReading } from '../../domain/rubric.js';
import { withPolicy } from '../domain/session-policy.js';
import { SessionBudget } from '../domain/session-budget.js';
import { SessionScope, scopeWithin } from '../../domain/session-scope.js';
import { SessionStore } from '../domain/session-store.js';
import { Attempt, Judgement, TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { GradeExpected } from '../../judge/application/grade-expected.js';
import { ReadRubrics } from '../../judge/application/read-rubrics.js';

/** A question of a session, with everything needed to produce its result. */
export interface QuestionAttempt {
  readonly sessionId: string;
  readonly resultId: string;
  readonly question: Question;
  readonly scope: SessionScope;
  /** The remaining budget of the session. */
  readonly sessionBudget: SessionBudget;
  /** The judge that the session requests. */
  readonly judge: AnswerJudge;
  /** Undefined: judges the answers in the journal again, and asks nothing. */
  readonly target: RagTarget | undefined;
  readonly conversationId: string | undefined;
  readonly history: TargetQuestion['history'];
  /** How often the question is asked again while the check of its answer fails (REQ-E-003). */
  readonly retries: number;
  /** Whose verdict counts: the last answer of this system, or the first answer of any other system. */
  readonly counts: 'first' | 'last';
  /** Criteria of the session, in addition to the rules of the judge. */
  readonly policy: SessionPolicy | undefined;
  readonly scenario: { readonly scenarioId: string; readonly turn: number } | null;
}

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

interface Checked {
  readonly answer: TargetAnswer;
  readonly claims: readonly CheckedClaim[];
  /** Grades by the expected answer of a question of a dataset. */
  readonly expected: Judgement | undefined;
}

/** The answer whose verdict counts. */
const countedOf = ({ counts }: QuestionAttempt, tries: readonly Checked[]): Checked | undefined =>
  counts === 'first' ? tries[0] : tries.at(-1);

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
  ) {}

  /** @throws when the session was stopped. A target or judge that fails gives a result with the verdict `not_evaluated`. */
  async askQuestion(asking: QuestionAttempt, signal: AbortSignal): Promise<QuestionOutcome> {
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
      return { result: this.toResult(asking, tries, [NOT_EVALUATED, NOT_EVALUATED], reason), answer };
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
    const result = this.toResult(asking, tries, both, null);
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
      // Another system is asked again as if by another person: it gets neither the previous answer nor the fault found in it.
      const isNew = tries.length > 0 && asking.counts === 'first';
      const conversationId = isNew ? await this.newConversation(asking, target, signal) : asking.conversationId;
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

  private toResult(
    asking: QuestionAttempt,
    tries: readonly Checked[],
    [judgement, first]: readonly [Judgement, Judgement],
    error: string | null,
  ): TestResult {
    const { question, scenario } = asking;
    const counted = countedOf(asking, tries);
    const answer = counted?.answer;
    const costs = tries.map((t) => t.answer.costUsd).filter((cost) => cost !== null);
    return {
      resultId: asking.resultId,
      questionId: question.id,
      personaId: question.personaId,
      query: question.text,
      language: question.language,
      difficulty: question.difficulty,
      ...(question.measuredDifficulty === undefined ? {} : { measuredDifficulty: question.measuredDifficulty }),
      kind: question.kind,
      intents: question.intents,
      gold: question.gold,
      asOf: question.asOf ?? null,
      answer: answer?.text ?? null,
      sources: answer?.sources ?? [],
      abstained: answer?.abstained ?? false,
      confidence: answer?.confidence ?? null,
      // The checked claims are recorded even if the judge failed.
      judgement: judgement.claims.length === 0 ? { ...judgement, claims: counted?.claims ?? [] } : judgement,
      firstVerdict: first.verdict,
      attempts: tries.map(toAttempt),
      events: answer?.events ?? [],
      scenarioId: scenario?.scenarioId ?? null,
      turn: scenario?.turn ?? null,
      context: null,
      traceId: answer?.traceId ?? null,
      costUsd: costs.length === 0 ? null : costs.reduce((a, b) => a + b, 0),
      tookMs: tries.reduce((sum, t) => sum + t.answer.tookMs, 0),
      error,
      ...usageOf(tries.map((t) => t.answer)),
      ...(question.expected === undefined ? {} : { expected: question.expected }),
      ...(question.hidden === undefined ? {} : { hidden: question.hidden }),
    };
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

/** Tokens and repeated requests of all answers together; empty if the target reported none. */
function usageOf(answers: readonly TargetAnswer[]): Pick<TestResult, 'tokens' | 'targetRetries'> {
  const sum = (of: (answer: TargetAnswer) => number | null | undefined): number | null => {
    const counts = answers.map(of).filter((count) => typeof count === 'number');
    return counts.length === 0 ? null : counts.reduce((a, b) => a + b, 0);
  };
  const [input, output] = [sum((a) => a.tokens?.input), sum((a) => a.tokens?.output)];
  const [serverErrors, cutAnswers] = [sum((a) => a.retries?.serverErrors), sum((a) => a.retries?.cutAnswers)];
  return {
    ...(input === null && output === null ? {} : { tokens: { input, output } }),
    ...(serverErrors === null && cutAnswers === null
      ? {}
      : { targetRetries: { serverErrors: serverErrors ?? 0, cutAnswers: cutAnswers ?? 0 } }),
  };
}

function toAttempt({ answer, claims }: Checked): Attempt {
  const { text, sources, abstained, traceId, tookMs } = answer;
  return { answer: text, sources, abstained, claims, traceId, tookMs };
}
