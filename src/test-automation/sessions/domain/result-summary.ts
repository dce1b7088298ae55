import { CheckedClaim } from '../../domain/claim-checker.js';
import { ContextReading, Judgement, TestResult } from '../../domain/test-result.js';

/** The part of a result that rates, gates and comparisons need: a hundredth of it, so that lists and comparisons need not read the rest. */
export interface ResultSummary extends Pick<
  TestResult,
  | 'resultId'
  | 'questionId'
  | 'personaId'
  | 'query'
  | 'difficulty'
  | 'kind'
  | 'asks'
  | 'firstVerdict'
  | 'scenarioId'
  | 'turn'
  | 'costUsd'
  | 'rubrics'
> {
  /** The start of the answer; null if the target gave none. */
  readonly answer: string | null;
  readonly context: Pick<ContextReading, 'kept' | 'restsOnContext'> | null;
  readonly judgement: Pick<Judgement, 'verdict' | 'score' | 'dimensions' | 'failureType' | 'intents' | 'judges'> & {
    readonly claims: readonly Pick<CheckedClaim, 'verdict'>[];
  };
}

const BEGIN = 80;

const contextOf = ({ kept, restsOnContext }: ContextReading) => ({
  kept,
  ...(restsOnContext === undefined ? {} : { restsOnContext }),
});

export function summarize(result: TestResult): ResultSummary {
  const { resultId, questionId, personaId, query, difficulty, kind, firstVerdict, scenarioId, turn, costUsd } = result;
  const { verdict, score, dimensions, failureType, intents, claims, judges } = result.judgement;
  return {
    resultId,
    questionId,
    personaId,
    query,
    difficulty,
    kind,
    firstVerdict,
    scenarioId,
    turn,
    costUsd,
    ...(result.asks === undefined ? {} : { asks: result.asks }),
    ...(result.rubrics === undefined ? {} : { rubrics: result.rubrics }),
    answer: result.answer?.slice(0, BEGIN) ?? null,
    context: result.context && contextOf(result.context),
    judgement: {
      verdict,
      score,
      dimensions,
      failureType,
      intents,
      claims: claims.map((claim) => ({ verdict: claim.verdict })),
      ...(judges === undefined ? {} : { judges }),
    },
  };
}
