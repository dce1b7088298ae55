import type { PostgresMigration } from '../../../src/shared/infrastructure/database/postgres/migrate-postgres.js';

/** The groups of documents and keys, as in the embedded store. */
export const accessGroups: PostgresMigration = {
  name: '1765600000000-access-groups',
  up: `
    ALTER TABLE category_paths ADD COLUMN access_groups text NOT NULL DEFAULT '[]';
    CREATE INDEX category_paths_with_groups ON category_paths (access_groups) WHERE access_groups <> '[]';
    ALTER TABLE api_keys ADD COLUMN access_groups text NOT NULL DEFAULT '[]';`,
  // An earlier release shows every document to every key: one with groups must not become visible by going back.
  down: `
    DO $$ BEGIN
      IF EXISTS (SELECT 1 FROM documents d JOIN category_paths p ON p.id = d.path_id WHERE p.access_groups <> '[]') THEN
        RAISE EXCEPTION 'Some documents have groups, which the earlier release does not know; delete them or remove their groups first.';
      END IF;
    END $$;
    DROP INDEX category_paths_with_groups;
    ALTER TABLE category_paths DROP COLUMN access_groups;
    ALTER TABLE api_keys DROP COLUMN access_groups;`,
};
