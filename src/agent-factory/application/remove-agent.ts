import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { AgentStore } from '../domain/agent-store.js';
import { mayKnow } from '../domain/agent.js';

@Injectable()
export class RemoveAgent {
  constructor(
    private readonly store: AgentStore,
    private readonly transaction: Transaction,
  ) {}

  /** @throws NotFoundError if it is unknown or has a category outside the filter */
  async remove(agentId: string, filter: CategoryFilter): Promise<void> {
    await this.transaction.run(async () => {
      const agent = await this.store.find(agentId);
      if (agent === undefined || !mayKnow(filter, agent)) throw new NotFoundError('agent', agentId);
      await this.store.remove(agentId);
    });
  }
}
