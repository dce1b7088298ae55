/** Below this many passages a fitted space is too weak; the caller then uses hashed character n-grams. */
export const MIN_PASSAGES = 50;

/** Growth, shrinkage and unknown words that justify a refit; chosen by judgement. */
const GROWTH = 2;
const MORE_UNKNOWN_WORDS = 0.1;

export interface CorpusDrift {
  /** Passages of the corpus when the model was fitted; 0 without a model. */
  readonly fittedOn: number;
  /** Passages now. */
  readonly now: number;
  /** Share of the corpus' words now that the model does not know. */
  readonly unknownTermShare: number;
  /**
   * The same share when the model was fitted: a sampled or very wide corpus has unknown words from the start, and no
   * refit removes them.
   */
  readonly unknownTermShareAtFit?: number;
}

/**
 * Whether the model should be fitted again: the corpus is large enough, and it has doubled, has halved, or has a tenth
 * more unknown words than at the fit.
 */
export function refitDue({ fittedOn, now, unknownTermShare, unknownTermShareAtFit = 0 }: CorpusDrift): boolean {
  if (now < MIN_PASSAGES) return false;
  return (
    now >= GROWTH * fittedOn ||
    now * GROWTH <= fittedOn ||
    unknownTermShare - unknownTermShareAtFit >= MORE_UNKNOWN_WORDS
  );
}
