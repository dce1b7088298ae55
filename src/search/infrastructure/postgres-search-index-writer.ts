import { Injectable } from '@nestjs/common';
import { PostgresCategoryPaths } from '../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { DocumentInput, PassageInput, SearchIndexWriter } from '../domain/search-index.js';

/** Writing side of the search in the shared store, inside the transaction that its caller opened. Replicas take the rows from there. */
@Injectable()
export class PostgresSearchIndexWriter extends SearchIndexWriter {
  private readonly paths: PostgresCategoryPaths;

  constructor(private readonly database: PostgresDatabase) {
    super();
    this.paths = new PostgresCategoryPaths(database, '');
  }

  async put(document: DocumentInput): Promise<readonly number[]> {
    await this.remove(document.documentId);
    const pathId = await this.paths.idOf(document.canonicalPath);
    const row = await this.database.one<{ id: number }>(sql`
      INSERT INTO search_documents (document_id, title, url, date, version, metadata, path_id)
      VALUES (${document.documentId}, ${document.title}, ${document.url}, ${document.date}, ${document.version},
        ${JSON.stringify(document.metadata)}, ${pathId}) RETURNING id`);
    if (row === undefined) throw new Error('A document was not stored.');
    const { passages } = document;
    const column = <T>(read: (passage: PassageInput, ordinal: number) => T) => passages.map(read);
    // One statement for all passages, a list for each column.
    const chunks = await this.database.query<{ id: number }>(sql`
      INSERT INTO search_chunks (chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section,
        article, text, metadata)
      SELECT p.chunk_id, ${row.id}::bigint, ${pathId}::bigint, ${document.effectiveFrom}::text, ${document.effectiveTo}::text,
        p.ordinal, p.start, p."end", p.section, p.article, p.text, p.metadata
      FROM unnest(${column((_, ordinal) => `${document.documentId}#${ordinal}`)}::text[],
        ${column((_, ordinal) => ordinal)}::integer[], ${column(({ start }) => start)}::integer[],
        ${column(({ end }) => end)}::integer[], ${column(({ section }) => section ?? null)}::text[],
        ${column(({ article }) => article ?? null)}::text[], ${column(({ text }) => text)}::text[],
        ${column(({ metadata }) => JSON.stringify(metadata))}::text[])
        AS p (chunk_id, ordinal, start, "end", section, article, text, metadata)
      ORDER BY p.ordinal RETURNING id`);
    return chunks.map(({ id }) => id).sort((a, b) => a - b);
  }

  /** Passages go with their document; the removal is listed for the replicas. */
  async remove(documentId: string): Promise<void> {
    await this.database.change(sql`WITH gone AS (
        DELETE FROM search_documents WHERE collection = 1 AND document_id = ${documentId} RETURNING id)
      INSERT INTO search_removals (document) SELECT id FROM gone`);
  }
}
