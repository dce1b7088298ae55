import { isFailedClaim } from '../../../domain/claim-checker.js';
import { Judgement } from '../../../domain/test-result.js';
import { TrialCase } from './trial-case.js';

/** A case and the judgement of the judge. */
export interface TriedCase {
  readonly trial: TrialCase;
  readonly judgement: Judgement;
}

/** A fault is caught if the answer does not pass. A sound answer that does not pass, or has a failed check, is a false alarm. */
export function isRefused({ trial, judgement }: TriedCase): boolean {
  if (judgement.verdict !== 'success') return true;
  return !trial.isFault && judgement.claims.some(isFailedClaim);
}
