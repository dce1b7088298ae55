import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { Scored } from './fusion.js';
import { ProvisionKind } from '../../known-item/domain/requested-provision-kinds.js';
import { NamedPassages } from '../../known-item/domain/hit.js';
import { ScoringTerm, TermPlaces } from './bm25-settings.js';
import { IndexedPassage } from '../../domain/indexed-passage.js';

/** What a search may look at: the caller's filter and the day on which documents must be in force. */
export interface SearchScope {
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
}

export interface TermFrequencies {
  readonly byTerm: ReadonlyMap<string, number>;
  readonly passages: number;
}

/** One way to look for passages: by weighted terms (BM25), or by the nearness of vectors (cosine). */
export type RetrieverQuery =
  | { readonly kind: 'terms'; readonly terms: readonly ScoringTerm[] }
  /** Unit vector of the model whose vectors the index serves. */
  | { readonly kind: 'vector'; readonly vector: Float32Array }
  /** Unit vector of what the question means (`TextMeaning`). */
  | { readonly kind: 'meaning'; readonly vector: Float32Array };

/** A passage that one of the retrievers listed, with what each of them says of it. */
export interface Candidate {
  readonly id: number;
  /** One score a retriever; undefined for a passage without a vector. */
  readonly scores: readonly (number | undefined)[];
}

export interface Retrieved {
  /** For each retriever the best passages, best first, ties by id. */
  readonly lists: readonly (readonly Scored[])[];
  /** Each passage of the lists once. */
  readonly candidates: readonly Candidate[];
  /** Milliseconds that each retriever took, where the index measures them. */
  readonly tookMs?: readonly number[];
}

/** A passage to learn from, with its share. */
export interface WeightedPassage {
  readonly id: number;
  readonly weight: number;
}

/** Where a passage holds the terms of a question, by their ordinals in the list that was asked for. */
export interface PassageTerms {
  readonly id: number;
  readonly places: TermPlaces;
}

/** Reading side. Every question to an index states its scope: there is no way to ask without one. */
export abstract class SearchIndex {
  /** The `limit` best of each retriever inside the scope; the filter acts before the cut. */
  abstract retrieve(queries: readonly RetrieverQuery[], limit: number, scope: SearchScope): Promise<Retrieved>;
  /** Where passages hold the given terms, for those of the ids that are inside the scope, in their order. */
  abstract terms(ids: readonly number[], terms: readonly string[], scope: SearchScope): Promise<PassageTerms[]>;
  /** Vectors of passages in the order of the ids; undefined for one without, or outside the scope. */
  abstract vectors(ids: readonly number[], scope: SearchScope): Promise<readonly (Float32Array | undefined)[]>;
  /**
   * Cosines of passages with one another, a list of one number an id for each of the ids in their order, within two hundredths; NaN where
   * either has no vector or lies outside the scope.
   */
  abstract cosines(ids: readonly number[], scope: SearchScope): Promise<readonly Float32Array[]>;
  /**
   * What passages mean beside a question by the model of a provider whose vectors are in service, as cosines on the scale of the static
   * embedding; undefined for a passage without a vector or outside the scope, and where the index has no such scale.
   * @param question vector as the provider gave it
   */
  abstract meaningsBy(
    question: Float32Array,
    ids: readonly number[],
    scope: SearchScope,
  ): Promise<readonly (number | undefined)[]>;
  /** What passages are in their rule book, those inside the scope only. */
  abstract kinds(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, ProvisionKind>>;
  /** The terms that passages have in common, as a question of its own (`relevanceModel`); those inside the scope only. */
  abstract learn(
    passages: readonly WeightedPassage[],
    limit: number,
    scope: SearchScope,
  ): Promise<readonly ScoringTerm[]>;
  /** For each passage an earlier one of the list that says the same (`duplicatesOf`); passages outside the scope are copies of none. */
  abstract duplicates(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, number>>;
  /** Passages that a question names by document and article, inside the scope. */
  abstract lookUp(question: string, scope: SearchScope): Promise<NamedPassages>;
  /** Passages by internal id, in the order asked for, those inside the scope only. */
  abstract passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]>;
  /** In how many passages of the scope's world (`visibilityScope`) each term stands, and how many passages it has, of any day. */
  abstract frequencies(terms: readonly string[], scope: SearchScope): Promise<TermFrequencies>;
}
