import { DatasetFormat } from '../../datasets/domain/dataset.js';
import { SessionPolicy } from '../../domain/session-request.js';

/** A team's session definition next to its code: the questions, the target, and the required results. */
export interface SessionFile extends SessionPolicy {
  readonly version: 1;
  readonly name?: string | undefined;
  readonly seed?: number | undefined;
  /** Name of a target. */
  readonly target?: string | undefined;
  /** File of targets. Paths are relative to the session file. */
  readonly targets?: string | undefined;
  readonly dataset?: string | undefined;
  readonly format?: DatasetFormat | undefined;
  readonly set?: string | undefined;
  readonly personas?: readonly string[] | undefined;
  readonly queries?: number | undefined;
  readonly scenarios?: number | undefined;
  readonly turns?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly retries?: number | undefined;
  readonly judge?: 'rules' | 'llm' | undefined;
  readonly budget?: number | undefined;
  /** Id of a session to compare with. */
  readonly baseline?: string | undefined;
  readonly fail_on?: readonly ('gates' | 'regression' | 'lost')[] | undefined;
}

/** The policy of a session file; undefined without one. */
export function policyOf(file: SessionFile | undefined): SessionPolicy | undefined {
  if (file === undefined) return undefined;
  const { gates, certainty, weights, thresholds, citation, rubrics } = file;
  const policy = { gates, certainty, weights, thresholds, citation, rubrics };
  return Object.values(policy).every((part) => part === undefined) ? undefined : policy;
}
