import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { Agent, AgentRequest, canonicalText, defineAgent, mayKnow, KnownCategories } from '../domain/agent.js';
import { AgentIds, AgentStore } from '../domain/agent-store.js';

export interface MadeAgent {
  readonly agent: Agent;
  /** Probable mistakes that do not prevent the agent. */
  readonly warnings: readonly string[];
}

const UNCHECKED = {
  'unknown-version': (version: string) => `Version ${version} of the taxonomy is not known here`,
  'taxonomy-away': () => 'The taxonomy service does not answer',
};

/** Creates an agent from categories (AC-ORCH-006). Idempotent: equal requests return the same agent. */
@Injectable()
export class MakeAgent {
  constructor(
    private readonly store: AgentStore,
    private readonly ids: AgentIds,
    private readonly categories: KnownCategories,
    private readonly transaction: Transaction,
  ) {}

  /** @throws DomainError (403) for a category outside the filter */
  async make(request: AgentRequest, filter: CategoryFilter): Promise<MadeAgent> {
    const definition = defineAgent(request);
    if (!mayKnow(filter, definition))
      throw new DomainError(
        'forbidden',
        'outside-filter',
        'This key may not see all of these categories; leave out those outside its paths.',
      );
    const warnings = await this.warnings(definition.taxonomyVersion, definition.allowedPaths, filter);
    const agentId = this.ids.of(canonicalText(definition));
    const known = await this.store.find(agentId);
    const agent = known ?? (await this.transaction.run(() => this.store.add(agentId, definition)));
    return { agent, warnings };
  }

  private async warnings(version: string, paths: readonly CategoryPath[], filter: CategoryFilter): Promise<string[]> {
    const check = await this.categories.check(version, paths, filter);
    if ('unchecked' in check) return [`${UNCHECKED[check.unchecked](version)}; the categories were not checked.`];
    return check.missing.map(({ path, holdsDocuments, meant }) => {
      const consequence = holdsDocuments ? 'it contains documents nevertheless' : 'nothing is found in it';
      const question = meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
      return `${JSON.stringify(path)} is not a category of version ${version}; ${consequence}.${question}`;
    });
  }
}

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
