import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { FeedbackStore, FeedbackCases } from '../domain/answer-feedback.js';
import { sourcesOf } from '../domain/answered-questions.js';
import { Decision, Review, ReviewDecision, ReviewDecisions, Reviewer } from '../domain/review.js';
import { ReadReviews } from './read-reviews.js';

export interface MadeDecision {
  readonly decision: Decision;
  /** The corrected answer; required for `edit`. */
  readonly answer: string | undefined;
  readonly comment: string | undefined;
}

/**
 * Applies a reviewer's decision: an approved or edited answer becomes a case, a rejected one a question of the
 * reviewer's next test session.
 */
@Injectable()
export class DecideReview {
  constructor(
    private readonly reviews: ReadReviews,
    private readonly decisions: ReviewDecisions,
    private readonly feedback: FeedbackStore,
    private readonly cases: FeedbackCases,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError; ConflictError (409) if the review is already decided or the answer fails its fact check;
   * InvalidInputError
   */
  async decide(reviewId: string, made: MadeDecision, reviewer: Reviewer, signal: AbortSignal): Promise<Review> {
    if ((made.decision === 'edit') !== (made.answer !== undefined))
      throw new InvalidInputError([{ pointer: '/answer', detail: 'must be given with "edit", and with nothing else' }]);
    const review = await this.reviews.one(reviewId, reviewer);
    if (review.decision !== undefined)
      throw new ConflictError(`The review '${reviewId}' is decided (${review.decision.decision}) and stays so.`);
    if (review.answer.isWithheld === true && made.decision !== 'reject')
      throw new ConflictError(
        `The review '${reviewId}' quotes a document that was deleted or changed, or that this key may no longer see; reject the review.`,
      );
    const answer = made.answer ?? review.answer.answer;
    const caseId = made.decision === 'reject' ? null : await this.kept(review, answer, reviewer, signal);
    const decision: ReviewDecision = {
      reviewId,
      decision: made.decision,
      answer,
      comment: made.comment ?? null,
      decidedBy: reviewer.id,
      decidedAt: this.clock.now().toISOString(),
      caseId,
    };
    if (!(await this.decisions.record(decision)))
      throw new ConflictError(`The review '${reviewId}' was decided meanwhile and stays so.`);
    if (made.decision === 'reject') await this.report(review, decision);
    return { ...review, decision };
  }

  private async kept(
    { answer: given }: Review,
    answer: string,
    reviewer: Reviewer,
    signal: AbortSignal,
  ): Promise<string> {
    const [source] = given.sources;
    if (source === undefined)
      throw new ConflictError(
        'The answer quotes no document and cannot become a case; reject the review, or store a case with POST /cbr/case.',
      );
    const { question, traceId } = given;
    const sources = sourcesOf(given);
    const confirmed = { question, answer, categoryPath: source.categoryPath, traceId, sources, isReviewed: true };
    const kept = await this.cases.keep(confirmed, reviewer.filter, signal);
    if (kept.outcome === 'refused') throw new ConflictError(kept.reason);
    return kept.caseId;
  }

  private report({ answer: given }: Review, { decidedBy, decidedAt, comment }: ReviewDecision): Promise<void> {
    return this.feedback.put({
      traceId: given.traceId,
      owner: decidedBy,
      question: given.question,
      answer: given.answer,
      feedback: 'thumbs_down',
      comment,
      correction: null,
      gold: null,
      outcome: 'reported',
      detail: 'The answer was rejected; the next test session asks its question again.',
      caseId: null,
      givenAt: decidedAt,
    });
  }
}
