import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** Uploaded files as they were sent, as in the embedded store. */
export const originals: PostgresMigration = {
  name: '1765300000001-originals',
  up: `
    CREATE TABLE document_originals (
      collection integer NOT NULL DEFAULT 1,
      document_id text COLLATE "C" NOT NULL,
      name text NOT NULL,
      media_type text NOT NULL,
      bytes bigint NOT NULL,
      sha256 text NOT NULL,
      PRIMARY KEY (collection, document_id));
    CREATE TABLE document_original_parts (
      collection integer NOT NULL DEFAULT 1,
      document_id text COLLATE "C" NOT NULL,
      part integer NOT NULL,
      data bytea NOT NULL,
      PRIMARY KEY (collection, document_id, part));`,
  down: `
    DROP TABLE document_original_parts;
    DROP TABLE document_originals;`,
};
