import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { Improvement } from './improvement.js';

/** What the failures of a session come from, and what they suggest. */
export interface FailureAnalysis {
  readonly whys: readonly FiveWhys[];
  readonly improvements: readonly Improvement[];
  /** What each component contributes; null where the session did not ask, or it could not be measured. */
  readonly contribution: ContributionReport | null;
}
