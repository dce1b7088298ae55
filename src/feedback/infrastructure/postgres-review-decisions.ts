import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { ReviewDecision, ReviewDecisions } from '../domain/review.js';
import { DecisionRow, toDecision } from './decision-row.js';

/** Decisions in the shared store. */
@Injectable()
export class PostgresReviewDecisions extends ReviewDecisions {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async find(reviewIds: readonly string[]): Promise<ReadonlyMap<string, ReviewDecision>> {
    const rows = await this.database.query<DecisionRow>(
      sql`SELECT * FROM review_decisions WHERE review_id = ANY(${reviewIds}::text[])`,
    );
    return new Map(rows.map((row) => [row.review_id, toDecision(row)]));
  }

  async record(one: ReviewDecision): Promise<boolean> {
    const changed = await this.database
      .change(sql`INSERT INTO review_decisions (review_id, decision, answer, comment, decided_by, decided_at, case_id)
        VALUES (${one.reviewId}, ${one.decision}, ${one.answer}, ${one.comment}, ${one.decidedBy}, ${one.decidedAt}, ${one.caseId})
        ON CONFLICT DO NOTHING`);
    return changed === 1;
  }
}
