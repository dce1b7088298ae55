/** A criterion in plain language, which a language model decides for each answer. */
export interface Rubric {
  readonly name: string;
  readonly criterion: string;
  /** Least share of the answers that meet it, 0..1; undefined is reported and no gate. */
  readonly least?: number | undefined;
}

/** What a language model said of a criterion. */
export interface RubricReading {
  readonly name: string;
  /** Null when there was no reply that can be read. */
  readonly met: boolean | null;
  readonly reason: string;
}
