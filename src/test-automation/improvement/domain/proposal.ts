import { ImprovementDraft, ImprovementType } from '../../sessions/domain/improvement.js';
import { RagComponent } from '../../attribution/domain/trace-attribution.js';
import { ConfigurationView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';
import { REPORTER } from '../../questions/domain/abstained-questions.js';
import { Trial } from './trial.js';

/** A repair with the failures that it should cure. */
export interface Proposal {
  readonly type: ImprovementType;
  readonly component: RagComponent;
  /** The fault, and the number of failures that show it. */
  readonly description: string;
  readonly suggestedValue: string;
  readonly patch: Patch;
  /** The same repair on another version, since every repair moves positions; empty if it is no longer needed. */
  readonly onto?: ((view: ConfigurationView) => Patch) | undefined;
  readonly failing: readonly Trial[];
  /** How many of them were cured during its making; undefined if each shows the fault itself. */
  readonly cured?: number | undefined;
  /** Results of trials during its making. */
  readonly expected: string;
}

/** This number of failures makes a repair urgent. */
const URGENT = 5;

/** @param idOf id of the result of a trial */
export function draftOf(proposal: Proposal, idOf: (trial: Trial) => string | undefined): ImprovementDraft {
  const { type, component, description, suggestedValue, patch, failing, cured, expected } = proposal;
  // Of words that were asked in use the source is unknown, or not a row of the session.
  const isInUse = (trial: Trial) =>
    trial.isUnanswered === true || (trial.question.personaId === REPORTER && idOf(trial) === undefined);
  const inUse = failing.filter(isInUse);
  return {
    type,
    priority: (cured ?? failing.length) >= URGENT ? 'high' : 'medium',
    description,
    suggestedValue,
    patch,
    evidence: {
      result_ids: failing.flatMap((trial) => idOf(trial) ?? []),
      component,
      expected_effect: expected,
      ...(inUse.length > 0 ? { asked_in_use: inUse.map(({ question }) => question.id) } : {}),
    },
  };
}

/** The patch of a proposal on the present configuration; empty if it is no longer needed. */
export function patchOf({ patch, onto }: Proposal, view: ConfigurationView): Patch {
  return onto === undefined ? patch : onto(view);
}
