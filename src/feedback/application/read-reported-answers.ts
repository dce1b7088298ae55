import { Injectable } from '@nestjs/common';
import { AnswerFeedback, FeedbackStore } from '../domain/answer-feedback.js';

/** Maximum number of reported answers in one test session. */
const MOST = 50;

/** Rejected answers for the next test session of the same key. */
@Injectable()
export class ReadReportedAnswers {
  constructor(private readonly store: FeedbackStore) {}

  open(owner: string): Promise<readonly AnswerFeedback[]> {
    return this.store.reported(owner, MOST);
  }

  markAsked(owner: string, traceIds: readonly string[], sessionId: string): Promise<void> {
    return this.store.markAsked(owner, traceIds, sessionId);
  }
}
