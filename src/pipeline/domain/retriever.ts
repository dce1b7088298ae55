import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { TextSpan } from '../../text/text-span.js';
import { Evidence, QuestionWord } from './evidence.js';

/** A word of the question with the words that mean the same in the documents. */
export interface KnownWord {
  readonly word: string;
  readonly also: readonly string[];
}

/** Synonyms and abbreviations. The adapter in infrastructure uses the vocabulary of the search feature. */
export abstract class QuestionVocabulary {
  abstract synonymsIn(question: string): readonly KnownWord[];
}

export interface RetrievalRequest {
  readonly question: string;
  readonly topK: number;
  readonly depth?: RetrievalDepth | undefined;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; undefined for any day. */
  readonly asOf: string | undefined;
  /** Expansion text, searched in addition to the question at a lower weight. The passages are still compared with the question. */
  readonly beside: string | undefined;
  /** Off: only the question's own words. */
  readonly synonyms: boolean;
  /** Off: no pseudo-relevance feedback. */
  readonly feedback: boolean;
  /** Off: lexical search only. */
  readonly hybrid: boolean;
  /** Off: the order of retrieval does not change. */
  readonly rerank: boolean;
}

/** How the search found its passages. */
export interface SearchFacts {
  readonly bm25Candidates: number;
  readonly vectorCandidates: number;
  /** Score gap of the question's words between passages, 0..1; below `decisive` a second pass (PRF) runs. */
  readonly decisiveness: number;
  readonly decisive: number;
  /** Expansion terms of the PRF pass, heaviest first; empty without it. */
  readonly learned: readonly string[];
  /** Expressions of the question with their names in documents; absent if nothing was searched. */
  readonly paraphrases?: readonly KnownWord[];
  /** The passages in the order of the fused retrievers, before any reranking. */
  readonly fusedOrder: readonly string[];
  /** The last ranking step; undefined if it was the fusion. */
  readonly rerankedBy: string | undefined;
  readonly rerankTimeMs: number;
  readonly totalTimeMs: number;
}

/** A span of a passage that the question asks for by the number of its provision; offsets in the passage's text. */
export interface AskedStretch extends TextSpan {
  readonly evidence: Evidence;
}

export interface Retrieval {
  readonly evidence: readonly Evidence[];
  readonly words: readonly QuestionWord[];
  readonly degraded: readonly string[];
  readonly search: SearchFacts;
  /** The existing provisions, if the question asks only for provisions by their numbers. */
  readonly asked?: readonly AskedStretch[];
}

export const NO_SEARCH: SearchFacts = {
  bm25Candidates: 0,
  vectorCandidates: 0,
  decisiveness: 0,
  decisive: 0,
  learned: [],
  fusedOrder: [],
  rerankedBy: undefined,
  rerankTimeMs: 0,
  totalTimeMs: 0,
};

/**
 * Finds passages for a question. The adapter in infrastructure uses the search feature.
 * @example // Finds nothing: the pipeline abstains. class EmptyRetriever extends Retriever {
 *   retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
 *     return Promise.resolve({ evidence: [], words: [], degraded: [], search: NO_SEARCH });
 *   } }
 */
export abstract class Retriever {
  abstract retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval>;
}
