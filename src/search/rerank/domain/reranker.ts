export interface RerankOptions {
  /** Passages that are not scored by then keep their former score. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the question together with each passage and scores how well the passage answers it.
 * @example
 * // Prefers short passages.
 * class ShortFirst extends Reranker {
 *   readonly name = 'short-first';
 *
 *   rerank(query: string, passages: readonly string[], { timeoutMs }: RerankOptions) {
 *     return Promise.resolve(passages.map((passage) => logistic(query.length - passage.length)));
 *   }
 * }
 */
export abstract class Reranker {
  /** Name of the model, for health and explanations. */
  abstract readonly name: string;
  /**
   * @param passages best first, in the order of scoring
   * @returns for each passage a score in 0..1, or undefined if it was not scored in time
   * @throws RerankerUnavailableError if no passage was scored: the model is unavailable or late, or the caller's signal
   * aborted
   */
  abstract rerank(
    query: string,
    passages: readonly string[],
    options: RerankOptions,
  ): Promise<readonly (number | undefined)[]>;
}

/** The reranking model returned no score; the passages keep their order. */
export class RerankerUnavailableError extends Error {
  constructor(reason: string) {
    super(`The reranker is unavailable: ${reason}`);
    this.name = 'RerankerUnavailableError';
  }
}

/**
 * Maps a model's unbounded score to 0..1; cross-encoders are trained with the logistic loss, so this is its inverse
 * link.
 */
export function logistic(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/** The configured reranking model; without one the built-in relevance orders the passages. */
export abstract class RerankerSetting {
  abstract readonly model: Reranker | undefined;
  /** Time limit in milliseconds. */
  abstract readonly timeoutMs: number;
}
