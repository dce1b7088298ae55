import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** What calls to language models cost each day, by model, agent and caller. Days of earlier releases have no shares. */
export const spendingShares: PostgresMigration = {
  name: '1765790000000-spending-shares',
  up: `
    CREATE TABLE llm_spending_shares (
      day text COLLATE "C" NOT NULL,
      model text COLLATE "C" NOT NULL,
      agent text COLLATE "C" NOT NULL,
      caller text COLLATE "C" NOT NULL,
      calls bigint NOT NULL,
      usd double precision NOT NULL,
      input_tokens bigint NOT NULL,
      output_tokens bigint NOT NULL,
      PRIMARY KEY (day, model, agent, caller));
  `,
  down: 'DROP TABLE llm_spending_shares',
};
