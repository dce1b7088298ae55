import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeCursor, Page } from '../../shared/domain/page.js';
import { DocumentPassages, StoredPassage } from '../domain/document-passages.js';

/** Reads the passages of a document. */
@Injectable()
export class ReadDocumentPassages {
  constructor(private readonly passages: DocumentPassages) {}

  /**
   * @throws NotFoundError for a document that is unknown or outside the filter; InvalidInputError for an invalid cursor
   */
  async read(query: {
    readonly documentId: string;
    readonly filter: CategoryFilter;
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<Page<StoredPassage>> {
    const { documentId, filter, cursor, limit } = query;
    const page = await this.passages.list({ documentId, filter, from: decodeCursor(cursor), limit });
    if (page === undefined) throw new NotFoundError('document', documentId);
    return page;
  }
}
