/** A word of the question with the words that mean the same in the documents. */
export interface KnownWord {
  readonly word: string;
  readonly also: readonly string[];
}

/** Synonyms and abbreviations; adapted to the search feature, which uses the same, in infrastructure. */
export abstract class QuestionVocabulary {
  abstract synonymsIn(question: string): readonly KnownWord[];
}
