import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { UnembeddedCase } from './case-index.js';

/** Vectors of questions, all of one model. */
export interface EmbeddedQuestions {
  readonly model: string;
  /** Whether a provider made them, so that they are worth keeping. */
  readonly byProvider: boolean;
  /** In the order of the questions. */
  readonly vectors: readonly Float32Array[];
}

/** The embedding that the search has in service, for questions. */
export abstract class QuestionEmbedder {
  /**
   * @param filter of the caller for whom questions are compared: an embedding that was fitted on all documents knows what they say,
   * and is not for a caller who sees a part of them
   * @returns undefined when the embedding cannot be asked now
   */
  abstract embed(
    questions: readonly string[],
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<EmbeddedQuestions | undefined>;
}

/** Keeps vectors that a provider made, each with the question that it is of. */
export abstract class VectorStore {
  /** Call inside a CaseTransaction. */
  abstract save(model: string, vectors: readonly (UnembeddedCase & { readonly vector: Float32Array })[]): Promise<void>;
  /** Kept vectors of this model, by case id, where the question is still the same. */
  abstract load(model: string, cases: readonly UnembeddedCase[]): Promise<ReadonlyMap<string, Float32Array>>;
}
