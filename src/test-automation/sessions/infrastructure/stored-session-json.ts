import { Improvement } from '../domain/improvement.js';
import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { Persona } from '../../personas/domain/persona.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { SessionOutcome } from '../domain/session-store.js';
import { ResultSummary } from '../domain/result-summary.js';
import { TestResult } from '../../domain/test-result.js';
import { SessionEvent } from '../domain/session-progress.js';
import { TestSchedule } from '../domain/test-schedule.js';
import { TestSession } from '../domain/test-session.js';

/** Rows that this store wrote itself have all members; a row of another version is refused as a whole. */
const has = (value: unknown, ...members: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && members.every((member) => member in value);

export const isSession = (value: unknown): value is TestSession =>
  has(value, 'sessionId', 'owner', 'status', 'request', 'planned', 'startState');
export const isOutcome = (value: unknown): value is SessionOutcome => has(value, 'summary', 'gates', 'causes');
export const isQuestions = (value: unknown): value is SessionQuestions =>
  has(value, 'singles', 'dialogues', 'discarded');
export const isPersonas = (value: unknown): value is readonly Persona[] =>
  Array.isArray(value) && value.every((persona) => has(persona, 'id', 'name', 'tone'));
export const isAnswer = (value: unknown): value is TargetAnswer => has(value, 'text', 'sources', 'events', 'abstained');
export const isResult = (value: unknown): value is TestResult =>
  has(value, 'resultId', 'questionId', 'judgement', 'attempts', 'gold');
export const isResultSummary = (value: unknown): value is ResultSummary =>
  has(value, 'resultId', 'questionId', 'firstVerdict', 'context', 'judgement');
export const isImprovement = (value: unknown): value is Improvement =>
  has(value, 'id', 'type', 'patch', 'evidence', 'status');
export const isJudgeScorecard = (value: unknown): value is JudgeScorecard =>
  has(value, 'judge', 'version', 'rates', 'catch_rate', 'false_alarm_rate');
export const isSchedule = (value: unknown): value is TestSchedule =>
  has(value, 'id', 'cron', 'timeZone', 'template', 'order');

/** A session event in the form sent to other processes. */
export interface SessionNews {
  readonly process: number;
  readonly sessionId: string;
  readonly event: SessionEvent;
}
export const isSessionNews = (value: unknown): value is SessionNews => has(value, 'process', 'sessionId', 'event');

/** @throws Error if the text is not one that the store wrote */
export function readJson<T>(text: string, isWhole: (value: unknown) => value is T): T {
  const value: unknown = JSON.parse(text);
  if (!isWhole(value)) throw new Error('A stored test session is of another version and cannot be read.');
  return value;
}
