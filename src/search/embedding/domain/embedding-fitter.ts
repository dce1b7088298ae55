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
