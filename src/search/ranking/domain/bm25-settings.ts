/** BM25's saturation and length normalisation (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework"). */
export interface Bm25Options {
  readonly k1: number;
  readonly b: number;
  /** How many times a term in the heading counts. */
  readonly headingWeight: number;
}

/** A term with its weight in the question, its rarity included. */
export interface ScoringTerm {
  readonly term: string;
  readonly weight: number;
}

/** Where a text holds terms of a list, in the order of the text: entry i says that the term of this ordinal is in this word. */
export interface PlacesInText {
  readonly terms: readonly number[];
  /** Counted in words from the start of the text. */
  readonly words: readonly number[];
}

/** Places of one passage's terms, heading and body apart. */
export interface TermPlaces {
  readonly heading: PlacesInText;
  readonly body: PlacesInText;
}

/** Robertson's usual values; a word in the heading counts twice, since it says what the passage is about (src/search/README.md). */
export const BM25: Bm25Options = { k1: 1.2, b: 0.75, headingWeight: 2 };
