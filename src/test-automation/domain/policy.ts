import { Rubric } from './rubric.js';
import { ScoreDimensions } from './test-result.js';

/** What a team asks of its system, beside the rules of the judge. */
export interface SessionPolicy {
  /** Thresholds of gates by their ids; `off` takes a gate out. */
  readonly gates?: Readonly<Record<string, number | 'off'>> | undefined;
  /** `interval`: the lower end of the 95 % interval has to reach a threshold. `observed`: the rate itself. */
  readonly certainty?: 'interval' | 'observed' | undefined;
  /** Weights of the dimensions; those of the specification for the others. */
  readonly weights?: Readonly<Partial<Record<keyof ScoreDimensions, number | undefined>>> | undefined;
  /** Least scores, 0..5. */
  readonly thresholds?: { readonly success: number; readonly partial: number } | undefined;
  /** `required`: a right answer without a source is partial. `checked`: a wrong source is. `off`: neither. */
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
