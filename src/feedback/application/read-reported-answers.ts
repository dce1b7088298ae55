import { Injectable } from '@nestjs/common';
import { AnswerFeedback, FeedbackStore } from '../domain/answer-feedback.js';

/** Most reported answers that one test session asks again. */
const MOST = 50;

/** Answers that were called bad, for the next test session of whoever said so. */
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
