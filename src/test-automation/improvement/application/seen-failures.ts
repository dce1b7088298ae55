import { Investigation } from '../domain/investigation.js';
import { Trial, TrialOutcome } from '../domain/trial.js';

/** What repairs are made of. */
export interface Seen {
  /** All trials that may be looked at, under the configuration in service. */
  readonly outcomes: readonly TrialOutcome[];
  /** Of those of them that failed. */
  readonly investigations: readonly Investigation[];
}

/** So many of a list, from all over it. */
export function spread(trials: readonly Trial[], count: number): Trial[] {
  const step = Math.max(1, trials.length / count);
  return Array.from({ length: Math.min(count, trials.length) }, (_, i) => trials[Math.floor(i * step)]).flatMap(
    (trial) => trial ?? [],
  );
}
