import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { ReviewDecision, ReviewDecisions } from '../domain/review.js';
import { DecisionRow, toDecision } from './decision-row.js';

/** Decisions in the embedded store. */
@Injectable()
export class SqliteReviewDecisions extends ReviewDecisions {
  constructor(
    private readonly database: WorkDatabase,
    private readonly writes: GroupedWrites,
  ) {
    super();
  }

  find(reviewIds: readonly string[]): Promise<ReadonlyMap<string, ReviewDecision>> {
    const rows = this.database.reader
      .prepare<[string], DecisionRow>(
        'SELECT * FROM review_decisions WHERE review_id IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(reviewIds));
    return Promise.resolve(new Map(rows.map((row) => [row.review_id, toDecision(row)])));
  }

  async record(one: ReviewDecision): Promise<boolean> {
    let isFirst = false;
    await this.writes.run(() => {
      const { changes } = this.database.writer
        .prepare(
          `INSERT INTO review_decisions (review_id, decision, answer, comment, decided_by, decided_at, case_id)
           VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        )
        .run(one.reviewId, one.decision, one.answer, one.comment, one.decidedBy, one.decidedAt, one.caseId);
      isFirst = changes === 1;
    });
    return isFirst;
  }
}
