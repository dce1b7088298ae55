import { DECISIONS, ReviewDecision } from '../domain/review.js';

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

export const toDecision = (row: DecisionRow): ReviewDecision => ({
  reviewId: row.review_id,
  decision: DECISIONS.find((decision) => decision === row.decision) ?? 'reject',
  answer: row.answer,
  comment: row.comment,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  caseId: row.case_id,
});
