import { ContributionReport } from '../../attribution/domain/contribution/contribution.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { Improvement } from './improvement.js';

/** Causes of the failures of a session, and suggested improvements. */
export interface FailureAnalysis {
  readonly whys: readonly FiveWhys[];
  readonly improvements: readonly Improvement[];
  /** Contribution of each component; null if the session did not request it, or it could not be measured. */
  readonly contribution: ContributionReport | null;
}
