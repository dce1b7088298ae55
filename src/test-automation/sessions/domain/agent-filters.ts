import { CategoryFilter } from '../../../shared/domain/category-filter.js';

/** Port: agents, each of which looks through some categories only. */
export abstract class AgentFilters {
  /** Undefined for one that there is not. */
  abstract find(agentId: string): Promise<CategoryFilter | undefined>;
}
