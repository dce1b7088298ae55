import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which document is the edition after which one, and the headings that a file marked: a text is cut again without its file. */
export class Editions1765300000002 implements MigrationInterface {
  readonly name = 'Editions1765300000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE documents ADD COLUMN headings TEXT NOT NULL DEFAULT '[]'");
    await runner.query(
      'CREATE TABLE document_editions (document_id TEXT PRIMARY KEY, previous_id TEXT NOT NULL) WITHOUT ROWID',
    );
    await runner.query('CREATE INDEX document_editions_by_previous ON document_editions (previous_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE document_editions');
    await runner.query('ALTER TABLE documents DROP COLUMN headings');
  }
}
