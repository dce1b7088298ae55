import { AnswerFeedback, FeedbackOutcome } from '../domain/answer-feedback.js';

/** A row of answer_feedback. */
export interface FeedbackRow {
  readonly trace_id: string;
  readonly owner: string;
  readonly feedback: string;
  readonly comment: string | null;
  readonly correction: string | null;
  readonly gold_document_id: string | null;
  readonly gold_quote: string | null;
  readonly question: string;
  readonly answer: string;
  readonly outcome: string;
  readonly detail: string;
  readonly case_id: string | null;
  readonly given_at: string;
}

const OUTCOMES: readonly FeedbackOutcome[] = ['case', 'review', 'reported', 'noted'];

export function toFeedback(row: FeedbackRow): AnswerFeedback {
  const { gold_document_id: documentId, gold_quote: quote } = row;
  return {
    traceId: row.trace_id,
    owner: row.owner,
    feedback: row.feedback === 'thumbs_up' ? 'thumbs_up' : 'thumbs_down',
    comment: row.comment,
    correction: row.correction,
    gold: documentId === null || quote === null ? null : { documentId, quote },
    question: row.question,
    answer: row.answer,
    outcome: OUTCOMES.find((outcome) => outcome === row.outcome) ?? 'noted',
    detail: row.detail,
    caseId: row.case_id,
    givenAt: row.given_at,
  };
}
