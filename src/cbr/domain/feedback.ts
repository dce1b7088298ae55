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

/** Feedback on a suggested case. */
export interface Rating {
  readonly feedback: Feedback;
  /** Whether the case led to an answer; null if not given. */
  readonly success: boolean | null;
}

/** A rating that counts, with its effect. */
export interface CountedRating extends Rating {
  /** The real change after clamping: subtracting it restores the quality. */
  readonly qualityChange: number;
}

function rounded(quality: number): number {
  return Math.round(quality * DIGITS) / DIGITS;
}

/** The quality after a feedback, within 0..1. */
export function qualityAfter(quality: number, feedback: Feedback): number {
  return unitInterval(rounded(quality + QUALITY_STEP[feedback]));
}

/** The effect of feedback on a case. */
export interface FeedbackEffect {
  readonly qualityScore: number;
  readonly qualityChange: number;
  /** 1 for the first feedback of a log and case, 0 for one that replaces it. */
  readonly usageChange: number;
}

/**
 * Undefined for repeated feedback, which changes nothing. Different feedback replaces the effect of the earlier one.
 */
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

/** Whether the feedback means that the case was picked. */
export function isPick(feedback: Feedback): boolean {
  return feedback === 'thumbs_up' || feedback === 'selected';
}
