import { Injectable } from '@nestjs/common';
import { ReadAgents } from '../../agent-factory/application/read-agents.js';
import { Agent } from '../../agent-factory/domain/agent.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { MAX_PAGE } from '../../shared/domain/page.js';
import { AgentModels, Model, EmbeddedTexts, TextEmbeddings } from '../domain/model.js';
import { EmbedTexts } from '../../search/application/embed-texts.js';

function toModel({ agentId, createdAt }: Agent): Model {
  return { id: agentId, created: Math.floor(Date.parse(createdAt) / 1000) };
}

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
      models.push(...page.items.map(toModel));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return models;
  }

  async find(id: string, filter: CategoryFilter): Promise<Model | undefined> {
    try {
      return toModel(await this.agents.one(id, filter));
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }
}

/** Adapter of the search feature's embedding. */
@Injectable()
export class SearchEmbeddings extends TextEmbeddings {
  constructor(private readonly embedTexts: EmbedTexts) {
    super();
  }

  model(filter: CategoryFilter): Promise<string> {
    return this.embedTexts.model(filter);
  }

  async embed(texts: readonly string[], filter: CategoryFilter, signal: AbortSignal): Promise<EmbeddedTexts> {
    const { model, vectors, terms } = await this.embedTexts.embed(texts, filter, signal);
    return { model, vectors, tokens: terms };
  }
}
