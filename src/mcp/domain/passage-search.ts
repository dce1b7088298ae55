import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

export interface PassageQuestion {
  readonly query: string;
  readonly topK: number;
  readonly depth: RetrievalDepth | undefined;
  readonly filter: CategoryFilter;
}

/** A found passage; offsets are UTF-16 units of the stored document. */
export interface FoundPassage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
  readonly canonicalPath: readonly string[];
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Relevance, 0..1. */
  readonly score: number;
}

export interface FoundPassages {
  readonly passages: readonly FoundPassage[];
  /** Unavailable parts of the search. */
  readonly degraded: readonly string[];
}

/** Port: finds passages. The adapter in infrastructure uses the search feature. */
export abstract class PassageSearch {
  abstract search(question: PassageQuestion, signal: AbortSignal): Promise<FoundPassages>;
}
