import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** How titles are spelt, found by pg_trgm. Titles that are there are spelt at the next start, as in the embedded store. */
export const speltTitles: PostgresMigration = {
  name: '1764800000000-spelt-titles',
  up: `
    ALTER TABLE documents ADD COLUMN title_spelling text COLLATE "C" NOT NULL DEFAULT '';
    CREATE INDEX documents_not_spelt ON documents (collection, document_id) WHERE title_spelling = '';
    CREATE INDEX documents_by_title ON documents USING gin (title_spelling gin_trgm_ops);`,
  down: 'ALTER TABLE documents DROP COLUMN title_spelling;',
};
