import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, MAX_PAGE, Page } from '../../shared/domain/page.js';
import { Agent, mayKnow } from '../domain/agent.js';
import { AgentStore } from '../domain/agent-store.js';

/** Returns agents to callers who may see all of their categories. */
@Injectable()
export class ReadAgents {
  constructor(private readonly store: AgentStore) {}

  /** @throws NotFoundError if it is unknown or has a category outside the filter */
  async one(agentId: string, filter: CategoryFilter): Promise<Agent> {
    const agent = await this.store.find(agentId);
    if (agent === undefined || !mayKnow(filter, agent)) throw new NotFoundError('agent', agentId);
    return agent;
  }

  /** @throws InvalidInputError for a cursor that no page returned */
  list(query: {
    readonly filter: CategoryFilter;
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<Page<Agent>> {
    return this.store.list({
      after: decodeNameCursor(query.cursor),
      limit: query.limit,
      shows: (agent) => mayKnow(query.filter, agent),
    });
  }

  async all(filter: CategoryFilter): Promise<Agent[]> {
    const found: Agent[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.list({ filter, cursor, limit: MAX_PAGE });
      found.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }
}
