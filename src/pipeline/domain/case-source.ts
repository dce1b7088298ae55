import { CategoryFilter } from '../../shared/domain/category-filter.js';

/** A case of the case base that resembles the question. */
export interface ConsultedCase {
  readonly caseId: string;
  /** 0..1. */
  readonly similarity: number;
}

/** Earlier cases inside the caller's scope; adapted to the case base in infrastructure. They advise, the documents decide. */
export abstract class CaseSource {
  /** Similarity from which on a case is named. */
  abstract readonly threshold: number;
  /** @returns best first; none when nothing is similar enough */
  abstract consult(question: string, filter: CategoryFilter, signal?: AbortSignal): Promise<readonly ConsultedCase[]>;
}
