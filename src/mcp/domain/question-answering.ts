import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

export interface AskedQuestion {
  readonly message: string;
  readonly conversationId: string | undefined;
  /** Id of the caller's key. */
  readonly owner: string;
  readonly filter: CategoryFilter;
  readonly topK: number;
  readonly depth: RetrievalDepth | undefined;
  /** Review threshold of the calling agent, if any. */
  readonly reviewBelow: number | undefined;
}

export interface GivenAnswer {
  readonly text: string;
  readonly sources: readonly { readonly n: number; readonly title: string; readonly documentId: string }[];
  /** The whole answer in the names of /chat/run. */
  readonly whole: Readonly<Record<string, unknown>>;
}

/** Port: answers questions. The adapter in infrastructure uses the pipeline. */
export abstract class Questioning {
  abstract ask(question: AskedQuestion, signal: AbortSignal): Promise<GivenAnswer>;
}
