import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What documents are compared by. `content_hash` becomes the hash of the normalized text alone, and `fingerprint` takes over what it was:
 * the digest of every field. Rows of an earlier release have an empty fingerprint until the server has compared their texts.
 */
export class CopiesOfTexts1765300000000 implements MigrationInterface {
  readonly name = 'CopiesOfTexts1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE documents ADD COLUMN fingerprint TEXT NOT NULL DEFAULT ''");
    await runner.query("CREATE INDEX documents_not_compared ON documents (id) WHERE fingerprint = ''");
    await runner.query('CREATE INDEX documents_by_content ON documents (content_hash)');
    await runner.query(
      'CREATE TABLE document_sketches (document_id TEXT PRIMARY KEY, sketch TEXT NOT NULL) WITHOUT ROWID',
    );
    // The bands of a document follow from its sketch, so that no second index is needed to remove them.
    await runner.query(`CREATE TABLE document_bands (
      band INTEGER NOT NULL,
      document_id TEXT NOT NULL,
      PRIMARY KEY (band, document_id)) WITHOUT ROWID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE document_bands');
    await runner.query('DROP TABLE document_sketches');
    await runner.query('DROP INDEX documents_by_content');
    await runner.query('DROP INDEX documents_not_compared');
    await runner.query("UPDATE documents SET content_hash = fingerprint WHERE fingerprint <> ''");
    await runner.query('ALTER TABLE documents DROP COLUMN fingerprint');
  }
}
