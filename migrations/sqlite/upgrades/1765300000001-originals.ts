import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploaded files as they were sent, compressed, in parts: a row of a large file would be read into memory as a whole. */
export class Originals1765300000001 implements MigrationInterface {
  readonly name = 'Originals1765300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE document_originals (
      document_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      media_type TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      sha256 TEXT NOT NULL)`);
    await runner.query(`CREATE TABLE document_original_parts (
      document_id TEXT NOT NULL,
      part INTEGER NOT NULL,
      data BLOB NOT NULL,
      PRIMARY KEY (document_id, part))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE document_original_parts');
    await runner.query('DROP TABLE document_originals');
  }
}
