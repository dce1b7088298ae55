/**
 * How an entry relates what the asker says to what documents say:
 * `term`: everyday words for a term (`알바 > 시간제 근로`); `same`: other words for the same thing; `related`: helps to find, is not the
 * same; `translation`: the same in the other language.
 */
export type ParaphraseKind = 'term' | 'same' | 'related' | 'translation';

/** One entry: who says one of these expressions may mean one of those. */
export interface ParaphraseEntry {
  readonly said: readonly string[];
  readonly meant: readonly string[];
  readonly kind: ParaphraseKind;
}

/** What an expression of a question may be called in the documents. */
export interface Meaning {
  readonly text: string;
  readonly kind: ParaphraseKind;
}

/** A stretch of a question that is an expression of the lexicon. */
export interface Paraphrase {
  /** Offsets in the question's composed (NFC) text, in UTF-16 units, of the words that make up the expression; in order. */
  readonly words: readonly { readonly start: number; readonly end: number }[];
  readonly meanings: readonly Meaning[];
}

/** Expressions that people use for what documents call otherwise. */
export abstract class Paraphrases {
  /** Those in a question, longest first, each word in one of them at most; a bounded number of them, however long the question. */
  abstract in(question: string): readonly Paraphrase[];
}

export const NO_PARAPHRASES: Paraphrases = { in: () => [] };
