import { Reranker } from './reranker.js';

/** The model that reranks, if the settings name one; without it the built-in relevance orders the passages. */
export abstract class RerankerSetting {
  abstract readonly model: Reranker | undefined;
  /** Milliseconds that it may take. */
  abstract readonly timeoutMs: number;
}
