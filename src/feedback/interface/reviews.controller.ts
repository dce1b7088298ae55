import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { mayUse } from '../../access/domain/caller.js';
import { Access, RequiresScope } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { DecideReview } from '../application/decide-review.js';
import { ReadReviews } from '../application/read-reviews.js';
import { Review, Reviewer } from '../domain/review.js';
import { DecideReviewDto, ReviewDto, ReviewPageDto, ReviewsQueryDto } from './feedback.dto.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

const reviewer = ({ caller, effectiveFilter }: AccessState): Reviewer => ({
  id: caller.id,
  isAdmin: mayUse(caller, 'admin'),
  filter: effectiveFilter,
});

function toReviewDto({ answer, decision, isOutdated }: Review): ReviewDto {
  return {
    review_id: answer.traceId,
    status: decision === undefined ? 'pending' : 'decided',
    reason: answer.reviewReason ?? 'low_confidence',
    question: answer.question,
    answer: answer.answer,
    sources: answer.sources.map(({ documentId, title, categoryPath, quote }) => ({
      document_id: documentId,
      title,
      canonical_path: [...categoryPath],
      quote,
    })),
    confidence: answer.confidence,
    review_below: answer.reviewBelow,
    created_at: answer.givenAt,
    ...(answer.isWithheld === true ? { withheld: true } : {}),
    ...(isOutdated === true ? { outdated: true } : {}),
    ...(decision === undefined
      ? {}
      : {
          decision: {
            decision: decision.decision,
            answer: decision.answer,
            comment: decision.comment,
            decided_by: decision.decidedBy,
            decided_at: decision.decidedAt,
            case_id: decision.caseId,
          },
        }),
  };
}

/**
 * Answers that need a review: below the review threshold of their agent, or confirmed by a key that may not store
 * cases.
 */
@ApiTags('Chat')
@Controller('reviews')
export class ReviewsController {
  constructor(
    private readonly readReviews: ReadReviews,
    private readonly decideReview: DecideReview,
  ) {}

  /**
   * Lists the queue, oldest first: the caller's own answers and, for an administrator, those of keys that see no more
   * than the administrator, if every quoted chunk is visible. An answer whose conversation is deleted leaves the queue.
   */
  @Get()
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: ReviewsQueryDto, @Access() access: AccessState): Promise<ReviewPageDto> {
    const { status = 'pending', limit = DEFAULT_PAGE, cursor } = query;
    const page = await this.readReviews.list(reviewer(access), { status, limit, cursor });
    return { items: page.items.map(toReviewDto), next_cursor: page.nextCursor };
  }

  /** Returns one review. */
  @Get(':review_id')
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 429)
  async read(@Param('review_id') reviewId: string, @Access() access: AccessState): Promise<ReviewDto> {
    return toReviewDto(await this.readReviews.one(reviewId, reviewer(access)));
  }

  /**
   * Decides a review. An approved or edited answer becomes a case, unless it fails its fact check (409); a rejected one
   * is asked again in the next test session.
   */
  @Post(':review_id/decision')
  @ApiBody({
    type: DecideReviewDto,
    examples: { approve: { value: { decision: 'approve', comment: '규정과 같습니다.' } } },
  })
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 422, 429)
  async decide(
    @Param('review_id') reviewId: string,
    @Body() body: DecideReviewDto,
    @Access() access: AccessState,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReviewDto> {
    const made = { decision: body.decision, answer: body.answer, comment: body.comment };
    return toReviewDto(await this.decideReview.decide(reviewId, made, reviewer(access), abortSignal(reply)));
  }
}
