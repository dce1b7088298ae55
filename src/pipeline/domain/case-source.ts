import { CategoryFilter } from '../../shared/domain/category-filter.js';

/** A case of the case base that resembles the question. */
export interface ConsultedCase {
  readonly caseId: string;
  /** 0..1. */
  readonly similarity: number;
}

/**
 * Earlier cases in the caller's scope. The adapter in infrastructure uses the case base. Cases only advise; the answer depends on the
 * documents.
 */
export abstract class CaseSource {
  /** Minimum similarity of a case in the result. */
  abstract readonly threshold: number;
  /** @returns best first; empty if no case is similar enough */
  abstract consult(question: string, filter: CategoryFilter, signal?: AbortSignal): Promise<readonly ConsultedCase[]>;
}
