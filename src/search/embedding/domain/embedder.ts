/** Use of a text: e5 models embed a question and a passage differently. */
export interface EmbedOptions {
  readonly purpose: 'query' | 'passage';
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes vectors of texts.
 * @example
 * // One dimension for each of the letters a to z.
 * class LetterEmbedder extends Embedder {
 *   readonly model = 'letters-1';
 *   readonly dimensions = 26;
 *
 *   embed(texts: readonly string[]): Promise<Float32Array[]> {
 *     return Promise.resolve(
 *       texts.map((text) => {
 *         const counts = Float32Array.from({ length: 26 }, (_, i) => text.split(String.fromCharCode(97 + i)).length - 1);
 *         const norm = Math.hypot(...counts);
 *         return norm === 0 ? counts : counts.map((count) => count / norm);
 *       }),
 *     );
 *   }
 * }
 */
export abstract class Embedder {
  /** Name of the model; vectors of different models are never compared. */
  abstract readonly model: string;
  /** Width of the vectors; 0 until a model of unknown width has answered. */
  abstract readonly dimensions: number;
  /**
   * @returns one unit vector per text, in the order of the texts
   * @throws EmbeddingUnavailableError if the provider is unavailable or late, or when the caller's signal aborts
   */
  abstract embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}

/** The embedding provider failed or did not answer in time; search falls back to BM25. */
export class EmbeddingUnavailableError extends Error {
  constructor(readonly reason: string) {
    super(`The embedding provider is unavailable: ${reason}`);
    this.name = 'EmbeddingUnavailableError';
  }
}

/** External embeddings: a local model or a server. */
export abstract class EmbeddingProviders {
  /** The configured provider; undefined for the built-in embedding. */
  abstract readonly configured: Embedder | undefined;
  /**
   * A provider by model name, if the settings still allow calls to it: it serves until another one's vectors are
   * complete.
   */
  abstract named(model: string): Embedder | undefined;
}

/** A text's vector by the provider whose vectors are in service. */
export interface ProviderVector {
  /** Name of the model. */
  readonly model: string;
  /** Undefined: the provider did not answer, the search goes by words. */
  readonly values: Float32Array | undefined;
}
