import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Clock } from '../../shared/domain/clock.js';
import { AgentModels, DEFAULT_MODEL, Model } from '../domain/model.js';

/** The models: `default` (everything that the key may see) and agents. */
@Injectable()
export class ListModels {
  private readonly startedAt: number;

  constructor(
    private readonly agents: AgentModels,
    clock: Clock,
  ) {
    this.startedAt = Math.floor(clock.now().getTime() / 1000);
  }

  /** @throws NotFoundError for a model that is neither `default` nor an agent visible to the caller */
  async one(id: string, filter: CategoryFilter): Promise<Model> {
    if (id === DEFAULT_MODEL) return { id, created: this.startedAt };
    const model = await this.agents.find(id, filter);
    if (model === undefined) throw new NotFoundError('model', id);
    return model;
  }

  async list(filter: CategoryFilter): Promise<Model[]> {
    return [{ id: DEFAULT_MODEL, created: this.startedAt }, ...(await this.agents.list(filter))];
  }
}
