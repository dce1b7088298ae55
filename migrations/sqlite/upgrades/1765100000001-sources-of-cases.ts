import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The documents that a case was made from; null if a person wrote it, or an earlier release made it. */
export class SourcesOfCases1765100000001 implements MigrationInterface {
  readonly name = 'SourcesOfCases1765100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cbr_cases ADD COLUMN sources TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cbr_cases DROP COLUMN sources');
  }
}
