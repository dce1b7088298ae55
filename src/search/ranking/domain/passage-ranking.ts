import { RetrievalDepth } from '../../../shared/domain/retrieval-depth.js';
import { AskedProvision } from '../../known-item/domain/hit.js';
import { SearchScope, TermFrequencies } from './search-index.js';
import { IndexedPassage } from '../../domain/indexed-passage.js';
import { AnalysedQuery } from '../../query/domain/query.js';
import { Relevance } from './relevance.js';
import { ProviderVector } from '../../embedding/domain/embedder.js';

/**
 * `words` is `hybrid` without vectors; `bm25` and `vector` return one retriever's own list, so that it can be evaluated
 * alone.
 */
export type SearchMode = 'hybrid' | 'words' | 'bm25' | 'vector';

/** Input of a ranking. It can be sent to another thread. */
export interface RankingRequest {
  readonly query: string;
  /** Passages wanted, 1..100. */
  readonly topK: number;
  readonly mode: SearchMode;
  /** Whether relevance may change the order; it is computed for every hit either way. */
  readonly rerank: boolean;
  readonly scope: SearchScope;
  /** If false, only the question's own words are used. */
  readonly synonyms: boolean;
  /** If false, the question is not expanded with words of the first results (no PRF pass). */
  readonly feedback: boolean;
  /** The default depth of the search if undefined. */
  readonly depth?: RetrievalDepth | undefined;
  /** Expansion text: a hypothetical passage, or further words. Relevance is still computed with the question. */
  readonly beside?: string | undefined;
  /**
   * The question's vector by the provider whose vectors are in service; undefined if the index embeds the question
   * itself.
   */
  readonly vector: ProviderVector | undefined;
}

/** Rank (from 1) and own score of a passage in one retriever. */
export interface RankedBy {
  readonly rank: number;
  readonly score: number;
}

export interface SearchHit {
  readonly passage: IndexedPassage;
  /** The retriever's own score in a single mode, otherwise the fused score. */
  readonly score: number;
  readonly relevance: Relevance;
  readonly bm25: RankedBy | null;
  readonly vector: RankedBy | null;
  /** Its ranks in the second pass: for the expansion terms, and for the moved vector. */
  readonly feedback: { readonly words: RankedBy | null; readonly vector: RankedBy | null };
  /** The question names this passage. */
  readonly named: boolean;
  /** The provisions that the question requests by number and that contain this passage. */
  readonly asked?: readonly AskedProvision[];
  readonly fusedScore: number;
  /** Mean score of its nearest neighbours, in standard deviations; null without regularization. */
  readonly support: number | null;
  /** Cosine to the question by a provider's model, on the scale of the static embedding; undefined without one. */
  readonly meaning?: number | undefined;
  /** Chunk id of an earlier near duplicate. */
  readonly duplicateOf?: string | undefined;
}

/** How the first pass expanded the question. */
export interface Expansion {
  /**
   * How clearly the question's words separate the best passages, 0..1, and the threshold below which a second pass
   * runs.
   */
  readonly decisiveness: number;
  readonly decisive: number;
  /** The heaviest expansion terms; empty without a second pass. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
}

/** Milliseconds of each stage. */
export interface StageTimes {
  readonly embeddingTime: number;
  readonly bm25Time: number;
  readonly vectorTime: number;
  readonly fusionTime: number;
  readonly rerankTime: number;
}

export interface Ranking {
  readonly hits: readonly SearchHit[];
  /** Number of distinct passages that a retriever returned inside the scope. */
  readonly totalCount: number;
  readonly degraded: readonly string[];
  readonly expansion: Expansion;
  readonly query: AnalysedQuery;
  /** Rarity of the question's terms, for comparing more texts with the question. */
  readonly frequencies: TermFrequencies;
  readonly times: StageTimes;
  readonly bm25Candidates: number;
  readonly vectorCandidates: number;
  /** The question requests only provisions by number; `missing` if its rule book has none of these. */
  readonly asksOnlyFor?: 'provisions' | 'missing';
}

/** A ranking for a cache. */
export interface KeptRanking {
  readonly ranking: Ranking;
  /** Returns the same ranking on every call; it keeps only the memory that this needs. */
  readonly again: () => Ranking;
}

/** Keeps a ranking as the objects that it consists of. */
export function keptAsIs(ranking: Ranking): KeptRanking {
  return { ranking, again: () => ranking };
}

/** Which vectors the index serves. */
export interface ServedEmbedding {
  readonly model: string;
  readonly dimensions: number;
  /** Whether a provider made them, so that the provider must embed questions too. */
  readonly byProvider: boolean;
  /** Share of the corpus' words that the built-in embedding does not know because they came after its fit. */
  readonly newTermShare: number;
}

/** Ranks passages; the adapter decides whether this runs in a separate thread or in this one. */
export abstract class PassageRanking {
  abstract rank(request: RankingRequest, signal?: AbortSignal): Promise<Ranking>;
  /** The same for a cache: an adapter may keep it in a smaller form than the parsed objects. */
  abstract rankToKeep(request: RankingRequest, signal?: AbortSignal): Promise<KeptRanking>;
  /** Vectors of texts by the built-in embedding in service; hashed n-grams if a provider's embedding serves. */
  abstract embed(texts: readonly string[]): Promise<Float32Array[]>;
  abstract served(): Promise<ServedEmbedding>;
  /** Increases with every change of the vectors in service: results of earlier generations may have another order. */
  abstract get generation(): number;
}
