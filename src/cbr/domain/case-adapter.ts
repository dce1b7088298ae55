import { Case } from './case.js';

/** A case's answer, adapted to another question. */
export interface AdaptedAnswer {
  readonly text: string;
  /** False: it is the case's own answer, word for word. */
  readonly adapted: boolean;
  /** Reason why it is not adapted; null if it is. */
  readonly reason: string | null;
  readonly provider: string;
  readonly model: string;
}

/** Rewrites a case's answer for a question, from the case alone. */
export abstract class CaseAdapter {
  abstract adapt(question: string, one: Case, signal: AbortSignal): Promise<AdaptedAnswer>;
}
