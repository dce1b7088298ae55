import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** What documents are compared by, as in the embedded store. */
export const copiesOfTexts: PostgresMigration = {
  name: '1765300000000-copies-of-texts',
  up: `
    ALTER TABLE documents ADD COLUMN fingerprint text NOT NULL DEFAULT '';
    CREATE INDEX documents_not_compared ON documents (collection, document_id) WHERE fingerprint = '';
    CREATE INDEX documents_by_content ON documents (collection, content_hash);
    CREATE TABLE document_sketches (
      collection integer NOT NULL DEFAULT 1,
      document_id text COLLATE "C" NOT NULL,
      sketch text NOT NULL,
      PRIMARY KEY (collection, document_id));
    CREATE TABLE document_bands (
      collection integer NOT NULL DEFAULT 1,
      band integer NOT NULL,
      document_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (collection, band, document_id));`,
  down: `
    DROP TABLE document_bands;
    DROP TABLE document_sketches;
    DROP INDEX documents_by_content;
    DROP INDEX documents_not_compared;
    UPDATE documents SET content_hash = fingerprint WHERE fingerprint <> '';
    ALTER TABLE documents DROP COLUMN fingerprint;`,
};
