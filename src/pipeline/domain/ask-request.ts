import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { ComponentSwitches } from './trace.js';

/** A question as the pipeline takes it. */
export interface AskRequest {
  readonly message: string;
  readonly conversationId: string | undefined;
  readonly owner: string;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; today without it. */
  readonly asOf: string | undefined;
  readonly topK: number;
  /** Left out: as far as the search looks by itself. */
  readonly depth?: RetrievalDepth | undefined;
  /** Earlier questions, oldest first, where the client keeps the conversation itself; else the conversation is looked up. */
  readonly history?: readonly string[] | undefined;
  /** Below this confidence a person should look at the answer. */
  readonly reviewBelow?: number | undefined;
  /** False: neither the turn nor the trace is kept; the audit log has its entry all the same. */
  readonly isKept?: boolean | undefined;
  readonly switches: ComponentSwitches;
}
