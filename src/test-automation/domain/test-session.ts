import { ComponentTest } from './component-test.js';
import { JudgeScorecard } from './judge-calibration/judge-scorecard.js';
import { SessionPolicy } from './policy.js';
import { Difficulty } from './question.js';
import { SessionScope } from './session-scope.js';
import { ScoreDimensions } from './test-result.js';

export type SessionStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';
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
  /** Most that the target may cost, in US dollars; undefined is no limit. */
  readonly budgetUsd: number | undefined;
  /** Who judges; left out, a language model beside the rules where one is configured, else the rules alone. */
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

export interface TestSession {
  readonly sessionId: string;
  /** The caller whose session it is. */
  readonly owner: string;
  readonly status: SessionStatus;
  readonly request: SessionRequest;
  readonly planned: { readonly queries: number; readonly turns: number };
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** What was under test: version, configuration, provider and model, index; for the report's first section. */
  readonly startState: Readonly<Record<string, unknown>>;
  /** The components, tested alone; absent before that is done. */
  readonly componentTests?: readonly ComponentTest[];
  readonly error: string | null;
  /** What its judges are worth, measured over its documents; left out before that. */
  readonly judgeCards?: readonly JudgeScorecard[];
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

/** What a session found. Single questions only, except the rates about dialogues. Null means that nothing could be measured. */
export interface SessionSummary {
  readonly queries: number;
  readonly success: number;
  readonly partial: number;
  readonly failed: number;
  readonly notEvaluated: number;
  readonly successRate: number | null;
  readonly successRateCi95: readonly [number, number] | null;
  /** Success on the first answer, before anything was asked again. */
  readonly firstTrySuccessRate: number | null;
  readonly averageScore: number | null;
  readonly averageScoreCi95: readonly [number, number] | null;
  readonly dimensions: ScoreDimensions | null;
  readonly factCheckRate: number;
  readonly intentAccuracy: number | null;
  readonly followupSuccessRate: number | null;
  readonly contextRetentionRate: number | null;
  readonly byPersona: Readonly<Record<string, number>>;
  readonly byDifficulty: Readonly<Record<string, number>>;
  readonly byKind: Readonly<Record<string, number>>;
  readonly byFailureType: Readonly<Record<string, number>>;
  readonly invalidDialogues: number;
  /** Warnings such as that all scores are the same constant. */
  readonly alarms: readonly string[];
  readonly costUsd: number | null;
  /** What a language model as judge did; null where the rules judged alone, left out in older sessions. */
  readonly modelJudge?: ModelJudgeSummary | null;
}

/** How the readings of a language model agree with each other and with the rules. */
export interface ModelJudgeSummary {
  readonly model: string;
  readonly judged: number;
  readonly notEvaluated: number;
  /** Two readings, two verdicts. */
  readonly disagreements: number;
  /** Its verdict is another than that of the rules. */
  readonly againstRules: number;
  readonly costUsd: number | null;
}
