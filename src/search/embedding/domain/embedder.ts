/** How a text will be used: models of the e5 kind embed a question and a passage differently. */
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
  /** Width of the vectors; 0 while a model that nobody knows has not answered yet. */
  abstract readonly dimensions: number;
  /**
   * @returns one unit vector a text, in the order of the texts
   * @throws EmbeddingUnavailableError when the provider is away or late, or when the caller's signal fired
   */
  abstract embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}

/** The embedding provider did not answer in time, or with an error; search goes on by words. */
export class EmbeddingUnavailableError extends Error {
  constructor(readonly reason: string) {
    super(`The embedding provider is unavailable: ${reason}`);
    this.name = 'EmbeddingUnavailableError';
  }
}
