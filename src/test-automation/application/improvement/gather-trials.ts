import { Injectable } from '@nestjs/common';
import { Improvement } from '../../domain/improvement.js';
import { questionOfResult, standsAlone } from '../../domain/improvement/question-of-result.js';
import { changedGroups, saidFor } from '../../domain/improvement/said-words.js';
import { ServedConfiguration } from '../../domain/improvement/served-configuration.js';
import { Trial } from '../../domain/improvement/trial.js';
import { Question } from '../../domain/question.js';
import { SessionStore } from '../../domain/session-store.js';
import { isEvaluated, isSuccess } from '../../domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { VaryQuestions } from './vary-questions.js';

/** What a patch is tried on. */
export interface TrialSets {
  readonly failing: readonly Trial[];
  readonly paraphrases: readonly Trial[];
  readonly regression: readonly Trial[];
}

const MOST_FAILING = 20;
const WORDINGS_EACH = 3;
/** Held out: never looked at while the patch was made. */
const HELD_OUT = 40;
const MOST_PASSED = 30;

export const answerTrial = (question: Question): Trial => ({ question, intent: null });

function idsIn(evidence: Improvement['evidence']): ReadonlySet<string> {
  const ids = evidence['result_ids'];
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
}

/** Gathers the questions that an improvement is tried on: its failures, other wordings of them, and questions about other things. */
@Injectable()
export class GatherTrials {
  constructor(
    private readonly sessions: SessionStore,
    private readonly vary: VaryQuestions,
    private readonly configuration: ServedConfiguration,
  ) {}

  async execute(improvement: Improvement, sessionId: string, owner: string, signal: AbortSignal): Promise<TrialSets> {
    const stored = await this.sessions.find(sessionId, owner);
    const results = (await this.sessions.results(sessionId)).filter(standsAlone).filter(isEvaluated);
    const wanted = idsIn(improvement.evidence);
    const isFailed = (result: TestResult) => wanted.has(result.resultId) && !isSuccess(result);
    const failing = results.filter(isFailed).slice(0, MOST_FAILING).map(questionOfResult);
    const passed = results.filter(isSuccess).slice(0, MOST_PASSED).map(questionOfResult);
    const request = stored?.session.request;
    const variants = await this.vary.open(request?.scope ?? null, request?.personaSet ?? '', signal);
    const groups = changedGroups(improvement.patch, this.configuration.current());
    const paraphrases = failing.flatMap((question) =>
      variants.paraphrases(question, WORDINGS_EACH, saidFor(question.text, groups)),
    );
    const heldOut = variants.others([...failing, ...passed], HELD_OUT, improvement.id);
    return {
      failing: failing.map(answerTrial),
      paraphrases: paraphrases.map(answerTrial),
      regression: [...passed, ...heldOut].map(answerTrial),
    };
  }
}
