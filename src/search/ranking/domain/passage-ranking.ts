import { RetrievalDepth } from '../../../shared/domain/retrieval-depth.js';
import { AskedProvision } from '../../known-item/domain/hit.js';
import { SearchScope, TermFrequencies } from './search-index.js';
import { IndexedPassage } from '../../domain/indexed-passage.js';
import { AnalysedQuery } from '../../query/domain/query.js';
import { Relevance } from './relevance.js';
import { ProviderVector } from '../../embedding/domain/embedding-providers.js';

/** `words` is `hybrid` without vectors; `bm25` and `vector` give one retriever's own list, so that it can be judged by itself. */
export type SearchMode = 'hybrid' | 'words' | 'bm25' | 'vector';

/** What a ranking is asked. All of it can be sent to another thread. */
export interface RankingRequest {
  readonly query: string;
  /** Passages wanted, 1..100. */
  readonly topK: number;
  readonly mode: SearchMode;
  /** Whether relevance may change the order; it is computed for every hit either way. */
  readonly rerank: boolean;
  readonly scope: SearchScope;
  /** Off: only the question's own words. */
  readonly synonyms: boolean;
  /** Off: the question is never widened by words of what was found first. */
  readonly feedback: boolean;
  /** Undefined: as far as the search looks by itself. */
  readonly depth?: RetrievalDepth | undefined;
  /** Text that is looked for beside the question: a hypothetical passage, further words. What is compared stays the question. */
  readonly beside?: string | undefined;
  /** The question's vector by the provider whose vectors are in service; undefined where the index embeds it itself. */
  readonly vector: ProviderVector | undefined;
}

/** Rank (from 1) and own score of a passage in one retriever. */
export interface RankedBy {
  readonly rank: number;
  readonly score: number;
}

export interface SearchHit {
  readonly passage: IndexedPassage;
  /** The retriever's own score in a single mode, else the fused score. */
  readonly score: number;
  readonly relevance: Relevance;
  readonly bm25: RankedBy | null;
  readonly vector: RankedBy | null;
  /** Its place in the second round: among the words that the first round taught, and around the moved vector. */
  readonly feedback: { readonly words: RankedBy | null; readonly vector: RankedBy | null };
  /** The question names this passage. */
  readonly named: boolean;
  /** The provisions that the question asks for by number and that this passage is, or is a piece of. */
  readonly asked?: readonly AskedProvision[];
  readonly fusedScore: number;
  /** How well the passages that are nearest to it answer, in standard deviations; null where that was not asked. */
  readonly support: number | null;
  /** What it means beside the question by a provider's model, as a cosine on the scale of the static embedding; undefined without one. */
  readonly meaning?: number | undefined;
  /** Chunk id of a passage that says the same in nearly the same words and stands before this one. */
  readonly duplicateOf?: string | undefined;
}

/** What the first round taught the second. */
export interface Expansion {
  /** How clearly the question's words single out the best passages, 0..1, and below what value a second round is asked. */
  readonly decisiveness: number;
  readonly decisive: number;
  /** The heaviest of the learned words; empty without a second round. */
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
  /** Distinct passages that a retriever returned inside the scope. */
  readonly totalCount: number;
  readonly degraded: readonly string[];
  readonly expansion: Expansion;
  readonly query: AnalysedQuery;
  /** Rarity of the question's terms, to compare more texts with the question. */
  readonly frequencies: TermFrequencies;
  readonly times: StageTimes;
  readonly bm25Candidates: number;
  readonly vectorCandidates: number;
  /** The question asks for nothing but provisions that it numbers; `missing` where its rule book has none of these. */
  readonly asksOnlyFor?: 'provisions' | 'missing';
}

/** A ranking for whoever remembers it. */
export interface KeptRanking {
  readonly ranking: Ranking;
  /** Gives the same ranking again, as often as it is called; it holds on to no more than that needs. */
  readonly again: () => Ranking;
}

/** Which vectors the index serves. */
export interface ServedEmbedding {
  readonly model: string;
  readonly dimensions: number;
  /** Whether a provider made them, so that a question must be embedded by it. */
  readonly byProvider: boolean;
  /** Share of the corpus' words that came after the built-in embedding was fitted and are unknown to it. */
  readonly newTermShare: number;
}

/** The ranking of passages; where it runs, a thread of its own or this one, is the adapter's matter. */
export abstract class PassageRanking {
  abstract rank(request: RankingRequest, signal?: AbortSignal): Promise<Ranking>;
  /** The same to be remembered: an adapter may keep it smaller than as the objects that it is read as. */
  async rankToKeep(request: RankingRequest, signal?: AbortSignal): Promise<KeptRanking> {
    const ranking = await this.rank(request, signal);
    return { ranking, again: () => ranking };
  }
  /** Vectors of texts by the built-in embedding in service; hashed n-grams where a provider's is. */
  abstract embed(texts: readonly string[]): Promise<Float32Array[]>;
  abstract served(): Promise<ServedEmbedding>;
  /** Grows with every change of the vectors in service: results of an earlier generation may be ordered otherwise. */
  abstract get generation(): number;
}
