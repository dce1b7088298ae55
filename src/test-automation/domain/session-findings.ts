import { ContributionReport } from './contribution/contribution.js';
import { analyseFailures, FiveWhys } from './five-whys.js';
import { Improvement, suggestImprovements } from './improvement.js';
import { CompleteSession } from './session-artifacts.js';

/** What the failures of a session come from, and what they suggest. */
export interface SessionFindings {
  readonly whys: readonly FiveWhys[];
  readonly improvements: readonly Improvement[];
  /** What each component contributes; null where the session did not ask, or it could not be measured. */
  readonly contribution: ContributionReport | null;
}

/** What the results alone tell, without asking anything again. */
export function observedFindings({ session, results, outcome }: CompleteSession): SessionFindings {
  const whys = analyseFailures(results);
  const improvements = suggestImprovements(session.sessionId, results, { outcome, whys });
  return { whys, improvements, contribution: null };
}

/** What was found when the session ended, where counterfactuals were run; else what its results tell. */
export function findingsOf(complete: CompleteSession): SessionFindings {
  return complete.findings ?? observedFindings(complete);
}
