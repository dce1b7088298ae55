import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { encodeCursor, Page } from '../../../shared/domain/page.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DocumentPassages, StoredPassage } from '../../domain/document-passages.js';
import { ChunkRow, toStoredPassage } from '../../infrastructure/chunk-row.js';

/**
 * Passages from the shared store. One class per engine: it reads the rows of the search index, whose form depends on
 * the engine.
 */
@Injectable()
export class PostgresDocumentPassages extends DocumentPassages {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async list(query: {
    documentId: string;
    filter: CategoryFilter;
    from: number;
    limit: number;
  }): Promise<Page<StoredPassage> | undefined> {
    const document = await this.database.one<{ id: number }>(
      sql`SELECT d.id FROM search_documents d
          WHERE d.collection = 1 AND d.document_id = ${query.documentId} AND ${pathCondition(query.filter, 'd.path_id')}`,
    );
    if (document === undefined) return undefined;
    const rows = await this.database.query<ChunkRow>(
      sql`SELECT chunk_id, ordinal, start, "end", section, article, text, metadata FROM search_chunks
          WHERE collection = 1 AND document = ${document.id} AND ordinal >= ${query.from}::bigint
          ORDER BY ordinal LIMIT ${query.limit + 1}`,
    );
    const next = rows[query.limit];
    return {
      items: rows.slice(0, query.limit).map(toStoredPassage),
      nextCursor: next === undefined ? null : encodeCursor(next.ordinal),
    };
  }
}
