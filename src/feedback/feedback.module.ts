import { Module } from '@nestjs/common';
import { CbrModule } from '../cbr/cbr.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { DecideReview } from './application/decide-review.js';
import { GiveAnswerFeedback } from './application/give-answer-feedback.js';
import { ReadReviews } from './application/read-reviews.js';
import { QuotingReviews } from './application/quoting-reviews.js';
import { FeedbackStore, FeedbackCases } from './domain/answer-feedback.js';
import { AnsweredQuestions } from './domain/answered-questions.js';
import { ReviewDecisions } from './domain/review.js';
import { CbrFeedbackCases, PipelineAnsweredQuestions } from './infrastructure/other-features.js';
import { SqlFeedbackStore } from './infrastructure/sql-feedback-store.js';
import { SqlReviewDecisions } from './infrastructure/sql-review-decisions.js';
import { FeedbackController } from './interface/feedback.controller.js';
import { ReviewsController } from './interface/reviews.controller.js';

/** Feedback on answers, and the queue of answers that need a review. */
@Module({
  imports: [PipelineModule, CbrModule],
  controllers: [FeedbackController, ReviewsController],
  providers: [
    GiveAnswerFeedback,
    ReadReviews,
    DecideReview,
    QuotingReviews,
    { provide: AnsweredQuestions, useClass: PipelineAnsweredQuestions },
    { provide: FeedbackCases, useClass: CbrFeedbackCases },
    { provide: FeedbackStore, useClass: SqlFeedbackStore },
    { provide: ReviewDecisions, useClass: SqlReviewDecisions },
  ],
  exports: [FeedbackStore],
})
export class FeedbackModule {}
