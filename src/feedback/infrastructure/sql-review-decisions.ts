import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { ReviewDecision, ReviewDecisions, DECISIONS } from '../domain/review.js';

/** A row of review_decisions. */
export interface DecisionRow {
  readonly review_id: string;
  readonly decision: string;
  readonly answer: string;
  readonly comment: string | null;
  readonly decided_by: string;
  readonly decided_at: string;
  readonly case_id: string | null;
}

const toDecision = (row: DecisionRow): ReviewDecision => ({
  reviewId: row.review_id,
  decision: DECISIONS.find((decision) => decision === row.decision) ?? 'reject',
  answer: row.answer,
  comment: row.comment,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  caseId: row.case_id,
});

@Injectable()
export class SqlReviewDecisions extends ReviewDecisions {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async find(reviewIds: readonly string[]): Promise<ReadonlyMap<string, ReviewDecision>> {
    const rows = await this.store.query<DecisionRow>(
      sql`SELECT * FROM review_decisions WHERE ${this.store.dialect.isOneOf('review_id', reviewIds)}`,
    );
    return new Map(rows.map((row) => [row.review_id, toDecision(row)]));
  }

  async record(one: ReviewDecision): Promise<boolean> {
    const changed = await this.store
      .change(sql`INSERT INTO review_decisions (review_id, decision, answer, comment, decided_by, decided_at, case_id)
        VALUES (${one.reviewId}, ${one.decision}, ${one.answer}, ${one.comment}, ${one.decidedBy}, ${one.decidedAt}, ${one.caseId})
        ON CONFLICT DO NOTHING`);
    return changed === 1;
  }
}
