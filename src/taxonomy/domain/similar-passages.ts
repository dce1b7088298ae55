import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { LearnedScore } from './category-classifier.js';

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

export interface LearnedRequest {
  readonly text: string;
  readonly title: string;
  readonly filter: CategoryFilter;
}

/** Port: learned scores of categories for a text. */
export abstract class LearnedCategories {
  /**
   * Scores of the categories inside the filter, highest first. Only documents of the filter's visibility scope (`visibilityScope`) are
   * training data. Empty if nothing can be learned, with documents in fewer than two categories; undefined if the learning thread is
   * unavailable.
   */
  abstract scores(request: LearnedRequest): Promise<readonly LearnedScore[] | undefined>;
}
