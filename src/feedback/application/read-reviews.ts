import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { AnsweredQuestions, GivenAnswer } from '../domain/answered-questions.js';
import { AskerFilters } from '../domain/asker-filters.js';
import { maySee, Review, ReviewDecisions, Reviewer } from '../domain/review.js';

const BATCH = 200;

export type ReviewStatus = 'pending' | 'decided';

/** The queue as a reviewer sees it. */
@Injectable()
export class ReadReviews {
  constructor(
    private readonly answers: AnsweredQuestions,
    private readonly decisions: ReviewDecisions,
    private readonly askers: AskerFilters,
  ) {}

  /** Oldest first. What the reviewer may not see is not there: a page is full as long as there is more that he may see. */
  async list(
    reviewer: Reviewer,
    query: { readonly status: ReviewStatus; readonly limit: number; readonly cursor: string | undefined },
  ): Promise<Page<Review>> {
    const found: Review[] = [];
    let after = decodeNameCursor(query.cursor);
    for (;;) {
      const batch = await this.answers.toReview(after, BATCH);
      const decided = await this.decisions.find(batch.map(({ traceId }) => traceId));
      for (const answer of batch) {
        const decision = decided.get(answer.traceId);
        if ((decision !== undefined) !== (query.status === 'decided')) continue;
        if (!(await this.isFor(reviewer, answer))) continue;
        found.push({ answer, decision });
        if (found.length > query.limit) break;
      }
      after = batch.at(-1)?.traceId ?? '';
      if (found.length > query.limit || batch.length < BATCH) break;
    }
    const items = found.slice(0, query.limit);
    const last = items.at(-1);
    const isMore = found.length > query.limit && last !== undefined;
    return { items, nextCursor: isMore ? encodeNameCursor(last.answer.traceId) : null };
  }

  /** @throws NotFoundError for what is not in the queue, or not for this reviewer */
  async one(reviewId: string, reviewer: Reviewer): Promise<Review> {
    const answer = await this.answers.find(reviewId);
    if (answer === undefined || answer.reviewReason === null || !(await this.isFor(reviewer, answer)))
      throw new NotFoundError('review', reviewId);
    return { answer, decision: (await this.decisions.find([reviewId])).get(reviewId) };
  }

  private async isFor(reviewer: Reviewer, answer: GivenAnswer): Promise<boolean> {
    return maySee(reviewer, answer, await this.askers.of(answer.owner));
  }
}
