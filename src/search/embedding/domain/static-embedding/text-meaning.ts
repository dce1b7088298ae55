/** Source of the static embedding; loaded once, on first use. */
export abstract class MeaningSource {
  abstract load(): Promise<TextMeaning>;
}

/** Static embedding of texts: the same for every store, unlike vectors that are fitted on its passages. */
export interface TextMeaning {
  /** Vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** @returns a unit vector; all zero for a text without known words */
  embed(text: string): Float32Array;
}
