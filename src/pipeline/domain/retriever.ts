import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { TextSpan } from '../../text/text-span.js';
import { Evidence, QuestionWord } from './evidence.js';
import { KnownWord } from './question-vocabulary.js';

export interface RetrievalRequest {
  readonly question: string;
  readonly topK: number;
  readonly depth?: RetrievalDepth | undefined;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Text that is looked for beside the question, at less weight; the passages are still compared with the question. */
  readonly beside: string | undefined;
  /** Off: only the question's own words. */
  readonly synonyms: boolean;
  /** Off: never widened by the words of what is found first. */
  readonly feedback: boolean;
  /** Off: words only. */
  readonly hybrid: boolean;
  /** Off: the order of retrieval stands. */
  readonly rerank: boolean;
}

/** How the search came to its passages. */
export interface SearchFacts {
  readonly bm25Candidates: number;
  readonly vectorCandidates: number;
  /** How clearly the question's words single out passages, 0..1; below `decisive` the search asks again. */
  readonly decisiveness: number;
  readonly decisive: number;
  /** Words that the first round taught the second, heaviest first; empty without a second round. */
  readonly learned: readonly string[];
  /** Expressions of the question with what documents call them; left out where nothing was searched. */
  readonly paraphrases?: readonly KnownWord[];
  /** The passages in the order of the fused retrievers, before any reranking. */
  readonly fusedOrder: readonly string[];
  /** What ordered them last; undefined where the fusion did. */
  readonly rerankedBy: string | undefined;
  readonly rerankTimeMs: number;
  readonly totalTimeMs: number;
}

/** A stretch of a passage that the question asks for by the number of its provision; offsets in the passage's text. */
export interface AskedStretch extends TextSpan {
  readonly evidence: Evidence;
}

export interface Retrieval {
  readonly evidence: readonly Evidence[];
  readonly words: readonly QuestionWord[];
  readonly degraded: readonly string[];
  readonly search: SearchFacts;
  /** Where the question asks for nothing but provisions by their numbers: those that are there. */
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
 * Finds passages for a question; adapted to the search feature in infrastructure.
 * @example
 * // Finds nothing: the pipeline abstains.
 * class EmptyRetriever extends Retriever {
 *   retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
 *     return Promise.resolve({ evidence: [], words: [], degraded: [], search: NO_SEARCH });
 *   }
 * }
 */
export abstract class Retriever {
  abstract retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval>;
}
