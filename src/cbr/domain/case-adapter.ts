import { Case } from './case.js';

/** A case's answer, made to fit another question. */
export interface AdaptedAnswer {
  readonly text: string;
  /** False: it is the case's own answer, word for word. */
  readonly adapted: boolean;
  /** Why it is not adapted; null when it is. */
  readonly reason: string | null;
  readonly provider: string;
  readonly model: string;
}

/** Writes a case's answer anew for a question, from the case alone. */
export abstract class CaseAdapter {
  abstract adapt(question: string, one: Case, signal: AbortSignal): Promise<AdaptedAnswer>;
}
