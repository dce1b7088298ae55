import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** The secret that a webhook had before the present one, and until when both sign. */
export const webhookRotation: PostgresMigration = {
  name: '1765745000000-webhook-rotation',
  up: `
    ALTER TABLE webhooks ADD COLUMN previous_secret text;
    ALTER TABLE webhooks ADD COLUMN previous_until text;
  `,
  down: `
    ALTER TABLE webhooks DROP COLUMN previous_until;
    ALTER TABLE webhooks DROP COLUMN previous_secret;
  `,
};
