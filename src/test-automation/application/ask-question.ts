import { Injectable, Logger } from '@nestjs/common';
import { AnswerJudge } from '../domain/answer-judge.js';
import { CheckedClaim, ClaimChecker, isFailedClaim } from '../domain/claim-checker.js';
import { notEvaluated } from '../domain/judge-answer.js';
import { judgingCost } from '../domain/model-judge/merge-readings.js';
import { Question } from '../domain/question.js';
import { RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../domain/rag-target.js';
import { SessionPurse } from '../domain/session-purse.js';
import { SessionScope } from '../domain/session-scope.js';
import { SessionStore } from '../domain/session-store.js';
import { Attempt, Judgement, TestResult } from '../domain/test-result.js';

/** A question of a session, on its way to its result. */
export interface Asking {
  readonly sessionId: string;
  readonly resultId: string;
  readonly question: Question;
  readonly scope: SessionScope;
  /** What the session may still cost. */
  readonly purse: SessionPurse;
  /** The judge that the session asks for. */
  readonly judge: AnswerJudge;
  /** Undefined judges again what the journal has, and asks nothing. */
  readonly target: RagTarget | undefined;
  readonly conversationId: string | undefined;
  readonly history: TargetQuestion['history'];
  readonly scenario: { readonly scenarioId: string; readonly turn: number } | null;
}

export interface Asked {
  readonly result: TestResult;
  /** Undefined when the target gave none. */
  readonly answer: TargetAnswer | undefined;
}

/** After a failed fact check an answer is made again at most so often (REQ-E-003). */
export const MOST_REPEATS = 3;
/** The error of a result that the budget had no room for. */
export const SPENT = 'The budget of the session was used up.';

const NOT_EVALUATED = notEvaluated('It could not be judged.');

interface Checked {
  readonly answer: TargetAnswer;
  readonly claims: readonly CheckedClaim[];
}

/** Asks one question, checks every claim of the answer, asks again while a check fails, and has the last answer judged. */
@Injectable()
export class AskQuestion {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly store: SessionStore,
    private readonly checker: ClaimChecker,
    private readonly judge: AnswerJudge,
  ) {}

  /** @throws when the session was stopped; a target or judge that fails is a result of its own (`not_evaluated`) */
  async execute(asking: Asking, signal: AbortSignal): Promise<Asked> {
    const tries: Checked[] = [];
    try {
      for (;;) {
        const next = await this.attempt(asking, tries, signal);
        if (next === undefined) break;
        tries.push(next);
        const isDone = tries.length > MOST_REPEATS || !next.claims.some(isFailedClaim);
        // Judged again, a session keeps its answers, also those that a stricter or milder check would not have asked for.
        if (isDone && asking.target !== undefined) break;
      }
      return await this.judged(asking, tries, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      this.logger.warn({ err: error, result_id: asking.resultId }, 'a question could not be evaluated');
      const reason =
        error instanceof TargetError ? error.message : 'The answer could not be judged; see the server log.';
      const last = tries.at(-1)?.answer;
      return { result: this.toResult(asking, tries, [NOT_EVALUATED, NOT_EVALUATED], reason), answer: last };
    }
  }

  private async judged(asking: Asking, tries: readonly Checked[], signal: AbortSignal): Promise<Asked> {
    const [first, last] = [tries[0], tries.at(-1)];
    if (first === undefined || last === undefined) throw new TargetError('the target was not asked');
    const judgement = await this.judgeLast(asking, last, signal);
    // The first answer was asked again since a check failed, so that no judge would let it pass: the rules do.
    const firstJudgement =
      first === last ? judgement : await this.judge.judge(asking.question, first.answer, first.claims, signal);
    return { result: this.toResult(asking, tries, [judgement, firstJudgement], null), answer: last.answer };
  }

  private async judgeLast(asking: Asking, { answer, claims }: Checked, signal: AbortSignal): Promise<Judgement> {
    const { judge, purse, question } = asking;
    const judging = () => judge.judge(question, answer, claims, signal);
    if (!judge.isPaid) return judging();
    return (await purse.pay('judging', judging, judgingCost)) ?? { ...notEvaluated(SPENT), claims };
  }

  /** Takes the answer from the journal when an earlier run of the session asked already. */
  private async attempt(asking: Asking, tries: readonly Checked[], signal: AbortSignal): Promise<Checked | undefined> {
    const key = { resultId: asking.resultId, attempt: tries.length };
    let answer = await this.store.answer(asking.sessionId, key);
    if (answer === undefined) {
      if (asking.target === undefined) return undefined;
      const failedClaims = (tries.at(-1)?.claims ?? []).filter(isFailedClaim).map((c) => c.claim);
      const { target, purse } = asking;
      answer = await purse.pay(
        'answer',
        () => target.ask(askedOf(asking, failedClaims), signal),
        (given) => given.costUsd,
      );
      if (answer === undefined) throw new TargetError(SPENT);
      await this.store.saveAnswer(asking.sessionId, key, answer);
    }
    return { answer, claims: await this.check(asking, answer, signal) };
  }

  /** An abstention makes a claim too: that the documents do not answer. */
  private async check(asking: Asking, answer: TargetAnswer, signal: AbortSignal): Promise<readonly CheckedClaim[]> {
    const { question, scope } = asking;
    const place = { asOf: question.asOf, scope };
    return answer.abstained
      ? [await this.checker.checkAbstention(question, place, signal)]
      : await this.checker.check({ text: answer.text, question: question.text, gold: question.gold }, place, signal);
  }

  private toResult(
    asking: Asking,
    tries: readonly Checked[],
    [judgement, first]: readonly [Judgement, Judgement],
    error: string | null,
  ): TestResult {
    const { question, scenario } = asking;
    const last = tries.at(-1);
    const answer = last?.answer;
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
      judgement: judgement.claims.length === 0 ? { ...judgement, claims: last?.claims ?? [] } : judgement,
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
    };
  }
}

/** What the target is asked, and told of an earlier answer. */
function askedOf({ question, conversationId, history }: Asking, failedClaims: readonly string[]): TargetQuestion {
  return { message: question.text, conversationId, asOf: question.asOf, history, off: [], failedClaims };
}

function toAttempt({ answer, claims }: Checked): Attempt {
  const { text, sources, abstained, traceId, tookMs } = answer;
  return { answer: text, sources, abstained, claims, traceId, tookMs };
}
