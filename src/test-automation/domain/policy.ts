import { Rubric } from './rubric.js';
import { ScoreDimensions } from './test-result.js';

/** A team's requirements for its system, in addition to the rules of the judge. */
export interface SessionPolicy {
  /** Thresholds of gates by their ids; `off` removes a gate. */
  readonly gates?: Readonly<Record<string, number | 'off'>> | undefined;
  /** `interval`: the lower end of the 95 % interval has to reach a threshold. `observed`: the rate itself. */
  readonly certainty?: 'interval' | 'observed' | undefined;
  /** Weights of the dimensions; the others have those of the specification. */
  readonly weights?: Readonly<Partial<Record<keyof ScoreDimensions, number | undefined>>> | undefined;
  /** Minimum scores, 0..5. */
  readonly thresholds?: { readonly success: number; readonly partial: number } | undefined;
  /** `required`: a right answer without a source is partial. `checked`: only a wrong source makes it partial. `off`: neither does. */
  readonly citation?: 'required' | 'checked' | 'off' | undefined;
  readonly rubrics?: readonly Rubric[] | undefined;
}

export interface SessionGate {
  readonly id: string;
  readonly requirement: string;
  readonly value: number | null;
  readonly threshold: number;
  readonly ci95: readonly [number, number] | null;
  /** Null when it could not be measured. */
  readonly passed: boolean | null;
  /** What the gate says in words, with the number of further queries that a decision needs. */
  readonly detail: string;
}
