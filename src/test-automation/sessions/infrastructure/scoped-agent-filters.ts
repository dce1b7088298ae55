import { Injectable } from '@nestjs/common';
import { AgentScopes } from '../../../access/domain/agent-scopes.js';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { AgentFilters } from '../domain/test-session.js';

/** The agents of the service. */
@Injectable()
export class ScopedAgentFilters extends AgentFilters {
  constructor(private readonly agents: AgentScopes) {
    super();
  }

  async find(agentId: string, seen: CategoryFilter): Promise<CategoryFilter | undefined> {
    return (await this.agents.find(agentId, seen))?.filter;
  }
}
