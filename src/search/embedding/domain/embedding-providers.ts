import { Embedder } from './embedder.js';

/** Embeddings from outside: a local model or a server. */
export abstract class EmbeddingProviders {
  /** The provider that the settings name; undefined for the built-in embedding. */
  abstract readonly configured: Embedder | undefined;
  /** A provider by the name of its model, if the settings still allow to ask it: it serves until another one's vectors are complete. */
  abstract named(model: string): Embedder | undefined;
}

/** A text's vector by the provider whose vectors are in service. */
export interface ProviderVector {
  /** Name of the model. */
  readonly model: string;
  /** Undefined: the provider did not answer, the search goes by words. */
  readonly values: Float32Array | undefined;
}
