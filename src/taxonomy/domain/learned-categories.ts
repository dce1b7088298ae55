import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { LearnedScore } from './category-classifier.js';

export interface LearnedRequest {
  readonly text: string;
  readonly title: string;
  readonly filter: CategoryFilter;
}

/** Port: what the stored documents teach about the category of a text. */
export abstract class LearnedCategories {
  /**
   * Scores of the categories inside the filter, the best first. Only documents of the filter's world (`visibilityScope`) are learned from.
   * Empty where nothing can be learned, with documents in fewer than two categories; undefined when the part that learns is away.
   */
  abstract scores(request: LearnedRequest): Promise<readonly LearnedScore[] | undefined>;
}
