import type { MigrationInterface, QueryRunner } from 'typeorm';

/** documents.db: the groups of documents, with their category in one row, so that one condition checks both. */
export class GroupsOfDocuments1765600000000 implements MigrationInterface {
  readonly name = 'GroupsOfDocuments1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE category_paths ADD COLUMN access_groups TEXT NOT NULL DEFAULT '[]'");
    await runner.query(
      "CREATE INDEX category_paths_with_groups ON category_paths (access_groups) WHERE access_groups <> '[]'",
    );
  }

  /** An earlier release shows every document to every key: one with groups must not become visible by going back. */
  async down(runner: QueryRunner): Promise<void> {
    const found: unknown = await runner.query(
      "SELECT document_id FROM documents WHERE path_id IN (SELECT id FROM category_paths WHERE access_groups <> '[]') LIMIT 1",
    );
    if (Array.isArray(found) && found.length > 0)
      throw new Error(
        'Some documents have groups, which the earlier release does not know; delete them or remove their groups first.',
      );
    await runner.query('DROP INDEX category_paths_with_groups');
    await runner.query('ALTER TABLE category_paths DROP COLUMN access_groups');
  }
}

/** access.db: the groups of keys. */
export class GroupsOfKeys1765600000000 implements MigrationInterface {
  readonly name = 'GroupsOfKeys1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE api_keys ADD COLUMN access_groups TEXT NOT NULL DEFAULT '[]'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN access_groups');
  }
}
