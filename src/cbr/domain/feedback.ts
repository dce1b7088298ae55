import { unitInterval } from './similarity.js';

export const FEEDBACKS = ['thumbs_up', 'thumbs_down', 'selected', 'ignored'] as const;
export type Feedback = (typeof FEEDBACKS)[number];

/** Steps of the quality (AC-ORCH-005). */
const QUALITY_STEP: Readonly<Record<Feedback, number>> = {
  thumbs_up: 0.1,
  thumbs_down: -0.1,
  selected: 0.1,
  ignored: 0,
};
/** Ten steps of 0.1 are 1: without rounding they would be 0.9999999999999999. */
const DIGITS = 1e10;

/** Somebody's opinion of a suggested case. */
export interface Rating {
  readonly feedback: Feedback;
  /** Whether the case led to an answer; null when nothing was said about it. */
  readonly success: boolean | null;
}

/** A rating that counts now, with what it did. */
export interface CountedRating extends Rating {
  /** What it really changed, after clamping: taking it back restores the quality. */
  readonly qualityChange: number;
}

function rounded(quality: number): number {
  return Math.round(quality * DIGITS) / DIGITS;
}

/** The quality after a feedback, within 0..1. */
export function qualityAfter(quality: number, feedback: Feedback): number {
  return unitInterval(rounded(quality + QUALITY_STEP[feedback]));
}

/** What a feedback does to a case. */
export interface FeedbackEffect {
  readonly qualityScore: number;
  readonly qualityChange: number;
  /** 1 for the first feedback of a log and case, 0 for one that replaces it. */
  readonly usageChange: number;
}

/** The same feedback again changes nothing: undefined. A different one takes the place of the earlier one's effect. */
export function feedbackEffect(
  quality: number,
  rating: Rating,
  before: CountedRating | undefined,
): FeedbackEffect | undefined {
  if (before?.feedback === rating.feedback && before.success === rating.success) return undefined;
  const restored = unitInterval(rounded(quality - (before?.qualityChange ?? 0)));
  const after = qualityAfter(restored, rating.feedback);
  return {
    qualityScore: after,
    qualityChange: rounded(after - restored),
    usageChange: before === undefined ? 1 : 0,
  };
}

/** Whether a feedback says that the case was taken. */
export function isPick(feedback: Feedback): boolean {
  return feedback === 'thumbs_up' || feedback === 'selected';
}
