import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key that was seen as expired stays so, and the clock is never believed below the latest time that was seen. */
export class ExpiredKeys1765100000002 implements MigrationInterface {
  readonly name = 'ExpiredKeys1765100000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN expired_at TEXT');
    await runner.query('CREATE TABLE latest_time (id INTEGER PRIMARY KEY CHECK (id = 1), seen_at TEXT NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE latest_time');
    await runner.query('ALTER TABLE api_keys DROP COLUMN expired_at');
  }
}
