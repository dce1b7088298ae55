import { Module } from '@nestjs/common';
import { byStore } from '../shared/infrastructure/database/by-store.js';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.js';
import { FindAgentScope } from './application/find-agent-scope.js';
import { MakeAgent, RemoveAgent } from './application/manage-agents.js';
import { ReadAgents } from './application/read-agents.js';
import { AgentIds, AgentStore, AgentMeter } from './domain/agent-store.js';
import { KnownCategories } from './domain/agent.js';
import { AgentMetrics } from './infrastructure/agent-metrics.js';
import { HashedAgentIds } from './infrastructure/hashed-agent-ids.js';
import { PostgresAgentIds } from './infrastructure/postgres-agent-ids.js';
import { SqlAgentStore } from './infrastructure/sql-agent-store.js';
import { TaxonomyCategories } from './infrastructure/taxonomy-categories.js';
import { AgentsController } from './interface/agents.controller.js';

/** Agents from categories (B-O1). Needs MainDatabase, Transaction, Clock and Environment from global modules. */
@Module({
  imports: [TaxonomyModule],
  controllers: [AgentsController],
  providers: [
    MakeAgent,
    ReadAgents,
    RemoveAgent,
    FindAgentScope,
    { provide: AgentStore, useClass: SqlAgentStore },
    byStore(AgentIds, HashedAgentIds, PostgresAgentIds),
    { provide: KnownCategories, useClass: TaxonomyCategories },
    { provide: AgentMeter, useClass: AgentMetrics },
  ],
  exports: [FindAgentScope, ReadAgents],
})
export class AgentFactoryModule {}
