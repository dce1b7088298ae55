import { RowCause } from '../../attribution/domain/row-cause.js';
import { Surroundings } from '../../attribution/domain/surroundings.js';
import { retrievedLists } from '../../attribution/domain/trace-attribution.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { FailureType, TestResult } from '../../domain/test-result.js';
import { CounterfactualRun } from './counterfactual-run.js';
import { TrialOutcome } from './trial.js';

/** Findings about one failure. */
export interface Investigation {
  readonly resultId: string;
  readonly outcome: TrialOutcome;
  /** One-based rank in the search alone; null beyond rank 100. */
  readonly goldRank: number | null;
  readonly runs: readonly CounterfactualRun[];
  /** Its type in its session; undefined if it is of no session. */
  readonly failureType?: FailureType | undefined;
  /** Whether a turn can be answered without the earlier ones: then their lack does not explain it. */
  readonly standsAlone?: boolean | undefined;
  /** The turn, completed with words of earlier questions alone, if it was asked so. */
  readonly completed?: string | undefined;
  /** Number of other weights that the search was tried with. */
  readonly weightsTried?: number | undefined;
}

/** A result of the session, with what its other answers show. */
export interface SessionRow {
  readonly result: TestResult;
  readonly around: Surroundings;
}

/** A failure of a session, whose answer the steps of a chain are about. */
export interface SessionFailure extends Investigation {
  readonly row: SessionRow;
}

/** The root cause of a chain: failures with the same key have the same cause regardless of their wording. */
export interface Cause extends RowCause {
  /** The run that shows it; undefined if only the lack of a helpful run shows it. */
  readonly shownBy: CounterfactualRun | undefined;
}

/** One-based place of the right passage among those that an answer was looked for in; null if it is not there, or not known. */
export function placeIn(answer: TargetAnswer | undefined, chunks: ReadonlySet<string> | undefined): number | null {
  const at = retrievedLists(answer?.events ?? []).last.findIndex((id) => chunks?.has(id) === true);
  return at < 0 ? null : at + 1;
}

/** What the session searched for in place of a question. */
export const searchedQuestion = ({ outcome: { answer, trial }, row: { result } }: SessionFailure): string =>
  result.context?.understoodAs ?? answer?.understood.question ?? trial.question.text;
