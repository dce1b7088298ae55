import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { AgentModels, DEFAULT_MODEL, Model } from '../domain/model.js';

/** What can be asked: everything that the key may see, or one agent of it. */
@Injectable()
export class ListModels {
  private readonly startedAt: number;

  constructor(
    private readonly agents: AgentModels,
    clock: Clock,
  ) {
    this.startedAt = Math.floor(clock.now().getTime() / 1000);
  }

  async execute(filter: CategoryFilter): Promise<Model[]> {
    return [{ id: DEFAULT_MODEL, created: this.startedAt }, ...(await this.agents.list(filter))];
  }
}
