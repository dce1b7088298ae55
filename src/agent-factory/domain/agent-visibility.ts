import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { AgentDefinition } from './agent.js';

/**
 * An agent is visible only to callers who may see all of its categories: its paths alone would disclose hidden
 * categories.
 */
export function mayKnow(filter: CategoryFilter, agent: Pick<AgentDefinition, 'allowedPaths'>): boolean {
  return agent.allowedPaths.every((path) => allows(filter, path));
}
