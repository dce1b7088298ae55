import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Scored } from './fusion.js';
import { ProvisionKind } from './look-up/requested-provision-kinds.js';
import { NamedPassages } from './look-up/hit.js';
import { ScoringTerm, TermPlaces } from './memory-index/lexical-index.js';

/** What a search may look at: the caller's filter and the day on which documents must be in force. */
export interface SearchScope {
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** A free map of the document's owner. */
export type Metadata = Readonly<Record<string, unknown>>;

/** One passage to index; offsets are UTF-16 units of the stored document text. */
export interface PassageInput {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Readable label of the place, for example `제2장 휴학 > 제8조(휴학의 신청)`. */
  readonly section: string | undefined;
  /** Canonical article number, for look-ups by structure. */
  readonly article: string | undefined;
  readonly metadata: Metadata;
}

export interface DocumentInput {
  readonly documentId: string;
  readonly title: string;
  readonly canonicalPath: readonly string[];
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly metadata: Metadata;
  readonly passages: readonly PassageInput[];
}

/** A passage as the index gives it back. */
export interface IndexedPassage {
  readonly id: number;
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly canonicalPath: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly section: string | undefined;
  readonly article: string | undefined;
  readonly ordinal: number;
  readonly metadata: Metadata;
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

/** Writing side; called inside a Transaction together with the store of texts. */
export abstract class SearchIndexWriter {
  /** What can be done before the transaction, so that it is shorter; `put` does not need it. */
  abstract prepare(documents: readonly DocumentInput[]): Promise<void>;
  /** Puts or replaces a document; gives the internal ids of its passages, in their order. */
  abstract put(document: DocumentInput): Promise<readonly number[]>;
  /** The same for several documents, each id once; a store that is far away takes them at once. */
  async putAll(documents: readonly DocumentInput[]): Promise<readonly (readonly number[])[]> {
    const ids: (readonly number[])[] = [];
    for (const document of documents) ids.push(await this.put(document));
    return ids;
  }
  abstract remove(documentId: string): Promise<void>;
}

/** Text of a passage as it is embedded and ranked: its title and section say what a short passage is about. */
export function passageHeading(title: string, section: string | undefined): string {
  return section === undefined || section === title ? title : `${title} ${section}`;
}
