/** A word of the question with the words that mean the same in the documents. */
export interface KnownWord {
  readonly word: string;
  readonly also: readonly string[];
}

/** Synonyms and abbreviations. The adapter in infrastructure uses the vocabulary of the search feature. */
export abstract class QuestionVocabulary {
  abstract synonymsIn(question: string): readonly KnownWord[];
}
