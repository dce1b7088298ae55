import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { UnembeddedCase } from './case-index.js';

/** Vectors of questions, all of one model. */
export interface EmbeddedQuestions {
  readonly model: string;
  /** Whether a provider computed them, so that they are worth storing. */
  readonly byProvider: boolean;
  /** In the order of the questions. */
  readonly vectors: readonly Float32Array[];
}

/** The active embedding of the search, for questions. */
export abstract class QuestionEmbedder {
  /**
   * @param filter of the caller: an embedding that was fitted on all documents discloses their content, and is not used
   * for a caller limited to some categories
   * @returns undefined if the embedding is unavailable
   */
  abstract embed(
    questions: readonly string[],
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<EmbeddedQuestions | undefined>;
}

/** Stored vectors of a provider, each with its question. */
export abstract class VectorStore {
  /** Call inside a CaseTransaction. */
  abstract save(model: string, vectors: readonly (UnembeddedCase & { readonly vector: Float32Array })[]): Promise<void>;
  /** Stored vectors of this model by case id, if the question is unchanged. */
  abstract load(model: string, cases: readonly UnembeddedCase[]): Promise<ReadonlyMap<string, Float32Array>>;
}
