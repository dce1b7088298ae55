import { randomBytes } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const SECRET_BYTES = 32;

/** The secret that ids of agents follow from where keys are needed, and the order in which agents are listed. */
export class AgentIds1763920000001 implements MigrationInterface {
  readonly name = 'AgentIds1763920000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE agent_id_secret (only INTEGER PRIMARY KEY CHECK (only = 1), secret BLOB NOT NULL)',
    );
    await runner.query('INSERT INTO agent_id_secret (only, secret) VALUES (1, ?)', [randomBytes(SECRET_BYTES)]);
    await runner.query('CREATE INDEX agents_in_order ON agents (created_at, agent_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX agents_in_order');
    await runner.query('DROP TABLE agent_id_secret');
  }
}
