import type { MigrationInterface, QueryRunner } from 'typeorm';

/** access.db: the person who made a key, with whom it ends. Nobody recorded it of earlier keys. */
export class MakersOfKeys1765830000000 implements MigrationInterface {
  readonly name = 'MakersOfKeys1765830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN created_by TEXT');
  }

  /** An earlier release does not end a key with its maker: the keys of ended people end by going back. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DELETE FROM api_keys WHERE created_by IN (SELECT user_id FROM users WHERE deactivated_at IS NOT NULL)',
    );
    await runner.query('ALTER TABLE api_keys DROP COLUMN created_by');
  }
}
