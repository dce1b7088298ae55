import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { FindKeyFilter } from '../../access/application/manage-keys.js';
import { AnsweredQuestions, sourcesOf } from '../domain/answered-questions.js';
import { maySee, Review, withheldReview, ReviewDecisions, Reviewer } from '../domain/review.js';

const BATCH = 200;

export type ReviewStatus = 'pending' | 'decided';

/** The review queue of one reviewer. */
@Injectable()
export class ReadReviews {
  constructor(
    private readonly answers: AnsweredQuestions,
    private readonly decisions: ReviewDecisions,
    private readonly askers: FindKeyFilter,
    private readonly quotes: QuoteCheck,
  ) {}

  /** Oldest first. Invisible reviews are skipped: a page is full if the reviewer may see enough of them. */
  async list(
    reviewer: Reviewer,
    query: { readonly status: ReviewStatus; readonly limit: number; readonly cursor: string | undefined },
  ): Promise<Page<Review>> {
    const found: Review[] = [];
    const filterOf = this.rememberedFilters();
    let after = decodeNameCursor(query.cursor);
    for (;;) {
      const batch = await this.answers.toReview(after, BATCH);
      const decided = await this.decisions.find(batch.map(({ traceId }) => traceId));
      for (const answer of batch) {
        const decision = decided.get(answer.traceId);
        if ((decision !== undefined) !== (query.status === 'decided')) continue;
        if (!maySee(reviewer, answer, await filterOf(answer.owner))) continue;
        found.push({ answer, decision });
        if (found.length > query.limit) break;
      }
      after = batch.at(-1)?.traceId ?? '';
      if (found.length > query.limit || batch.length < BATCH) break;
    }
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    const isMore = found.length > query.limit && last !== undefined;
    const items = await this.marked(await this.shown(page, reviewer), reviewer);
    return { items, nextCursor: isMore ? encodeNameCursor(last.answer.traceId) : null };
  }

  /**
   * The reviews of any status among the next ones in the queue, without those that are withheld.
   * @param after id of a review; '' at the start
   * @returns the id of the last one that was checked; null at the end of the queue
   */
  async next(reviewer: Reviewer, after: string): Promise<{ readonly reviews: Review[]; readonly last: string | null }> {
    const batch = await this.answers.toReview(after, BATCH);
    const filterOf = this.rememberedFilters();
    const visible: Review[] = [];
    for (const answer of batch)
      if (maySee(reviewer, answer, await filterOf(answer.owner))) visible.push({ answer, decision: undefined });
    const shown = await this.shown(visible, reviewer);
    return {
      reviews: shown.filter(({ answer }) => answer.isWithheld !== true),
      last: batch.length < BATCH ? null : (batch.at(-1)?.traceId ?? null),
    };
  }

  /** @throws NotFoundError if the review is not in the queue, or not visible to this reviewer */
  async one(reviewId: string, reviewer: Reviewer): Promise<Review> {
    const answer = await this.answers.find(reviewId);
    if (answer === undefined || answer.reviewReason === null) throw new NotFoundError('review', reviewId);
    if (!maySee(reviewer, answer, await this.askers.find(answer.owner))) throw new NotFoundError('review', reviewId);
    const review = { answer, decision: (await this.decisions.find([reviewId])).get(reviewId) };
    const [shown] = await this.marked(await this.shown([review], reviewer), reviewer);
    return shown ?? review;
  }

  /** Marks the reviews whose quotes a later edition changed; those that are withheld show no quotes. */
  private async marked(reviews: readonly Review[], { filter }: Reviewer): Promise<Review[]> {
    const outdated = await this.quotes.outdated(
      reviews.map(({ answer }) => sourcesOf(answer)),
      filter,
    );
    return reviews.map((review, i) => (outdated[i] === true ? { ...review, isOutdated: true } : review));
  }

  /** Checks the quotes of the answers again, in one query. */
  private async shown(reviews: readonly Review[], { filter }: Reviewer): Promise<Review[]> {
    const withheld = await this.quotes.withheld(
      reviews.map(({ answer }) => sourcesOf(answer)),
      filter,
    );
    return reviews.map((review, i) => (withheld[i] === true ? withheldReview(review) : review));
  }

  /**
   * Visible categories of each caller key, looked up once per request: thousands of reviews come from few keys. The
   * cache ends with the request, since keys change.
   */
  private rememberedFilters(): (owner: string) => Promise<CategoryFilter> {
    const known = new Map<string, Promise<CategoryFilter>>();
    return (owner) => {
      const filter = known.get(owner) ?? this.askers.find(owner);
      known.set(owner, filter);
      return filter;
    };
  }
}
