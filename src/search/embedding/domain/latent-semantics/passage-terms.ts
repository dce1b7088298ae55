/**
 * Passages as counts of terms, in compressed rows: passage p contains `counts[e]` times the term `termIds[e]` for e
 * from `offsets[p]` to `offsets[p + 1]`, each term once per passage. `terms[id]` is the term itself.
 */
export interface PassageTerms {
  readonly terms: readonly string[];
  readonly offsets: Uint32Array;
  readonly termIds: Uint32Array;
  readonly counts: Uint16Array | Uint32Array;
}

export function passageCount(passages: PassageTerms): number {
  return Math.max(0, passages.offsets.length - 1);
}
