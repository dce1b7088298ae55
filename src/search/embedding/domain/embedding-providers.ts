import { Embedder } from './embedder.js';

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
