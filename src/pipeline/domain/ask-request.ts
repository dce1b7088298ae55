import { CategoryFilter } from '../../shared/domain/category-filter.js';
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
  readonly switches: ComponentSwitches;
}
