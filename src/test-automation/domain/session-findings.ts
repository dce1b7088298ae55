import { analyseFailures, FiveWhys } from './five-whys.js';
import { Improvement, suggestImprovements } from './improvement.js';
import { CompleteSession } from './session-artifacts.js';

/** What the failures of a session come from, and what they suggest. */
export interface SessionFindings {
  readonly whys: readonly FiveWhys[];
  readonly improvements: readonly Improvement[];
}

export function findingsOf({ session, results, outcome }: CompleteSession): SessionFindings {
  const whys = analyseFailures(results);
  return { whys, improvements: suggestImprovements(session.sessionId, results, { outcome, whys }) };
}
