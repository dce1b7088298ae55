import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { isReviewLabel, ReviewLabel } from '../../judge/domain/session-review.js';
import { GivenLabel, isSameReviewer, LabelledRows, LabelStore, MAX_REVIEWERS, Reviewer } from '../domain/row-labels.js';

interface LabelRow {
  readonly caller: string;
  readonly reviewer: string;
  readonly result_id: string;
  readonly label: string;
  readonly completes: number;
}

const reviewerOf = ({ caller, reviewer }: LabelRow): Reviewer => ({ caller, name: reviewer });

/** @param rows of one reviewer, at least one */
function labelledRows(reviewer: Reviewer, rows: readonly LabelRow[]): LabelledRows {
  const labels = rows.flatMap(({ result_id: id, label }): [string, ReviewLabel][] =>
    isReviewLabel(label) ? [[id, label]] : [],
  );
  return { reviewer, labels: new Map(labels), isComplete: rows.some(({ completes }) => completes === 1) };
}

@Injectable()
export class SqlLabelStore extends LabelStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  save(
    sessionId: string,
    reviewer: Reviewer,
    { resultId, label }: GivenLabel,
    rows: readonly string[],
  ): Promise<boolean> {
    return this.store.transaction(async () => {
      // One at a time for a session: of two last labels that are stored at once, one has to see the other.
      await this.store.query(
        sql`SELECT session_id FROM test_sessions WHERE session_id = ${sessionId} ${this.store.dialect.forUpdate}`,
      );
      const all = await this.all(sessionId);
      const own = all.find((one) => isSameReviewer(one.reviewer, reviewer));
      if (own === undefined && all.length >= MAX_REVIEWERS)
        throw new ConflictError(
          `The session has ${MAX_REVIEWERS} reviewers, which is the limit; label under a name that you have used before.`,
        );
      const isComplete = rows.every((id) => id === resultId || own?.labels.has(id) === true);
      await this.store.change(sql`INSERT INTO test_labels (session_id, caller, reviewer, result_id, label, completes)
        VALUES (${sessionId}, ${reviewer.caller}, ${reviewer.name}, ${resultId}, ${label}, ${isComplete ? 1 : 0})
        ON CONFLICT (session_id, caller, reviewer, result_id) DO UPDATE SET label = excluded.label,
          completes = CASE WHEN excluded.completes = 1 THEN 1 ELSE test_labels.completes END`);
      return isComplete;
    });
  }

  async all(sessionId: string): Promise<readonly LabelledRows[]> {
    const rows = await this.store.query<LabelRow>(
      sql`SELECT caller, reviewer, result_id, label, completes FROM test_labels
          WHERE session_id = ${sessionId} ORDER BY caller, reviewer, result_id`,
    );
    const byReviewer = Map.groupBy(rows, ({ caller, reviewer }) => JSON.stringify([caller, reviewer]));
    return [...byReviewer.values()].flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [labelledRows(reviewerOf(first), group)];
    });
  }
}
