import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Scored } from './fusion.js';

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

export interface IndexStatistics {
  readonly documents: number;
  readonly chunks: number;
  /** Chunks that have no vector yet, since the embedding provider was away when they were stored. */
  readonly unembedded: number;
  readonly sizeBytes: number;
}

/** Reading side. Every question to an index states its scope: there is no way to ask without one. */
export abstract class SearchIndex {
  /** The `limit` best passages by BM25 that hold one of the terms, inside the scope; the filter acts before the cut. */
  abstract lexical(terms: readonly string[], limit: number, scope: SearchScope): Promise<Scored[]>;
  /** The `limit` nearest passages by cosine similarity, inside the scope. */
  abstract nearest(vector: Float32Array, limit: number, scope: SearchScope): Promise<Scored[]>;
  /** Passages of this article in documents whose name stands in `nameKey`, inside the scope; longest name first. */
  abstract byArticle(article: string, nameKey: string, scope: SearchScope): Promise<number[]>;
  /** Passages by internal id, in the order asked for, those inside the scope only. */
  abstract passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]>;
  /** In how many passages of the whole index each term stands, and how many passages there are. */
  abstract frequencies(terms: readonly string[]): Promise<TermFrequencies>;
  abstract statistics(): Promise<IndexStatistics>;
}

/** Writing side; called inside a Transaction together with the store of texts. */
export abstract class SearchIndexWriter {
  /** Puts or replaces a document. `vectors[i]` belongs to passage i; an empty list leaves the document without vectors for now. */
  abstract put(document: DocumentInput, vectors: readonly Float32Array[]): Promise<void>;
  abstract remove(documentId: string): Promise<void>;
}

/** Passages that still wait for their vectors. */
export abstract class VectorBacklog {
  abstract next(limit: number): Promise<readonly { readonly id: number; readonly text: string }[]>;
  abstract store(vectors: readonly { readonly id: number; readonly vector: Float32Array }[]): Promise<void>;
}

/** Makes vectors of texts. */
export abstract class Embedder {
  /** Name of the model; vectors of different models are never compared. */
  abstract readonly model: string;
  abstract readonly dimensions: number;
  /** @returns one unit vector a text. @throws EmbeddingUnavailableError when the provider is away or late */
  abstract embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** The embedding provider did not answer in time, or with an error; search goes on by words. */
export class EmbeddingUnavailableError extends Error {
  constructor(reason: string) {
    super(`The embedding provider is unavailable: ${reason}`);
    this.name = 'EmbeddingUnavailableError';
  }
}

/** Text of a passage as it is embedded and ranked: its title and section say what a short passage is about. */
export function passageHeading(title: string, section: string | undefined): string {
  return section === undefined || section === title ? title : `${title} ${section}`;
}
