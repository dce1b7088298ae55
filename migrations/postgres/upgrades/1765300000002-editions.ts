import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Which document is the edition after which one, and the headings that a file marked, as in the embedded store. */
export const editions: PostgresMigration = {
  name: '1765300000002-editions',
  up: `
    ALTER TABLE documents ADD COLUMN headings text NOT NULL DEFAULT '[]';
    CREATE TABLE document_editions (
      collection integer NOT NULL DEFAULT 1,
      document_id text COLLATE "C" NOT NULL,
      previous_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (collection, document_id));
    CREATE INDEX document_editions_by_previous ON document_editions (collection, previous_id);`,
  down: `
    DROP TABLE document_editions;
    ALTER TABLE documents DROP COLUMN headings;`,
};
