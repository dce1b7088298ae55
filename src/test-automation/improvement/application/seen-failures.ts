import { Investigation } from '../domain/investigation.js';
import { Trial, TrialOutcome } from '../domain/trial.js';

/** The input of repairs. */
export interface Seen {
  /** All trials that may be used, under the configuration in service. */
  readonly outcomes: readonly TrialOutcome[];
  /** Investigations of the failed ones among them. */
  readonly investigations: readonly Investigation[];
}

/** Up to N entries of a list, evenly spread over it. */
export function spread(trials: readonly Trial[], count: number): Trial[] {
  const step = Math.max(1, trials.length / count);
  return Array.from({ length: Math.min(count, trials.length) }, (_, i) => trials[Math.floor(i * step)]).flatMap(
    (trial) => trial ?? [],
  );
}
