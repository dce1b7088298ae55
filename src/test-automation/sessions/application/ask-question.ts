import { Injectable, Logger } from '@nestjs/common';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { CheckedClaim, ClaimChecker, isFailedClaim } from '../../domain/claim-checker.js';
import { notEvaluated } from '../../judge/domain/judge-answer.js';
import { judgingCost } from '../../judge/domain/model-judge/merge-readings.js';
import { Question } from '../../domain/question.js';
import { RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../../domain/rag-target.js';
import { SessionPolicy } from '../../domain/policy.js';
import { RubricReading } from '../../domain/rubric.js';
import { withPolicy } from '../domain/session-policy.js';
import { SessionBudget } from '../domain/session-budget.js';
import { SessionScope } from '../../domain/session-scope.js';
import { SessionStore } from '../domain/session-store.js';
import { Attempt, Judgement, TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { GradeExpected } from '../../judge/application/grade-expected.js';
import { ReadRubrics } from '../../judge/application/read-rubrics.js';

/** A question of a session, on its way to its result. */
export interface QuestionAttempt {
  readonly sessionId: string;
  readonly resultId: string;
  readonly question: Question;
  readonly scope: SessionScope;
  /** What the session may still cost. */
  readonly purse: SessionBudget;
  /** The judge that the session asks for. */
  readonly judge: AnswerJudge;
  /** Undefined judges again what the journal has, and asks nothing. */
  readonly target: RagTarget | undefined;
  readonly conversationId: string | undefined;
  readonly history: TargetQuestion['history'];
  /** How often the question is asked again while a check of its answer fails (REQ-E-003). */
  readonly retries: number;
  /** Whose verdict counts: that of the last answer of this system, and of the first of any other. */
  readonly counts: 'first' | 'last';
  /** What the session asks beside the rules of the judge. */
  readonly policy: SessionPolicy | undefined;
  readonly scenario: { readonly scenarioId: string; readonly turn: number } | null;
}

export interface QuestionOutcome {
  readonly result: TestResult;
  /** Undefined when the target gave none. */
  readonly answer: TargetAnswer | undefined;
}

/** After a failed fact check an answer is made again up to this often (REQ-E-003), unless the session asks for less. */
export const MOST_REPEATS = 3;

/** How the questions of a session are repeated and judged. */
export const repetitionOf = ({
  request,
}: Pick<TestSession, 'request'>): Pick<QuestionAttempt, 'retries' | 'counts' | 'policy'> => ({
  policy: request.policy,
  retries: request.retries ?? MOST_REPEATS,
  counts: request.target.kind === 'self' ? 'last' : 'first',
});

/** The error of a result that the budget had no room for. */
export const SPENT = 'The budget of the session was used up.';

const NOT_EVALUATED = notEvaluated('It could not be judged.');

interface Checked {
  readonly answer: TargetAnswer;
  readonly claims: readonly CheckedClaim[];
  /** By what the question of a dataset expects. */
  readonly expected: Judgement | undefined;
}

/** The answer whose verdict counts. */
const countedOf = ({ counts }: QuestionAttempt, tries: readonly Checked[]): Checked | undefined =>
  counts === 'first' ? tries[0] : tries.at(-1);

/** Asks one question, checks every claim of the answer, asks again while a check fails, and has the answer judged that counts. */
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

  /** @throws when the session was stopped; a target or judge that fails is a result of its own (`not_evaluated`) */
  async askQuestion(asking: QuestionAttempt, signal: AbortSignal): Promise<QuestionOutcome> {
    const tries: Checked[] = [];
    try {
      for (;;) {
        const next = await this.attempt(asking, tries, signal);
        if (next === undefined) break;
        tries.push(next);
        const isDone = tries.length > asking.retries || !next.claims.some(isFailedClaim);
        // Judged again, a session keeps its answers, also those that a stricter or milder check would not have asked for.
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
    // The first answer was asked again since a check failed, so that no judge would let it pass: the rules do.
    const { question } = asking;
    const firstJudgement =
      first === counted
        ? judgement
        : await this.judge.judge(question, first.answer, first.claims, signal, first.expected);
    const { answer } = counted;
    const result = this.toResult(
      asking,
      tries,
      [byPolicy(asking, judgement, answer), byPolicy(asking, firstJudgement, first.answer)],
      null,
    );
    const rubrics = await this.readRubrics(asking, answer, signal);
    return { result: rubrics === undefined ? result : { ...result, rubrics }, answer };
  }

  /** Undefined without criteria. */
  private async readRubrics(
    { policy, question, purse }: QuestionAttempt,
    answer: TargetAnswer,
    signal: AbortSignal,
  ): Promise<readonly RubricReading[] | undefined> {
    const rubrics = policy?.rubrics ?? [];
    if (rubrics.length === 0) return undefined;
    const asked = { question: question.text, answer: answer.text };
    const read = await purse.charge(
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
    const { judge, purse, question } = asking;
    const judging = () => judge.judge(question, answer, claims, signal, expected);
    if (!judge.isPaid) return judging();
    return (await purse.charge('judging', judging, judgingCost)) ?? { ...notEvaluated(SPENT), claims };
  }

  /** Takes the answer from the journal when an earlier run of the session asked already. */
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
      // Another system is asked again as by another person: it sees neither the answer before nor what was found wrong with it.
      const isNew = tries.length > 0 && asking.counts === 'first';
      const conversationId = isNew ? await this.newConversation(asking, target, signal) : asking.conversationId;
      const { message, asOf, history, off } = askedOf(asking);
      answer = await this.ask(asking, target, { message, asOf, history, off, conversationId }, signal);
      await this.store.saveAnswer(asking.sessionId, key, answer);
    }
    return { answer, ...(await this.check(asking, answer, signal)) };
  }

  /** @throws TargetError when the budget is used up */
  private async ask(
    { purse }: QuestionAttempt,
    target: RagTarget,
    question: TargetQuestion,
    signal: AbortSignal,
  ): Promise<TargetAnswer> {
    const answer = await purse.charge(
      'answer',
      () => target.ask(question, signal),
      (given) => given.costUsd,
    );
    if (answer === undefined) throw new TargetError(SPENT);
    return answer;
  }

  /**
   * A new conversation of a target that keeps conversations itself, with the person's earlier turns.
   * @returns undefined where the question is the first, or the target gets the earlier turns with each question
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

  /** An abstention makes a claim too: that the documents do not answer. */
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
    const place = { asOf: question.asOf, scope };
    const claims = answer.abstained
      ? [await this.checker.checkAbstention(question, place, signal)]
      : await this.checker.check({ text: answer.text, question: question.text, gold: question.gold }, place, signal);
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
      kind: question.kind,
      intents: question.intents,
      gold: question.gold,
      asOf: question.asOf ?? null,
      answer: answer?.text ?? null,
      sources: answer?.sources ?? [],
      abstained: answer?.abstained ?? false,
      confidence: answer?.confidence ?? null,
      // What was checked is on record even where the judge failed.
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
    };
  }
}

const byPolicy = ({ policy, question }: QuestionAttempt, judgement: Judgement, { sources }: TargetAnswer): Judgement =>
  withPolicy(judgement, policy, {
    hasSource: sources.length > 0 || (judgement.dimensions?.citation ?? 0) > 0,
    answerable: question.gold.answerable,
  });

/** What a person asks, and nothing of ours. */
function askedOf({ question, conversationId, history }: QuestionAttempt): TargetQuestion {
  return { message: question.text, conversationId, asOf: question.asOf, history, off: [] };
}

/** Tokens and repeated requests of all answers together; empty where the target told of none. */
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
