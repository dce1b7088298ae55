import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Case } from './case.js';
import { SimilarityMethod } from './similarity.js';

export interface NearestRequest {
  readonly query: string;
  readonly filter: CategoryFilter;
  /** Only cases of exactly this category, compared after folding. */
  readonly category: CategoryPath | undefined;
  readonly minQuality: number;
  readonly method: SimilarityMethod;
  readonly k: number;
  /** The question's vector; needed by `embedding` only, compared with vectors of the same model only. */
  readonly vector: ModelVector | undefined;
}

export interface ModelVector {
  readonly model: string;
  readonly values: Float32Array;
}

export interface SearchedQuestions {
  /** Words that the question contains, in any order; upper and lower case are equal. */
  readonly words: string;
  readonly filter: CategoryFilter;
  /** Only cases of exactly this category. */
  readonly category: CategoryPath | undefined;
}

export interface NearestCase {
  readonly caseId: string;
  readonly similarity: number;
}

/** A case whose question still needs its vector. */
export interface UnembeddedCase {
  readonly caseId: string;
  readonly query: string;
}

/** All cases in memory, for exact nearest neighbours. The index contains every write before it is acknowledged. */
export abstract class CaseIndex {
  /**
   * Waits until the index contains all earlier commits of all processes. @throws DomainError if that cannot be
   * determined
   */
  abstract settled(): Promise<void>;
  /** The k nearest of all admissible cases: by similarity, ties by quality, usage, id. */
  abstract nearest(request: NearestRequest): readonly NearestCase[];
  /** Ids of the cases whose question contains all of the words, sorted. */
  abstract containing(request: SearchedQuestions): readonly string[];
  abstract put(one: Case): void;
  abstract remove(caseId: string): void;
  /** Incremented with every change; a result of an earlier version may be stale. */
  abstract get version(): number;
  abstract get size(): number;
  /**
   * Cases without a vector of this model. The index keeps vectors of two models and evicts the least recently used one.
   */
  abstract unembedded(model: string, limit: number): readonly UnembeddedCase[];
  /** Stores a vector of a case's question, unless the question has changed meanwhile. */
  abstract setVector(one: UnembeddedCase, vector: ModelVector): void;
  /** Number of cases with a vector of this model. */
  abstract embedded(model: string): number;
}
