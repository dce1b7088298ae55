import { Reranker } from './reranker.js';

/** The configured reranking model; without one the built-in relevance orders the passages. */
export abstract class RerankerSetting {
  abstract readonly model: Reranker | undefined;
  /** Time limit in milliseconds. */
  abstract readonly timeoutMs: number;
}
