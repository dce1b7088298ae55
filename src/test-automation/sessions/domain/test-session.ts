import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { GradingPolicy } from './grading-policy.js';
import { AskKind } from '../../domain/question.js';
import { ScoreDimensions } from '../../domain/test-result.js';
import { RequestedSession } from '../../domain/session-request.js';
import { ComponentTest } from '../../attribution/domain/component-tester.js';
import { CategoryFilter, UNRESTRICTED } from '../../../shared/domain/category-filter.js';

/** What a running session does, in this order. An answer is judged right after it is given, as a part of asking. */
export const SESSION_PHASES = [
  'preparing',
  'asking',
  'checking_judge',
  'finding_causes',
  'trying_repairs',
  'measuring_components',
  'reporting',
] as const;
export type SessionPhase = (typeof SESSION_PHASES)[number];

export type SessionStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';

/** A session as it is stored: its request, how far it is, and what it started with. */
export interface TestSession extends RequestedSession {
  readonly status: SessionStatus;
  /** The rules that it is graded by; undefined in earlier releases. */
  readonly policy?: GradingPolicy;
  readonly planned: { readonly queries: number; readonly turns: number };
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** What was under test: version, configuration, provider and model, index; for the report's first section. */
  readonly startState: Readonly<Record<string, unknown>>;
  /** The components, tested alone; absent before that is done. */
  readonly componentTests?: readonly ComponentTest[];
  readonly error: string | null;
  /** What it does now; left out unless it runs. */
  readonly phase?: { readonly name: SessionPhase; readonly since: string };
  /** What its judges are worth, measured over its documents; left out before that. */
  readonly judgeCards?: readonly JudgeScorecard[];
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
  /** By what the questions ask for; undefined in earlier releases. */
  readonly byAsks?: Readonly<Partial<Record<AskKind, CountedRate>>>;
  readonly byFailureType: Readonly<Record<string, number>>;
  readonly invalidDialogues: number;
  /** Warnings such as that all scores are the same constant. */
  readonly alarms: readonly string[];
  readonly costUsd: number | null;
  /** What a language model as judge did; null where the rules judged alone, left out in older sessions. */
  readonly modelJudge?: ModelJudgeSummary | null;
}

/** Successes among some questions. Its members have the names of the API contract. */
export interface CountedRate {
  readonly queries: number;
  readonly success: number;
  readonly rate: number;
  /** 95 % interval of the rate (Wilson). */
  readonly ci95: readonly [number, number];
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

/** The viewer of test sessions. */
export interface SessionViewer {
  readonly id: string;
  /** Documents that the viewer may see now. */
  readonly filter: CategoryFilter;
  /** Sees the sessions, schedules and improvements of every key. */
  readonly isAdministrator: boolean;
}

/** The only owner whose sessions a viewer finds; undefined for all owners. */
export function ownerSeenBy({ id, isAdministrator }: SessionViewer): string | undefined {
  return isAdministrator ? undefined : id;
}

/** A user of the command line on the data folder. */
export function operator(id: string): SessionViewer {
  return { id, filter: UNRESTRICTED, isAdministrator: true };
}

/** Port: agents, each of which searches some categories only. */
export abstract class AgentFilters {
  /** Undefined for an agent that is unknown, or hidden from this filter. */
  abstract find(agentId: string, seen: CategoryFilter): Promise<CategoryFilter | undefined>;
}
