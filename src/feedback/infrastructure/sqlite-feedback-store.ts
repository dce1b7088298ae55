import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { AnswerFeedback, FeedbackStore } from '../domain/answer-feedback.js';
import { FeedbackRow, toFeedback } from './feedback-row.js';

/** Feedback in the embedded store. */
@Injectable()
export class SqliteFeedbackStore extends FeedbackStore {
  constructor(
    private readonly database: WorkDatabase,
    private readonly writes: GroupedWrites,
  ) {
    super();
  }

  find(traceId: string, owner: string): Promise<AnswerFeedback | undefined> {
    const row = this.database.reader
      .prepare<[string, string], FeedbackRow>('SELECT * FROM answer_feedback WHERE trace_id = ? AND owner = ?')
      .get(traceId, owner);
    return Promise.resolve(row === undefined ? undefined : toFeedback(row));
  }

  put({ gold, ...one }: AnswerFeedback): Promise<void> {
    return this.writes.run(() => {
      this.database.writer
        .prepare(
          `INSERT OR REPLACE INTO answer_feedback (trace_id, owner, feedback, comment, correction, gold_document_id, gold_quote,
             question, answer, outcome, detail, case_id, given_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          one.traceId,
          one.owner,
          one.feedback,
          one.comment,
          one.correction,
          gold?.documentId ?? null,
          gold?.quote ?? null,
          one.question,
          one.answer,
          one.outcome,
          one.detail,
          one.caseId,
          one.givenAt,
        );
    });
  }

  reported(owner: string, limit: number): Promise<readonly AnswerFeedback[]> {
    const rows = this.database.reader
      .prepare<[string, number], FeedbackRow>(
        `SELECT * FROM answer_feedback WHERE owner = ? AND feedback = 'thumbs_down' AND asked_in IS NULL
         ORDER BY given_at, trace_id LIMIT ?`,
      )
      .all(owner, limit);
    return Promise.resolve(rows.map(toFeedback));
  }

  markAsked(owner: string, traceIds: readonly string[], sessionId: string): Promise<void> {
    return this.writes.run(() => {
      this.database.writer
        .prepare(
          'UPDATE answer_feedback SET asked_in = ? WHERE owner = ? AND trace_id IN (SELECT value FROM json_each(?))',
        )
        .run(sessionId, owner, JSON.stringify(traceIds));
    });
  }
}
