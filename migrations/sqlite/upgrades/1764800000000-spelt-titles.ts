import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How titles are spelt, so that a document is found by a title that is remembered roughly. Titles that are there are spelt at the next
 * start; the mirror of a shared store leaves them out.
 */
export class SpeltTitles1764800000000 implements MigrationInterface {
  readonly name = 'SpeltTitles1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE documents ADD COLUMN title_spelling TEXT NOT NULL DEFAULT ''");
    // A covering index of the look-up: in the table the column follows the text in the row.
    await runner.query('CREATE INDEX documents_by_title ON documents (title_spelling, path_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX documents_by_title');
    await runner.query('ALTER TABLE documents DROP COLUMN title_spelling');
  }
}
