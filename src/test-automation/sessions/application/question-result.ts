import { CheckedClaim } from '../../domain/claim-checker.js';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { Question } from '../../domain/question.js';
import { RagTarget, TargetAnswer, TargetQuestion, TargetRetries } from '../../domain/rag-target.js';
import { SessionPolicy } from '../../domain/session-request.js';
import { SessionBudget } from '../domain/session-budget.js';
import { SessionScope } from '../../domain/session-scope.js';
import { Attempt, Judgement, TestResult } from '../../domain/test-result.js';

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

/** An answer with its checked claims. */
export interface Checked {
  readonly answer: TargetAnswer;
  readonly claims: readonly CheckedClaim[];
  /** Grades by the expected answer of a question of a dataset. */
  readonly expected: Judgement | undefined;
}

/** The answer whose verdict counts. */
export const countedOf = ({ counts }: QuestionAttempt, tries: readonly Checked[]): Checked | undefined =>
  counts === 'first' ? tries[0] : tries.at(-1);

/**
 * @param judgements of the answer that counts, and of the first answer
 * @param failed repeated requests of a question that ended without an answer
 */
export function toResult(
  asking: QuestionAttempt,
  tries: readonly Checked[],
  [judgement, first]: readonly [Judgement, Judgement],
  error: string | null,
  failed?: TargetRetries,
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
    ...(question.asks === undefined ? {} : { asks: question.asks }),
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
    ...usageOf(
      tries.map((t) => t.answer),
      failed,
    ),
    ...(question.expected === undefined ? {} : { expected: question.expected }),
    ...(question.hidden === undefined ? {} : { hidden: question.hidden }),
  };
}

/** Tokens and repeated requests of all answers together; empty if the target reported none. */
function usageOf(
  answers: readonly TargetAnswer[],
  failed: TargetRetries | undefined,
): Pick<TestResult, 'tokens' | 'targetRetries'> {
  const sum = (of: (answer: TargetAnswer) => number | null | undefined): number | null => {
    const counts = answers.map(of).filter((count) => typeof count === 'number');
    return counts.length === 0 ? null : counts.reduce((a, b) => a + b, 0);
  };
  const [input, output] = [sum((a) => a.tokens?.input), sum((a) => a.tokens?.output)];
  const retries = [...answers.map((answer) => answer.retries), failed].filter((one) => one !== undefined);
  const targetRetries = {
    serverErrors: retries.reduce((all, { serverErrors }) => all + serverErrors, 0),
    cutAnswers: retries.reduce((all, { cutAnswers }) => all + cutAnswers, 0),
  };
  return {
    ...(input === null && output === null ? {} : { tokens: { input, output } }),
    ...(retries.length === 0 ? {} : { targetRetries }),
  };
}

function toAttempt({ answer, claims }: Checked): Attempt {
  const { text, sources, abstained, traceId, tookMs } = answer;
  return { answer: text, sources, abstained, claims, traceId, tookMs };
}
