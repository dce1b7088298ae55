import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { EvidenceText } from './fact-check.js';

export interface EvidenceQuery {
  readonly text: string;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** Finds passages for a claim. The adapter in infrastructure uses the search feature. */
export abstract class EvidenceSource {
  abstract find(query: EvidenceQuery, signal: AbortSignal): Promise<readonly EvidenceText[]>;
}
