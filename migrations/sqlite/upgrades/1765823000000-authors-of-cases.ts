import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the person could see whose question became a case (JSON); null where the question is for everybody who sees the category. Nobody
 * recorded it of earlier confirmed answers: they are for who sees everything, until an editor writes their question.
 */
export class AuthorsOfCases1765823000000 implements MigrationInterface {
  readonly name = 'AuthorsOfCases1765823000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cbr_cases ADD COLUMN author TEXT');
    await runner.query(`UPDATE cbr_cases SET author = '{"categories":null,"groups":null}'
      WHERE sources IS NOT NULL AND metadata LIKE '%"trace_id"%'`);
    await runner.query('CREATE INDEX cbr_cases_by_author ON cbr_cases (author) WHERE author IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX cbr_cases_by_author');
    await runner.query('ALTER TABLE cbr_cases DROP COLUMN author');
  }
}
