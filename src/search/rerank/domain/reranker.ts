export interface RerankOptions {
  /** What is not done by then keeps the score that it had. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the question together with each passage and says how well the passage answers it.
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
   * @param passages best first: what stands first is scored first
   * @returns for each passage a score in 0..1, or undefined where the time was up before it was scored
   * @throws RerankerUnavailableError when not one passage was scored: the model is away or late, or the caller's signal fired
   */
  abstract rerank(
    query: string,
    passages: readonly string[],
    options: RerankOptions,
  ): Promise<readonly (number | undefined)[]>;
}

/** The model that reranks gave no score; the passages keep the order that they had. */
export class RerankerUnavailableError extends Error {
  constructor(reason: string) {
    super(`The reranker is unavailable: ${reason}`);
    this.name = 'RerankerUnavailableError';
  }
}

/** Maps a model's unbounded score to 0..1; cross-encoders are trained with the logistic loss, so that this is its inverse link. */
export function logistic(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
