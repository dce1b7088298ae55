import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { AnswerFeedback, FeedbackStore } from '../domain/answer-feedback.js';
import { FeedbackRow, toFeedback } from './feedback-row.js';

@Injectable()
export class SqlFeedbackStore extends FeedbackStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async find(traceId: string, owner: string): Promise<AnswerFeedback | undefined> {
    const row = await this.store.one<FeedbackRow>(
      sql`SELECT * FROM answer_feedback WHERE trace_id = ${traceId} AND owner = ${owner}`,
    );
    return row === undefined ? undefined : toFeedback(row);
  }

  async put({ gold, ...one }: AnswerFeedback): Promise<void> {
    await this.store
      .change(sql`INSERT INTO answer_feedback (trace_id, owner, feedback, comment, correction, gold_document_id,
        gold_quote, question, answer, outcome, detail, case_id, given_at)
      VALUES (${one.traceId}, ${one.owner}, ${one.feedback}, ${one.comment}, ${one.correction}, ${gold?.documentId ?? null},
        ${gold?.quote ?? null}, ${one.question}, ${one.answer}, ${one.outcome}, ${one.detail}, ${one.caseId}, ${one.givenAt})
      ON CONFLICT (trace_id, owner) DO UPDATE SET feedback = excluded.feedback, comment = excluded.comment,
        correction = excluded.correction, gold_document_id = excluded.gold_document_id, gold_quote = excluded.gold_quote,
        question = excluded.question, answer = excluded.answer, outcome = excluded.outcome, detail = excluded.detail,
        case_id = excluded.case_id, given_at = excluded.given_at, session_id = NULL`);
  }

  async reported(owner: string, limit: number): Promise<readonly AnswerFeedback[]> {
    const rows = await this.store.query<FeedbackRow>(
      sql`SELECT * FROM answer_feedback WHERE owner = ${owner} AND feedback = 'thumbs_down' AND session_id IS NULL
          ORDER BY given_at, trace_id LIMIT ${limit}`,
    );
    return rows.map(toFeedback);
  }

  async rejectedWithGold(owner: string | undefined, limit: number): Promise<readonly AnswerFeedback[]> {
    const own = owner === undefined ? sql`1 = 1` : sql`owner = ${owner}`;
    const rows = await this.store.query<FeedbackRow>(
      sql`SELECT * FROM answer_feedback
          WHERE ${own} AND feedback = 'thumbs_down' AND gold_document_id IS NOT NULL AND gold_quote IS NOT NULL
          ORDER BY given_at DESC, trace_id LIMIT ${limit}`,
    );
    return rows.map(toFeedback);
  }

  async markAsked(owner: string, traceIds: readonly string[], sessionId: string): Promise<void> {
    await this.store.change(
      sql`UPDATE answer_feedback SET session_id = ${sessionId} WHERE owner = ${owner} AND ${this.store.dialect.isOneOf('trace_id', traceIds)}`,
    );
  }
}
