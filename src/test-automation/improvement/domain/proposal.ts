import { ImprovementDraft, ImprovementType } from '../../sessions/domain/improvement.js';
import { RagComponent } from '../../attribution/domain/trace-attribution.js';
import { ConfigurationView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';
import { Trial } from './trial.js';

/** A repair with the failures that it should cure. */
export interface Proposal {
  readonly type: ImprovementType;
  readonly component: RagComponent;
  /** What is wrong, and by how many failures it shows. */
  readonly description: string;
  readonly suggestedValue: string;
  readonly patch: Patch;
  /** The same repair on another version, since places move with every other repair; empty when it has become needless. */
  readonly onto?: ((view: ConfigurationView) => Patch) | undefined;
  readonly failing: readonly Trial[];
  /** What was seen when it was tried while it was made. */
  readonly expected: string;
}

/** So many failures make a repair urgent. */
const URGENT = 5;

/** @param idOf name of the result of a trial */
export function draftOf(proposal: Proposal, idOf: (trial: Trial) => string | undefined): ImprovementDraft {
  const { type, component, description, suggestedValue, patch, failing, expected } = proposal;
  return {
    type,
    priority: failing.length >= URGENT ? 'high' : 'medium',
    description,
    suggestedValue,
    patch,
    evidence: { result_ids: failing.flatMap((trial) => idOf(trial) ?? []), component, expected_effect: expected },
  };
}

/** The patch of a proposal on the configuration as it is now; empty when it has become needless. */
export function patchOf({ patch, onto }: Proposal, view: ConfigurationView): Patch {
  return onto === undefined ? patch : onto(view);
}
