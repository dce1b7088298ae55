import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

/** Restrictions of the agent that a request names. */
export interface AgentScope {
  readonly agentId: string;
  /** The agent's categories; an upper limit for every caller. */
  readonly filter: CategoryFilter;
  readonly depth: RetrievalDepth;
  /** Maximum number of chunks, however many the request asks for. */
  readonly topK: number;
  /** Answers below this confidence need a review. */
  readonly reviewBelow: number;
  /** Names of the MCP tools that the agent may use. */
  readonly tools: readonly string[];
}

/** Port: agents as the guard needs them; bound to the agent factory in the composition root. */
export abstract class AgentScopes {
  /** Undefined when there is no such agent, and when this filter hides one of its categories: a caller cannot tell these apart. */
  abstract find(agentId: string, filter: CategoryFilter): Promise<AgentScope | undefined>;
}

/** Number of chunks for a request: the requested number, up to the agent's maximum. */
export function topKWithin(asked: number | undefined, agent: AgentScope | undefined, otherwise: number): number {
  if (agent === undefined) return asked ?? otherwise;
  return Math.min(asked ?? agent.topK, agent.topK);
}
