import { Injectable } from '@nestjs/common';
import { CategoryFilter, restrictedTo } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { mayKnow } from '../domain/agent.js';
import { AgentStore, AgentMeter } from '../domain/agent-store.js';

/** Restrictions of the agent that a request names. */
export interface BroughtScope {
  readonly agentId: string;
  readonly filter: CategoryFilter;
  readonly depth: RetrievalDepth;
  readonly topK: number;
  readonly reviewBelow: number;
  readonly tools: readonly string[];
}

/**
 * Resolves the id of an agent to its restrictions, for callers who may see all of its categories, as in the list of agents. Whoever knows
 * the id of another one gets the answer of an unknown id.
 */
@Injectable()
export class FindAgentScope {
  constructor(
    private readonly store: AgentStore,
    private readonly meter: AgentMeter,
  ) {}

  /** Undefined if there is no such agent, or if it is hidden from this filter. */
  async find(agentId: string, filter: CategoryFilter): Promise<BroughtScope | undefined> {
    const agent = await this.store.find(agentId);
    if (agent === undefined || !mayKnow(filter, agent)) return undefined;
    this.meter.used();
    const { wordTopK, vectorTopK, candidates, finalTopK } = agent.retrieval;
    return {
      agentId,
      filter: restrictedTo(agent.allowedPaths),
      depth: { words: wordTopK, vectors: vectorTopK, compared: candidates },
      topK: finalTopK,
      reviewBelow: agent.reviewBelow,
      tools: agent.tools,
    };
  }
}
