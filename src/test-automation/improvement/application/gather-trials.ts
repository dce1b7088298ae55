import { Injectable } from '@nestjs/common';
import { Improvement } from '../../sessions/domain/improvement.js';
import {
  isUnanswered,
  questionOfResult,
  trialInUse,
  trialOfResult,
  unansweredTrial,
} from '../domain/question-of-result.js';
import { changedGroups, saidFor } from '../domain/user-terms.js';
import { ServedConfiguration } from '../domain/served-configuration.js';
import { Trial, TrialOutcome } from '../domain/trial.js';
import { Question } from '../../domain/question.js';
import { TestSession } from '../../sessions/domain/test-session.js';
import { SessionStore } from '../../sessions/domain/session-store.js';
import { isEvaluated, isSuccess } from '../../sessions/domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { QuestionsInUse } from '../../questions/domain/abstained-questions.js';
import { VaryQuestions } from './vary-questions.js';
import { Investigation } from '../domain/session-failure.js';

/** The trials that a patch is tried on. */
export interface TrialSets {
  readonly failing: readonly Trial[];
  readonly paraphrases: readonly Trial[];
  readonly regression: readonly Trial[];
}

const MOST_FAILING = 20;
const WORDINGS_EACH = 3;
/** Held out: not used for making the patch. */
const HELD_OUT = 40;
const MOST_PASSED = 30;

export const answerTrial = (question: Question): Trial => ({ question, intent: null });

function idsIn(evidence: Improvement['evidence'], name: 'result_ids' | 'asked_in_use'): ReadonlySet<string> {
  const ids = evidence[name];
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
}

/** Gathers the questions that an improvement is tried on: its failures, paraphrases of them, and questions about other topics. */
@Injectable()
export class GatherTrials {
  constructor(
    private readonly sessions: SessionStore,
    private readonly vary: VaryQuestions,
    private readonly configuration: ServedConfiguration,
    private readonly inUse: QuestionsInUse,
  ) {}

  async gather(
    improvement: Improvement,
    sessionId: string,
    owner: string | undefined,
    signal: AbortSignal,
  ): Promise<TrialSets> {
    const stored = await this.sessions.find(sessionId, owner);
    const all = await this.sessions.results(sessionId);
    const results = all.filter(isEvaluated);
    const trialsOf = (some: readonly TestResult[]) => some.flatMap((result) => trialOfResult(result, all) ?? []);
    const wanted = idsIn(improvement.evidence, 'result_ids');
    const open = results.filter((result) => wanted.has(result.resultId) && isUnanswered(result));
    const isFailed = (result: TestResult) => wanted.has(result.resultId) && !isSuccess(result) && !isUnanswered(result);
    const failing = [
      ...trialsOf(results.filter(isFailed)),
      ...open.map((result) => unansweredTrial(questionOfResult(result))),
      ...(await this.askedInUse(improvement, stored?.session, signal)),
    ].slice(0, MOST_FAILING);
    const passed = trialsOf(results.filter(isSuccess)).slice(0, MOST_PASSED);
    const request = stored?.session.request;
    const variants = await this.vary.open(request?.scope ?? null, request?.personaSet ?? '', signal);
    const groups = changedGroups(improvement.patch, this.configuration.current());
    const otherwise = (question: Question) =>
      variants.paraphrases(question, WORDINGS_EACH, saidFor(question.text, groups));
    const opening = (trial: Trial) => openingOf(trial, all);
    const paraphrases = failing.flatMap((trial) => otherTrials(trial, opening(trial), otherwise));
    const heldOut = variants.others(
      [...failing, ...passed].map(({ question }) => question),
      HELD_OUT,
      improvement.id,
    );
    return { failing, paraphrases, regression: [...passed, ...heldOut.map(answerTrial)] };
  }

  private async askedInUse(
    { evidence }: Improvement,
    session: TestSession | undefined,
    signal: AbortSignal,
  ): Promise<Trial[]> {
    const ids = idsIn(evidence, 'asked_in_use');
    if (ids.size === 0 || session === undefined) return [];
    const { owner, request } = session;
    const questions = await this.inUse.of({ owner, scope: request.scope }, signal);
    return questions.filter(({ id }) => ids.has(id)).map(trialInUse);
  }
}

/** The question that opened the dialogue of a turn. */
function openingOf({ question, history }: Trial, results: readonly TestResult[]): Question | undefined {
  if (history === undefined) return undefined;
  const scenarioId = results.find(({ questionId }) => questionId === question.id)?.scenarioId;
  const first = results.find((result) => result.scenarioId === scenarioId && result.turn === 1);
  return first === undefined ? undefined : questionOfResult(first);
}

/** Paraphrases of a trial; for a turn, the same turn of a dialogue that opens with a paraphrase. */
function otherTrials(
  trial: Trial,
  opening: Question | undefined,
  otherwise: (question: Question) => readonly Question[],
): Trial[] {
  const { question, history = [] } = trial;
  if (trial.isUnanswered === true) return otherwise(question).map(unansweredTrial);
  if (opening === undefined) return otherwise(question).map(answerTrial);
  return otherwise(opening).map((other) => ({
    question: { ...question, id: `${question.id}/${other.id}` },
    intent: null,
    history: [other.text, ...history.slice(1)],
  }));
}

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
