import { analyseFailures } from '../../attribution/domain/five-whys.js';
import { FailureAnalysis } from './failure-analysis.js';
import { CompleteSession } from './session-artifacts.js';
import { suggestionsOf } from './session-suggestions.js';

/** Failure causes from the results alone, without asking anything again. */
export function observedFindings({ session, results, outcome }: CompleteSession): FailureAnalysis {
  const whys = analyseFailures(results);
  const { sessionId, request } = session;
  const improvements = suggestionsOf({ sessionId, target: request.target }, results, { outcome, whys });
  return { whys, improvements, contribution: null };
}

/** The analysis from the end of the session, if counterfactuals were run; otherwise the analysis from its results. */
export function findingsOf(complete: CompleteSession): FailureAnalysis {
  return complete.findings ?? observedFindings(complete);
}
