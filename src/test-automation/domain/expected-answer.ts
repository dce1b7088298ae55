/** What a question of a dataset expects, as the judge takes it. */
export interface ExpectedAnswer {
  readonly answerable: boolean | undefined;
  readonly facts: readonly (readonly string[])[];
  readonly reference: string | undefined;
  readonly contexts: readonly string[];
  readonly gold: readonly { readonly documentId: string; readonly quote: string }[];
  /** Every source that a right answer may name. */
  readonly citations: readonly ExpectedCitation[];
  readonly tags: readonly string[];
}

/** The persona of the questions of a dataset. */
export const DATASET_PERSONA = 'dataset';

/** A source that a right answer names. */
export interface ExpectedCitation {
  readonly documentId?: string | undefined;
  readonly title?: string | undefined;
  /** Verbatim, of the document. */
  readonly quote?: string | undefined;
  readonly url?: string | undefined;
}
