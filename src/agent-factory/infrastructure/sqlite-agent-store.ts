import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { Clock } from '../../shared/domain/clock.js';
import { Page } from '../../shared/domain/page.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { Agent, AgentDefinition } from '../domain/agent.js';
import { AgentStore } from '../domain/agent-store.js';
import { AgentRow, BATCH, cursorBehind, toAgent } from './agent-row.js';

/** Agents beside the documents whose categories they name. */
@Injectable()
export class SqliteAgentStore extends AgentStore {
  private readonly select: Database.Statement<[string], AgentRow>;
  private readonly selectAfter: Database.Statement<[string, string, number], AgentRow>;
  private readonly total: Database.Statement<[], { n: number }>;
  private readonly insert: Database.Statement;
  private readonly erase: Database.Statement<[string]>;

  constructor(
    database: MainDatabase,
    private readonly clock: Clock,
  ) {
    super();
    const { reader, writer } = database;
    this.select = reader.prepare('SELECT * FROM agents WHERE agent_id = ?');
    this.selectAfter = reader.prepare(
      'SELECT * FROM agents WHERE (created_at, agent_id) > (?, ?) ORDER BY created_at, agent_id LIMIT ?',
    );
    this.total = reader.prepare('SELECT count(*) AS n FROM agents');
    this.insert = writer.prepare(
      `INSERT INTO agents (agent_id, name, taxonomy_version, allowed_paths, word_top_k, vector_top_k, candidates, final_top_k,
        review_below, tools, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (agent_id) DO NOTHING`,
    );
    this.erase = writer.prepare('DELETE FROM agents WHERE agent_id = ?');
  }

  find(agentId: string): Promise<Agent | undefined> {
    const row = this.select.get(agentId);
    return Promise.resolve(row === undefined ? undefined : toAgent(row));
  }

  add(agentId: string, definition: AgentDefinition): Promise<Agent> {
    const createdAt = this.clock.now().toISOString();
    const { wordTopK, vectorTopK, candidates, finalTopK } = definition.retrieval;
    this.insert.run(
      agentId,
      definition.name,
      definition.taxonomyVersion,
      JSON.stringify(definition.allowedPaths),
      wordTopK,
      vectorTopK,
      candidates,
      finalTopK,
      definition.reviewBelow,
      JSON.stringify(definition.tools),
      createdAt,
    );
    return Promise.resolve({ ...definition, agentId, createdAt });
  }

  remove(agentId: string): Promise<void> {
    this.erase.run(agentId);
    return Promise.resolve();
  }

  list(query: { after: string; limit: number; shows: (agent: Agent) => boolean }): Promise<Page<Agent>> {
    const items: Agent[] = [];
    const batch = Math.min(BATCH, query.limit + 1);
    let [createdAt = '', agentId = ''] = query.after.split(' ');
    for (;;) {
      const rows = this.selectAfter.all(createdAt, agentId, batch);
      for (const row of rows) {
        const agent = toAgent(row);
        if (!query.shows(agent)) continue;
        // One more than the page holds: there is a next page.
        if (items.length === query.limit) return Promise.resolve({ items, nextCursor: cursorBehind(items.at(-1)) });
        items.push(agent);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return Promise.resolve({ items, nextCursor: null });
      [createdAt, agentId] = [last.created_at, last.agent_id];
    }
  }

  count(): Promise<number> {
    return Promise.resolve(this.total.get()?.n ?? 0);
  }
}
