import { analyseFailures } from '../../attribution/domain/five-whys.js';
import { FailureAnalysis } from './failure-analysis.js';
import { CompleteSession } from './session-artifacts.js';
import { suggestionsOf } from './session-suggestions.js';

/** What the results alone tell, without asking anything again. */
export function observedFindings({ session, results, outcome }: CompleteSession): FailureAnalysis {
  const whys = analyseFailures(results);
  const { sessionId, request } = session;
  const improvements = suggestionsOf({ sessionId, target: request.target }, results, { outcome, whys });
  return { whys, improvements, contribution: null };
}

/** What was found when the session ended, where counterfactuals were run; else what its results tell. */
export function findingsOf(complete: CompleteSession): FailureAnalysis {
  return complete.findings ?? observedFindings(complete);
}
