import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

/** What an agent brings into a request that names it. */
export interface AgentScope {
  readonly agentId: string;
  /** The agent's categories; never more than these, whoever asks. */
  readonly filter: CategoryFilter;
  readonly depth: RetrievalDepth;
  /** Passages at most, however many the request asks for. */
  readonly topK: number;
  /** Below this confidence somebody should look at the answer. */
  readonly reviewBelow: number;
  /** Names of the MCP tools that it may use. */
  readonly tools: readonly string[];
}

/** Port: agents as the guard needs them; bound to the agent factory where the application is put together. */
export abstract class AgentScopes {
  /** Undefined when there is no such agent. */
  abstract find(agentId: string): Promise<AgentScope | undefined>;
}

/** How many passages a request gets: as many as it asks for, never more than its agent gives. */
export function topKWithin(asked: number | undefined, agent: AgentScope | undefined, otherwise: number): number {
  if (agent === undefined) return asked ?? otherwise;
  return Math.min(asked ?? agent.topK, agent.topK);
}
