/** How far one search looks, where a caller wants less than the search would by itself. */
export interface RetrievalDepth {
  /** Passages that the words contribute at most, 1..50. */
  readonly words: number;
  /** Passages that the vectors contribute at most, 1..50. */
  readonly vectors: number;
  /** Passages that are compared with the question, or read by a reranking model, 1..50. */
  readonly compared: number;
}
