import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { Page } from '../../shared/domain/page.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { Agent, AgentDefinition } from '../domain/agent.js';
import { AgentStore } from '../domain/agent-store.js';
import { AgentRow, BATCH, cursorBehind, toAgent } from './agent-row.js';

/** Agents, next to the documents whose categories they name. */
@Injectable()
export class SqlAgentStore extends AgentStore {
  constructor(
    private readonly store: MainSqlStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(agentId: string): Promise<Agent | undefined> {
    const row = await this.store.one<AgentRow>(sql`SELECT * FROM agents WHERE agent_id = ${agentId}`);
    return row === undefined ? undefined : toAgent(row);
  }

  async add(agentId: string, definition: AgentDefinition): Promise<Agent> {
    const createdAt = this.clock.now().toISOString();
    const { wordTopK, vectorTopK, candidates, finalTopK } = definition.retrieval;
    await this.store
      .change(sql`INSERT INTO agents (agent_id, name, taxonomy_version, allowed_paths, word_top_k, vector_top_k,
        candidates, final_top_k, review_below, tools, created_at)
      VALUES (${agentId}, ${definition.name}, ${definition.taxonomyVersion}, ${JSON.stringify(definition.allowedPaths)},
        ${wordTopK}, ${vectorTopK}, ${candidates}, ${finalTopK}, ${definition.reviewBelow}, ${JSON.stringify(definition.tools)},
        ${createdAt})
      ON CONFLICT (agent_id) DO NOTHING`);
    return { ...definition, agentId, createdAt };
  }

  async remove(agentId: string): Promise<void> {
    await this.store.change(sql`DELETE FROM agents WHERE agent_id = ${agentId}`);
  }

  async list(query: { after: string; limit: number; shows: (agent: Agent) => boolean }): Promise<Page<Agent>> {
    const items: Agent[] = [];
    const batch = Math.min(BATCH, query.limit + 1);
    let [createdAt = '', agentId = ''] = query.after.split(' ');
    for (;;) {
      const rows = await this.store.query<AgentRow>(
        sql`SELECT * FROM agents WHERE (created_at, agent_id) > (${createdAt}, ${agentId})
            ORDER BY created_at, agent_id LIMIT ${batch}`,
      );
      for (const row of rows) {
        const agent = toAgent(row);
        if (!query.shows(agent)) continue;
        // One row more than the page: there is a next page.
        if (items.length === query.limit) return { items, nextCursor: cursorBehind(items.at(-1)) };
        items.push(agent);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return { items, nextCursor: null };
      [createdAt, agentId] = [last.created_at, last.agent_id];
    }
  }

  async count(): Promise<number> {
    return (await this.store.one<{ n: number }>(sql`SELECT count(*) AS n FROM agents`))?.n ?? 0;
  }
}
