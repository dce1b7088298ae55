/**
 * How an entry relates user vocabulary to document vocabulary: `term`: everyday words for a term (`알바 > 시간제 근로`);
 * `same`: synonyms; `related`: helps to find, but is not the same; `translation`: the same in the other language.
 */
export type ParaphraseKind = 'term' | 'same' | 'related' | 'translation';

/** One entry: a user who says one of these expressions may mean one of those. */
export interface ParaphraseEntry {
  readonly said: readonly string[];
  readonly meant: readonly string[];
  readonly kind: ParaphraseKind;
}

/** A possible name of an expression in the documents. */
export interface Meaning {
  readonly text: string;
  readonly kind: ParaphraseKind;
}

/** An expression of the lexicon that a question contains. */
export interface Paraphrase {
  /** Offsets of the expression's words in the question's composed (NFC) text, in UTF-16 units; in order. */
  readonly words: readonly { readonly start: number; readonly end: number }[];
  readonly meanings: readonly Meaning[];
}

/** User expressions that documents call by another name. */
export abstract class Paraphrases {
  /**
   * The expressions of a question, longest first; they do not overlap, and their number is bounded for questions of any
   * length.
   */
  abstract in(question: string): readonly Paraphrase[];
}

export const NO_PARAPHRASES: Paraphrases = { in: () => [] };
