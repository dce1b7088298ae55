import { Injectable } from '@nestjs/common';
import { ReadAgents } from '../../agent-factory/application/read-agents.js';
import { TaxonomyReader } from '../../taxonomy/application/taxonomy-reader.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { MAX_PAGE } from '../../shared/domain/page.js';
import { AgentChoice, Categories } from '../domain/tool-sources.js';

interface Node {
  readonly path: CategoryPath;
  readonly children: readonly Node[];
}

function* pathsOf(nodes: readonly Node[]): Generator<CategoryPath> {
  for (const { path, children } of nodes) {
    yield path;
    yield* pathsOf(children);
  }
}

/** The categories of the current version, and the agents. */
@Injectable()
export class TaxonomyCategories extends Categories {
  constructor(
    private readonly taxonomy: TaxonomyReader,
    private readonly readAgents: ReadAgents,
  ) {
    super();
  }

  async agents(filter: CategoryFilter): Promise<readonly AgentChoice[]> {
    const found: AgentChoice[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.readAgents.list({ filter, cursor, limit: MAX_PAGE });
      found.push(...page.items.map(({ agentId, name, allowedPaths }) => ({ id: agentId, name, paths: allowedPaths })));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  async list(filter: CategoryFilter): Promise<readonly CategoryPath[]> {
    const { nodes } = await this.taxonomy.tree('current', filter);
    return [...pathsOf(nodes)];
  }
}
