/** An embedding that the store knows: fitted on the corpus, or vectors that a provider gave. */
export interface EmbeddingModel {
  readonly id: number;
  /** Name of the model; vectors of different models are never compared. */
  readonly model: string;
  readonly kind: 'fitted' | 'provider';
  readonly dimensions: number;
  /** Number of passages that it was fitted on; 0 for a provider's. */
  readonly passages: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The store's embeddings, and which of them the index serves. Writing methods are called inside a Transaction. */
export abstract class EmbeddingModels {
  /** The model in service; undefined if hashed n-grams serve. */
  abstract served(): Promise<EmbeddingModel | undefined>;
  /** The model that served before; undefined if there is none to revert to. */
  abstract previous(): Promise<EmbeddingModel | undefined>;
  /**
   * Models that can serve now, or once their vectors are complete. A fitted model is listed from the time it first
   * served.
   */
  abstract newestFirst(): Promise<readonly EmbeddingModel[]>;
  /** Row of a provider's model of this width; created if new. */
  abstract ofProvider(model: string, dimensions: number, createdAt: string): Promise<number>;
  abstract add(model: Omit<EmbeddingModel, 'id'>): Promise<number>;
  /** Stores a part of a fitted model's bytes; parts are read back in order. */
  abstract putPart(id: number, part: number, bytes: Uint8Array): Promise<void>;
  /** Puts a model in service and keeps the previous one; undefined serves hashed n-grams. */
  abstract serve(id: number | undefined): Promise<void>;
  /** Removes fitted models that neither serve nor served last, including unfinished ones. */
  abstract removeUnused(): Promise<void>;
}

/** Passages that lack a provider's vector. */
export abstract class VectorBacklog {
  /** Oldest first. @param model row of the provider's model; undefined when it never gave a vector */
  abstract next(
    model: number | undefined,
    limit: number,
  ): Promise<readonly { readonly id: number; readonly text: string }[]>;
  abstract count(model: number | undefined): Promise<number>;
  /** Skips passages that were removed meanwhile. Call inside a Transaction. */
  abstract store(
    model: number,
    vectors: readonly { readonly id: number; readonly vector: Float32Array }[],
  ): Promise<void>;
}

/** An embedding fitted on the corpus. */
export interface FittedEmbedding {
  readonly model: string;
  readonly dimensions: number;
  /** Number of passages that it was fitted on. */
  readonly passages: number;
  readonly bytes: Uint8Array;
}

/** Fits the built-in embedding on the passages of the store, off the thread that answers requests. */
export abstract class EmbeddingFitter {
  /**
   * @param progress called with a share from 0 to 1
   * @returns undefined if there are too few passages to fit on
   */
  abstract fit(progress: (share: number) => void, signal?: AbortSignal): Promise<FittedEmbedding | undefined>;
}
