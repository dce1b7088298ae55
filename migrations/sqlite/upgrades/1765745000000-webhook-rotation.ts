import type { MigrationInterface, QueryRunner } from 'typeorm';

/** access.db: the secret that a webhook had before the present one, and until when both sign. */
export class WebhookRotation1765745000000 implements MigrationInterface {
  readonly name = 'WebhookRotation1765745000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks ADD COLUMN previous_secret TEXT');
    await runner.query('ALTER TABLE webhooks ADD COLUMN previous_until TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks DROP COLUMN previous_until');
    await runner.query('ALTER TABLE webhooks DROP COLUMN previous_secret');
  }
}
