import { Injectable } from '@nestjs/common';
import { CategoryFilter, restrictedTo } from '../../shared/domain/category-filter.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';
import { AgentMeter } from '../domain/agent-meter.js';
import { AgentStore } from '../domain/agent-store.js';

/** What an agent brings into a request that names it. */
export interface BroughtScope {
  readonly agentId: string;
  readonly filter: CategoryFilter;
  readonly depth: RetrievalDepth;
  readonly topK: number;
  readonly reviewBelow: number;
  readonly tools: readonly string[];
}

/**
 * Turns the id of an agent into its limits. Whoever knows the id may speak through the agent: it can only narrow what the key
 * allows, since the guard intersects the two.
 */
@Injectable()
export class FindAgentScope {
  constructor(
    private readonly store: AgentStore,
    private readonly meter: AgentMeter,
  ) {}

  /** Undefined when there is no such agent. */
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
