import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/**
 * What the person could see whose question became a case (JSON); null where the question is for everybody who sees the category. Nobody
 * recorded it of earlier confirmed answers: they are for who sees everything, until an editor writes their question.
 */
export const authorsOfCases: PostgresMigration = {
  name: '1765823000000-authors-of-cases',
  up: `
    ALTER TABLE cbr_cases ADD COLUMN author text;
    UPDATE cbr_cases SET author = '{"categories":null,"groups":null}'
      WHERE sources IS NOT NULL AND metadata LIKE '%"trace_id"%';
    CREATE INDEX cbr_cases_by_author ON cbr_cases (author) WHERE author IS NOT NULL;`,
  down: `
    DROP INDEX cbr_cases_by_author;
    ALTER TABLE cbr_cases DROP COLUMN author;`,
};
