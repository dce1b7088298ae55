import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { ComponentSwitches } from './trace.js';

/** Input of the pipeline. */
export interface AskRequest {
  readonly message: string;
  readonly conversationId: string | undefined;
  readonly owner: string;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; today without it. */
  readonly asOf: string | undefined;
  readonly topK: number;
  /** If absent, the search uses its own depth. */
  readonly depth?: RetrievalDepth | undefined;
  /** Earlier questions, oldest first, if the client keeps the conversation itself. Without it, the stored conversation is read. */
  readonly history?: readonly string[] | undefined;
  /** Below this confidence a person should look at the answer. */
  readonly reviewBelow?: number | undefined;
  /** False: neither the turn nor the trace is stored. The audit log still has its entry. */
  readonly isKept?: boolean | undefined;
  /** A question of a test session: it is not counted among those of people. */
  readonly isTest?: boolean;
  readonly switches: ComponentSwitches;
}
