import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { AnsweredQuestions, GivenAnswer, sourcesOf } from '../domain/answered-questions.js';
import { AnswerFeedback, FeedbackStore, isSameOpinion, Opinion, FeedbackCases } from '../domain/answer-feedback.js';

/** The key that gives feedback. */
export interface FeedbackGiver {
  readonly id: string;
  /** Whether the key may store cases without a review. */
  readonly mayKeep: boolean;
  readonly filter: CategoryFilter;
}

type Consequence = Pick<AnswerFeedback, 'outcome' | 'detail' | 'caseId'>;

export interface GivenFeedback {
  readonly feedback: AnswerFeedback;
  /** False for repeated feedback. */
  readonly counted: boolean;
}

/**
 * Applies feedback on an answer of the caller: confirmed answers become cases, rejected ones questions of the next test
 * session.
 */
@Injectable()
export class GiveAnswerFeedback {
  constructor(
    private readonly answers: AnsweredQuestions,
    private readonly store: FeedbackStore,
    private readonly cases: FeedbackCases,
    private readonly clock: Clock,
  ) {}

  /**
   * Repeated feedback counts once; different feedback replaces the earlier one. @throws NotFoundError for an unknown
   * trace, or one of another key
   */
  async give(traceId: string, opinion: Opinion, giver: FeedbackGiver, signal: AbortSignal): Promise<GivenFeedback> {
    const known = await this.store.find(traceId, giver.id);
    if (known !== undefined && isSameOpinion(known, opinion)) return { feedback: known, counted: false };
    const given = await this.answers.find(traceId);
    if (given?.owner !== giver.id) throw new NotFoundError('trace', traceId);
    const consequence = await this.consequence(given, opinion, giver, { known, signal });
    const feedback: AnswerFeedback = {
      ...opinion,
      ...consequence,
      traceId,
      owner: giver.id,
      question: given.question,
      answer: given.answer,
      givenAt: this.clock.now().toISOString(),
    };
    await this.store.put(feedback);
    return { feedback, counted: true };
  }

  private async consequence(
    given: GivenAnswer,
    { feedback }: Opinion,
    giver: FeedbackGiver,
    { known, signal }: { readonly known: AnswerFeedback | undefined; readonly signal: AbortSignal },
  ): Promise<Consequence> {
    if (feedback === 'thumbs_down') {
      if (known?.caseId != null) await this.cases.withdraw(known.caseId, giver.filter);
      return { outcome: 'reported', detail: 'It is asked again in the next test session.', caseId: null };
    }
    if (known?.outcome === 'case') return { outcome: 'case', detail: known.detail, caseId: known.caseId };
    return this.confirmed(given, giver, signal);
  }

  private async confirmed(given: GivenAnswer, giver: FeedbackGiver, signal: AbortSignal): Promise<Consequence> {
    const { question, answer, traceId } = given;
    const [source] = given.sources;
    if (source === undefined)
      return { outcome: 'noted', detail: 'An answer that quotes nothing does not become a case.', caseId: null };
    if (!giver.mayKeep) {
      await this.answers.flag(traceId, 'confirmed');
      return {
        outcome: 'review',
        detail: 'This key may keep no cases (scope ingest): a reviewer decides.',
        caseId: null,
      };
    }
    const sources = sourcesOf(given);
    const confirmed = { question, answer, categoryPath: source.categoryPath, traceId, sources, isReviewed: false };
    const kept = await this.cases.keep(confirmed, giver.filter, signal);
    if (kept.outcome === 'refused') return { outcome: 'noted', detail: kept.reason, caseId: null };
    const isNew = kept.outcome === 'created';
    const detail = isNew ? `It became the case ${kept.caseId}.` : `The case ${kept.caseId} has this answer now.`;
    // A later thumbs-down does not remove a merged case: others have contributed to it.
    return { outcome: 'case', detail, caseId: isNew ? kept.caseId : null };
  }
}
