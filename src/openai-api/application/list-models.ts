import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { ReadAgents } from '../../agent-factory/application/read-agents.js';
import { Clock } from '../../shared/domain/clock.js';
import { DEFAULT_MODEL, Model } from '../domain/completion.js';

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

const toModel = ({ agentId, createdAt }: { readonly agentId: string; readonly createdAt: string }): Model => ({
  id: agentId,
  created: secondsOf(new Date(createdAt)),
});

/** The models: `default` (everything that the key may see) and agents. */
@Injectable()
export class ListModels {
  private readonly startedAt: number;

  constructor(
    private readonly agents: ReadAgents,
    clock: Clock,
  ) {
    this.startedAt = secondsOf(clock.now());
  }

  /** @throws NotFoundError for a model that is neither `default` nor an agent visible to the caller */
  async one(id: string, filter: CategoryFilter): Promise<Model> {
    if (id === DEFAULT_MODEL) return { id, created: this.startedAt };
    try {
      return toModel(await this.agents.one(id, filter));
    } catch (error) {
      throw error instanceof NotFoundError ? new NotFoundError('model', id) : error;
    }
  }

  async list(filter: CategoryFilter): Promise<Model[]> {
    return [{ id: DEFAULT_MODEL, created: this.startedAt }, ...(await this.agents.all(filter)).map(toModel)];
  }
}
