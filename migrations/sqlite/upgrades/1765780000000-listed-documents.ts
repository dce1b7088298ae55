import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * documents.db: an index with every column by which the list of documents is sorted and filtered. In the table most of them are stored after
 * the text, so that reading one reads the text. PostgreSQL stores long texts elsewhere, and needs no such index.
 */
export class ListedDocuments1765780000000 implements MigrationInterface {
  readonly name = 'ListedDocuments1765780000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX documents_listed ON documents (path_id, document_id, title, source_url, date, version,
      effective_from, effective_to, chunks, updated_at, content_hash,
      CASE WHEN json_valid(metadata) THEN
        CASE json_type(metadata, '$.source') WHEN 'text' THEN json_extract(metadata, '$.source') END END)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX documents_listed');
  }
}
