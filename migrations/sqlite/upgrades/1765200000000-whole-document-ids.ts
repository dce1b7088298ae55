import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The byte pairs with which a surrogate begins in UTF-8: ED A0 to ED BF. Whole text never holds them. */
const SURROGATE_STARTS = Array.from({ length: 0x20 }, (_, i) => `X'ED${(0xa0 + i).toString(16)}'`);
const BROKEN = SURROGATE_STARTS.map((pair) => `instr(CAST(document_id AS BLOB), ${pair}) > 0`).join(' OR ');

/**
 * Version 0.1 stored document ids that hold half a character (a lone surrogate). Such an id cannot be sent back, so its document could be
 * neither read nor deleted. It gets one that can: `renamed-`, the number of its row, and the first bytes of the old id.
 */
export class WholeDocumentIds1765200000000 implements MigrationInterface {
  readonly name = 'WholeDocumentIds1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TEMP TABLE whole_ids AS
       SELECT document_id AS old, 'renamed-' || id || '-' || substr(lower(hex(document_id)), 1, 12) AS whole
       FROM documents WHERE ${BROKEN}`,
    );
    await runner.query(
      `UPDATE search_chunks SET chunk_id = whole || '#' || ordinal
       FROM search_documents JOIN whole_ids ON old = document_id WHERE search_documents.id = search_chunks.document`,
    );
    for (const table of ['search_documents', 'documents'])
      await runner.query(`UPDATE ${table} SET document_id = whole FROM whole_ids WHERE old = document_id`);
    await runner.query('DROP TABLE whole_ids');
  }

  /** No client can send the earlier ids: a down migration has nothing to restore. */
  async down(): Promise<void> {}
}
