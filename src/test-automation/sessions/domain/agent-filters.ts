import { CategoryFilter } from '../../../shared/domain/category-filter.js';

/** Port: agents, each of which searches some categories only. */
export abstract class AgentFilters {
  /** Undefined for an unknown agent. */
  abstract find(agentId: string): Promise<CategoryFilter | undefined>;
}
