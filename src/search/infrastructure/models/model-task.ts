/** What a model is for; decides which head is expected of it. */
export type ModelKind = 'embedding' | 'cross-encoder';

/** How the vectors of a text's tokens become one: their mean, or the vector of the first token. */
export type Pooling = 'mean' | 'cls';

/** A model on disk, as a worker thread loads it. */
export interface ModelFiles {
  readonly kind: ModelKind;
  /** Absolute. */
  readonly folder: string;
  /** Which weights: `onnx/model_quantized.onnx` or `onnx/model.onnx`. */
  readonly quantized: boolean;
  /** Weights above 2 GB lie in a second file beside the graph. */
  readonly externalData: boolean;
  readonly pooling: Pooling;
}

/** Texts for an embedding; for a cross-encoder each text is paired with the same question. */
export interface ModelBatch {
  readonly texts: readonly string[];
  readonly question: string | undefined;
}

/** What a worker thread is asked; a thread serves one model, which it loads with its first batch. */
export interface ModelTask extends ModelBatch {
  readonly files: ModelFiles;
}

/** One row a text: its unit vector, or the single raw score of a cross-encoder. */
export type ModelReply = readonly Float32Array[];
