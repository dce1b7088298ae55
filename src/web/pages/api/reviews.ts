import { call, query } from './call.js';
import { flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const Review = object({
  review_id: text,
  status: text,
  reason: text,
  question: text,
  answer: text,
  sources: list(object({ document_id: text, title: text, canonical_path: list(text), quote: text })),
  confidence: nullable(number),
  review_below: nullable(number),
  created_at: text,
  outdated: nullable(flag),
  decision: nullable(object({ decision: text, answer: text, comment: nullable(text), case_id: nullable(text) })),
});
export type Review = Read<typeof Review>;

export type Decision = 'approve' | 'edit' | 'reject';
export const STATUSES = ['pending', 'decided'] as const;
export type ReviewStatus = (typeof STATUSES)[number];

export const listReviews = (status: ReviewStatus, cursor: string | null) =>
  call(`/reviews${query({ status, cursor, limit: 25 })}`, page(Review));

/** The decision for the reviewer's text: a changed answer is an edit. */
export function decisionOf(review: Pick<Review, 'answer'>, written: string, wanted: 'approve' | 'reject') {
  const answer = written.trim();
  const isEdited = wanted === 'approve' && answer !== '' && answer !== review.answer.trim();
  return isEdited ? { decision: 'edit' as const, answer } : { decision: wanted };
}

/** @throws CallError if the review is already decided, or the answer fails its fact check */
export const decide = (id: string, body: { readonly decision: Decision; readonly answer?: string }) =>
  call(`/reviews/${encodeURIComponent(id)}/decision`, Review, { body });
