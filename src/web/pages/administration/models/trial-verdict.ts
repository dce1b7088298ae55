import type { TrialResult } from '../../api/setup.js';

/** From the worst: it gives no answer, not the right one, a right one after the limits of the settings, or a right one in time. */
export type TrialVerdict = 'fails' | 'wrong' | 'slow' | 'works';

/** What came of a trial, in one word. */
export function trialVerdict(result: Pick<TrialResult, 'failure' | 'timeout_multiplier'>): TrialVerdict {
  const { failure, timeout_multiplier: multiplier } = result;
  if (failure === 'wrong_answer') return 'wrong';
  if (failure !== null) return 'fails';
  return multiplier === null ? 'works' : 'slow';
}

const STATES: Readonly<Record<TrialVerdict, string>> = {
  fails: 'unhealthy',
  wrong: 'unhealthy',
  slow: 'degraded',
  works: 'healthy',
};

/** The value of its badge, which gives it its colour. */
export const verdictState = (verdict: TrialVerdict): string => STATES[verdict];

/** Whether a card around it says that something is wrong. */
export const isBad = (verdict: TrialVerdict): boolean => verdict === 'fails' || verdict === 'wrong';
