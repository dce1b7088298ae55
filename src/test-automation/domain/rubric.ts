/** A criterion in plain language, which a language model decides for each answer. */
export interface Rubric {
  readonly name: string;
  readonly criterion: string;
  /** Minimum share of the answers that meet it, 0..1; undefined: reported without a gate. */
  readonly least?: number | undefined;
}

/** A language model's verdict on a criterion. */
export interface RubricReading {
  readonly name: string;
  /** Null without a readable reply. */
  readonly met: boolean | null;
  readonly reason: string;
}
