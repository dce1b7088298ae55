import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

/** A stored passage that resembles a text. */
export interface SimilarPassage {
  readonly chunkId: string;
  /** Title of its document. */
  readonly title: string;
  readonly text: string;
  /** Category of its document. */
  readonly canonicalPath: CategoryPath;
}

export interface SimilarPassagesRequest {
  readonly text: string;
  readonly filter: CategoryFilter;
  /** Number of passages, at least 1. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** The passages found, nearest first, and the parts of the search that were unavailable. */
export interface Neighbourhood {
  readonly passages: readonly SimilarPassage[];
  readonly degraded: readonly string[];
}

/** Port: the passages inside a filter that are nearest to a text. */
export abstract class SimilarPassages {
  abstract find(request: SimilarPassagesRequest): Promise<Neighbourhood>;
}
