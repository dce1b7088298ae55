import { Injectable } from '@nestjs/common';
import { CategoryFilter, restrictedTo } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
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
 * Resolves the id of an agent to its restrictions. Knowledge of the id grants use of the agent: it can only narrow the
 * key's categories, since the guard intersects the two.
 */
@Injectable()
export class FindAgentScope {
  constructor(
    private readonly store: AgentStore,
    private readonly meter: AgentMeter,
  ) {}

  /** Undefined if there is no such agent. */
  async find(agentId: string): Promise<BroughtScope | undefined> {
    const agent = await this.store.find(agentId);
    if (agent === undefined) return undefined;
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
