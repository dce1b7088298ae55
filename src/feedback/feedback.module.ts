import { Module } from '@nestjs/common';
import { CbrModule } from '../cbr/cbr.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { DecideReview, DecisionEffects } from './application/decide-review.js';
import { GiveAnswerFeedback } from './application/give-answer-feedback.js';
import { ReadReportedAnswers } from './application/read-reported-answers.js';
import { ReadReviews } from './application/read-reviews.js';
import { FeedbackStore } from './domain/answer-feedback.js';
import { AnsweredQuestions } from './domain/answered-questions.js';
import { AskerFilters } from './domain/asker-filters.js';
import { CaseKeeper } from './domain/case-keeper.js';
import { ReviewDecisions } from './domain/review.js';
import { CbrCaseKeeper } from './infrastructure/cbr-case-keeper.js';
import { KeyAskerFilters } from './infrastructure/key-asker-filters.js';
import { PipelineAnsweredQuestions } from './infrastructure/pipeline-answered-questions.js';
import { SqlFeedbackStore } from './infrastructure/sql-feedback-store.js';
import { SqlReviewDecisions } from './infrastructure/sql-review-decisions.js';
import { FeedbackController } from './interface/feedback.controller.js';
import { ReviewsController } from './interface/reviews.controller.js';

/** Learning from use: what people think of answers, and the queue of answers that a person should look at. */
@Module({
  imports: [PipelineModule, CbrModule],
  controllers: [FeedbackController, ReviewsController],
  providers: [
    GiveAnswerFeedback,
    ReadReviews,
    DecideReview,
    DecisionEffects,
    ReadReportedAnswers,
    { provide: AnsweredQuestions, useClass: PipelineAnsweredQuestions },
    { provide: AskerFilters, useClass: KeyAskerFilters },
    { provide: CaseKeeper, useClass: CbrCaseKeeper },
    { provide: FeedbackStore, useClass: SqlFeedbackStore },
    { provide: ReviewDecisions, useClass: SqlReviewDecisions },
  ],
  exports: [ReadReportedAnswers],
})
export class FeedbackModule {}
