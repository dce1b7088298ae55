import { Injectable } from '@nestjs/common';
import { ReadAgents } from '../../agent-factory/application/read-agents.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { MAX_PAGE } from '../../shared/domain/page.js';
import { AgentModels, Model } from '../domain/model.js';

/** The agent factory as a list of models, which has no pages in this protocol. */
@Injectable()
export class FactoryAgentModels extends AgentModels {
  constructor(private readonly agents: ReadAgents) {
    super();
  }

  async list(filter: CategoryFilter): Promise<readonly Model[]> {
    const models: Model[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.agents.list({ filter, cursor, limit: MAX_PAGE });
      for (const { agentId, createdAt } of page.items)
        models.push({ id: agentId, created: Math.floor(Date.parse(createdAt) / 1000) });
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return models;
  }
}
