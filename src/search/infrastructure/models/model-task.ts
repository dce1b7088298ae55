/** Purpose of a model; determines its expected head. */
export type ModelKind = 'embedding' | 'cross-encoder';

/** How the vectors of a text's tokens are combined: their mean, or the vector of the first token. */
export type Pooling = 'mean' | 'cls';

/** A model on disk, as a worker thread loads it. */
export interface ModelFiles {
  readonly kind: ModelKind;
  /** Absolute. */
  readonly folder: string;
  /** Which weights: `onnx/model_quantized.onnx` or `onnx/model.onnx`. */
  readonly quantized: boolean;
  /** Weights above 2 GB are in a second file next to the graph. */
  readonly externalData: boolean;
  readonly pooling: Pooling;
}

/** Texts for an embedding; for a cross-encoder each text is paired with the same question. */
export interface ModelBatch {
  readonly texts: readonly string[];
  readonly question: string | undefined;
}

/** Request to a worker thread; a thread serves one model, which it loads with its first batch. */
export interface ModelTask extends ModelBatch {
  readonly files: ModelFiles;
}

/** One row per text: its unit vector, or the single raw score of a cross-encoder. */
export type ModelReply = readonly Float32Array[];
