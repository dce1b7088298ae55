import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs belong to the key that started them; jobs of the server have no owner. */
export class JobOwners1763910000001 implements MigrationInterface {
  readonly name = 'JobOwners1763910000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN owner TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs DROP COLUMN owner');
  }
}
