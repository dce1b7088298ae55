import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { Scored } from './fusion.js';
import { ProvisionKind } from '../../known-item/domain/provision-label.js';
import { NamedPassages } from '../../known-item/domain/hit.js';
import { IndexedPassage } from '../../domain/indexed-passage.js';

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

/** Scope of a search: the caller's filter and the day on which documents must be in force, undefined for any day. */
export interface SearchScope {
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`. */
  readonly asOf: string | undefined;
}

export interface TermFrequencies {
  readonly byTerm: ReadonlyMap<string, number>;
  readonly passages: number;
}

/** One retriever: by weighted terms (BM25), or by the similarity of vectors (cosine). */
export type RetrieverQuery =
  | { readonly kind: 'terms'; readonly terms: readonly ScoringTerm[] }
  /** Unit vector of the model whose vectors the index serves. */
  | { readonly kind: 'vector'; readonly vector: Float32Array }
  /** Unit vector of the question's static embedding (`TextMeaning`). */
  | { readonly kind: 'meaning'; readonly vector: Float32Array };

/** A passage that one of the retrievers listed, with its score in each of them. */
export interface Candidate {
  readonly id: number;
  /** One score per retriever; undefined for a passage without a vector. */
  readonly scores: readonly (number | undefined)[];
}

export interface Retrieved {
  /** For each retriever the best passages, best first, ties by id. */
  readonly lists: readonly (readonly Scored[])[];
  /** Each passage of the lists once. */
  readonly candidates: readonly Candidate[];
  /** Milliseconds that each retriever took, if the index measures them. */
  readonly tookMs?: readonly number[];
}

/** A feedback passage with its weight. */
export interface WeightedPassage {
  readonly id: number;
  readonly weight: number;
}

/** Occurrences of a question's terms in a passage, by their ordinals in the requested list. */
export interface PassageTerms {
  readonly id: number;
  readonly places: TermPlaces;
}

/** Read side of the index. Every query states its scope: there is no query without one. */
export abstract class SearchIndex {
  /** The `limit` best passages of each retriever inside the scope; the filter applies before the limit. */
  abstract retrieve(queries: readonly RetrieverQuery[], limit: number, scope: SearchScope): Promise<Retrieved>;
  /** Occurrences of the given terms in those of the passages that are inside the scope, in their order. */
  abstract terms(ids: readonly number[], terms: readonly string[], scope: SearchScope): Promise<PassageTerms[]>;
  /** Vectors of passages in the order of the ids; undefined for one without, or outside the scope. */
  abstract vectors(ids: readonly number[], scope: SearchScope): Promise<readonly (Float32Array | undefined)[]>;
  /**
   * Cosines of passages with one another, one list per id in their order, within two hundredths; NaN if either has no
   * vector or is outside the scope.
   */
  abstract cosines(ids: readonly number[], scope: SearchScope): Promise<readonly Float32Array[]>;
  /**
   * Cosines of passages to a question by the model of a provider whose vectors are in service, on the scale of the
   * static embedding; undefined for a passage without a vector or outside the scope, and if the index has no such
   * scale.
   * @param question vector as the provider returned it
   */
  abstract meaningsBy(
    question: Float32Array,
    ids: readonly number[],
    scope: SearchScope,
  ): Promise<readonly (number | undefined)[]>;
  /** The kind of each passage in its rule book, for those inside the scope only. */
  abstract kinds(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, ProvisionKind>>;
  /** Common terms of the passages as a query (`relevanceModel`); only passages inside the scope count. */
  abstract learn(
    passages: readonly WeightedPassage[],
    limit: number,
    scope: SearchScope,
  ): Promise<readonly ScoringTerm[]>;
  /** For each passage an earlier near duplicate in the list (`duplicatesOf`); passages outside the scope have none. */
  abstract duplicates(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, number>>;
  /** Passages that a question names by document and article, inside the scope. */
  abstract lookUp(question: string, scope: SearchScope): Promise<NamedPassages>;
  /** Passages by internal id, in the requested order, only those inside the scope. */
  abstract passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]>;
  /**
   * Document frequency of each term within the visibility scope (`visibilityScope`), and its number of passages, on any
   * day.
   */
  abstract frequencies(terms: readonly string[], scope: SearchScope): Promise<TermFrequencies>;
}
