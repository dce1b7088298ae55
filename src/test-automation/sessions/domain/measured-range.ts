import { goldOverlap } from '../../questions/domain/meaning/question-checks.js';
import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { TestResult } from '../../domain/test-result.js';

/** Answers of a target that overlap the gold less than the answers with which the judge was tried. */
export interface MeasuredRange {
  /** Lowest overlap of the trial, 0..1. */
  readonly leastOverlap: number;
  /** Answers to questions with a gold passage. */
  readonly answers: number;
  /** Answers below the lowest overlap: their verdicts are outside the measured range. */
  readonly outside: number;
}

/** @returns undefined if the judge was not tried by form, or without an answer */
export function measuredRange(
  results: readonly Pick<TestResult, 'answer' | 'abstained' | 'gold'>[],
  cards: readonly JudgeScorecard[],
): MeasuredRange | undefined {
  const leastOverlap = cards.find((card) => typeof card.least_overlap === 'number')?.least_overlap;
  if (typeof leastOverlap !== 'number') return undefined;
  const overlaps = results.flatMap(({ answer, abstained, gold }) =>
    answer === null || abstained || gold.quote === null ? [] : [goldOverlap(answer, gold.quote)],
  );
  if (overlaps.length === 0) return undefined;
  return { leastOverlap, answers: overlaps.length, outside: overlaps.filter((one) => one < leastOverlap).length };
}
