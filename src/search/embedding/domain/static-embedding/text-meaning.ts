/** Where the meaning of texts comes from; it is read once, when it is first asked for. */
export abstract class MeaningSource {
  abstract load(): Promise<TextMeaning>;
}

/** Vectors of texts by what they mean, the same for every store: unlike those that are fitted on its passages. */
export interface TextMeaning {
  /** Vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** @returns a unit vector; all zero for a text without words that it knows */
  embed(text: string): Float32Array;
}
