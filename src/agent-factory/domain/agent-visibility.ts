import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { AgentDefinition } from './agent.js';

/** An agent shows itself to those who may see all of its categories: its paths alone would tell others what exists. */
export function mayKnow(filter: CategoryFilter, agent: Pick<AgentDefinition, 'allowedPaths'>): boolean {
  return agent.allowedPaths.every((path) => allows(filter, path));
}
