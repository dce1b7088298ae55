import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { LearnedScore } from './category-classifier.js';

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
