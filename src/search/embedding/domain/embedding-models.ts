/** An embedding that the store knows: fitted on the corpus, or vectors that a provider gave. */
export interface EmbeddingModel {
  readonly id: number;
  /** Name of the model; vectors of different models are never compared. */
  readonly model: string;
  readonly kind: 'fitted' | 'provider';
  readonly dimensions: number;
  /** Passages that it was fitted on; 0 for a provider's. */
  readonly passages: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The store's embeddings, and which of them the index serves. Writing methods are called inside a Transaction. */
export abstract class EmbeddingModels {
  /** The model in service; undefined when hashed n-grams serve. */
  abstract served(): Promise<EmbeddingModel | undefined>;
  /** The model that served before it; undefined when there is none to go back to. */
  abstract previous(): Promise<EmbeddingModel | undefined>;
  /** Models that can serve, or could once their vectors are complete. A fitted model counts from the moment it first served. */
  abstract newestFirst(): Promise<readonly EmbeddingModel[]>;
  /** Row of a provider's model of this width; made when it is new. */
  abstract ofProvider(model: string, dimensions: number, createdAt: string): Promise<number>;
  abstract add(model: Omit<EmbeddingModel, 'id'>): Promise<number>;
  /** A part of a fitted model's bytes; parts are read back in order. */
  abstract putPart(id: number, part: number, bytes: Uint8Array): Promise<void>;
  /** Puts a model in service and remembers the one before; undefined serves hashed n-grams. */
  abstract serve(id: number | undefined): Promise<void>;
  /** Removes fitted models that neither serve nor served last, those left unfinished by a stop included. */
  abstract removeUnused(): Promise<void>;
}

/** Passages that still wait for a provider's vector. */
export abstract class VectorBacklog {
  /** Oldest first. @param model row of the provider's model; undefined when it never gave a vector */
  abstract next(
    model: number | undefined,
    limit: number,
  ): Promise<readonly { readonly id: number; readonly text: string }[]>;
  abstract count(model: number | undefined): Promise<number>;
  /** Passages that were removed meanwhile are passed over. Call inside a Transaction. */
  abstract store(
    model: number,
    vectors: readonly { readonly id: number; readonly vector: Float32Array }[],
  ): Promise<void>;
}
