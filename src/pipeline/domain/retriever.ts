import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Evidence, QuestionWord } from './evidence.js';

export interface RetrievalRequest {
  readonly question: string;
  readonly topK: number;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Off: only the question's own words. */
  readonly synonyms: boolean;
  /** Off: words only. */
  readonly hybrid: boolean;
  /** Off: the order of retrieval stands. */
  readonly rerank: boolean;
}

export interface Retrieval {
  readonly evidence: readonly Evidence[];
  readonly words: readonly QuestionWord[];
  readonly degraded: readonly string[];
  readonly bm25Candidates: number;
  readonly vectorCandidates: number;
  readonly rerankTimeMs: number;
  readonly totalTimeMs: number;
}

/** Finds passages for a question; adapted to the search feature in infrastructure. */
export abstract class Retriever {
  abstract retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval>;
}
