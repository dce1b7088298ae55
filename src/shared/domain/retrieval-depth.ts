/** Limits of one search, for callers that want less than the default depth. */
export interface RetrievalDepth {
  /** Maximum number of passages from lexical ranking, 1..50. */
  readonly words: number;
  /** Maximum number of passages from vector ranking, 1..50. */
  readonly vectors: number;
  /** Number of passages that are compared with the question or sent to a reranking model, 1..50. */
  readonly compared: number;
}
