import { randomBytes } from 'node:crypto';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { AgentIds } from '../domain/agent-store.js';
import { agentIdOf } from './hashed-agent-ids.js';

const SECRET_BYTES = 32;

/** Ids as in `HashedAgentIds`, with a secret that all replicas share; the first replica that needs it creates it. */
@Injectable()
export class PostgresAgentIds extends AgentIds implements OnModuleInit {
  private secret: Buffer | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly database: PostgresDatabase,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    if (this.environment.AUTH_MODE === 'none') return;
    const made = randomBytes(SECRET_BYTES).toString('hex');
    await this.database.change(
      sql`INSERT INTO store_settings (key, value) VALUES ('agent_id_secret', ${made}) ON CONFLICT (key) DO NOTHING`,
    );
    const row = await this.database.one<{ value: string }>(
      sql`SELECT value FROM store_settings WHERE key = 'agent_id_secret'`,
    );
    if (row === undefined) throw new Error('The store has lost the secret of its agent ids; restore it from a backup.');
    this.secret = Buffer.from(row.value, 'hex');
  }

  of(canonicalText: string): string {
    return agentIdOf(canonicalText, this.secret);
  }
}
