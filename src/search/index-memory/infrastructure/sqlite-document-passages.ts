import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { encodeCursor, Page } from '../../../shared/domain/page.js';
import { filterCondition } from '../../../shared/infrastructure/database/filter-condition.js';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { DocumentPassages, StoredPassage } from '../../domain/document-passages.js';
import { ChunkRow, toStoredPassage } from '../../infrastructure/chunk-row.js';

/**
 * Passages from the rows that the index is loaded from. One class per engine: it reads the rows of the search index,
 * whose form depends on the engine.
 */
@Injectable()
export class SqliteDocumentPassages extends DocumentPassages {
  constructor(private readonly database: MainDatabase) {
    super();
  }

  list(query: {
    documentId: string;
    filter: CategoryFilter;
    from: number;
    limit: number;
  }): Promise<Page<StoredPassage> | undefined> {
    const inside = filterCondition(query.filter, 'd.path_id');
    const document = this.database.reader
      .prepare<unknown[], { id: number }>(
        `SELECT d.id FROM search_documents d WHERE d.document_id = ? AND ${inside.sql}`,
      )
      .get(query.documentId, ...inside.params);
    if (document === undefined) return Promise.resolve(undefined);
    const rows = this.database.reader
      .prepare<[number, number, number], ChunkRow>(
        `SELECT chunk_id, ordinal, start, "end", section, article, text, metadata FROM search_chunks
         WHERE document = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?`,
      )
      .all(document.id, query.from, query.limit + 1);
    const next = rows[query.limit];
    return Promise.resolve({
      items: rows.slice(0, query.limit).map(toStoredPassage),
      nextCursor: next === undefined ? null : encodeCursor(next.ordinal),
    });
  }
}
