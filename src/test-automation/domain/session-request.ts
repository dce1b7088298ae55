import { Difficulty } from './question.js';
import { SessionScope } from './session-scope.js';
import { ScoreDimensions, Rubric } from './test-result.js';

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

export type AttributionTier = 'off' | 'trace' | 'leave_one_out' | 'factorial' | 'shapley';

export interface SessionTarget {
  /** Of a configured target; its address and headers are read from its definition at each start. */
  readonly name?: string | undefined;
  readonly kind: 'self' | 'touchstone' | 'openai' | 'http';
  readonly baseUrl: string | undefined;
  readonly model: string | undefined;
  /** Name of the environment variable with the key; the key itself is nowhere stored. */
  readonly apiKeyEnv: string | undefined;
}

/** What a session was asked to do, with every default filled in. */
export interface SessionRequest {
  readonly name: string | undefined;
  readonly seed: number;
  /** A given seed asks for a repetition: earlier sessions then change nothing. */
  readonly isSeedGiven: boolean;
  readonly target: SessionTarget;
  /** Name of a persona set; the specification's ten without it. */
  readonly personaSet: string;
  readonly personas: readonly string[];
  readonly queriesPerPersona: number;
  readonly difficulty: Readonly<Record<Difficulty, number>>;
  readonly scenarios: number;
  /** Follow-ups of each dialogue, after its opening question. */
  readonly turns: number;
  readonly attribution: AttributionTier;
  readonly concurrency: number;
  readonly resumeOf: string | undefined;
  /** Most that the target may cost, in US dollars; undefined means unlimited. */
  readonly budgetUsd: number | undefined;
  /** Who judges. Without it, the rules judge, together with a language model if one is configured. */
  readonly judge?: 'rules' | 'llm' | undefined;
  /** Whether a language model puts the questions into the persona's words; left out, where one is configured. */
  readonly paraphrase?: boolean | undefined;
  /** A dataset of the owner, whose questions are asked instead of made ones. */
  readonly datasetId?: string | undefined;
  /** How often a question is asked again after a failed check, 0..3; left out: 3. */
  readonly retries?: number | undefined;
  /** Gates, weights, thresholds and criteria of a session file; left out: those of the specification. */
  readonly policy?: SessionPolicy | undefined;
  /** What whoever started it may see. */
  readonly scope: SessionScope;
  /** What the target looks through, where that is less: the categories of an agent. Left out: the whole scope. */
  readonly targetScope?: SessionScope | undefined;
}

/** The part of a session that questions, targets and judges use: its owner and its request. */
export interface RequestedSession {
  readonly sessionId: string;
  /** The caller whose session it is. */
  readonly owner: string;
  readonly request: SessionRequest;
}

/** The target in a request: a configured target by its name, this system, or an address. */
export type OrderedTarget = SessionTarget | { readonly name: string };

/** A request as the client sent it: no personas means all of the set, no seed means a new one. */
export type SessionOrder = Omit<SessionRequest, 'target' | 'personas' | 'seed' | 'isSeedGiven' | 'targetScope'> & {
  readonly target: OrderedTarget;
  readonly personas: readonly string[] | undefined;
  readonly seed: number | undefined;
};
