import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, Page } from '../../shared/domain/page.js';
import { DocumentStore, DocumentSummary, StoredDocument } from '../domain/document.js';

@Injectable()
export class ReadDocuments {
  constructor(
    private readonly store: DocumentStore,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws NotFoundError when it is unknown or outside the filter */
  async one(documentId: string, filter: CategoryFilter): Promise<StoredDocument> {
    const document = await this.store.find(documentId, filter);
    if (document === undefined) throw new NotFoundError('document', documentId);
    return document;
  }

  /** The same for a caller who is shown the whole text: it stands in the audit log. */
  async show(documentId: string, filter: CategoryFilter): Promise<StoredDocument> {
    const document = await this.one(documentId, filter);
    const shown = [{ id: documentId, passages: [] }];
    await this.audit.record({ action: 'read_document', question: null, shown, detail: null });
    return document;
  }

  /** @throws InvalidInputError for a cursor that no page gave out */
  list(query: {
    filter: CategoryFilter;
    path: readonly string[] | undefined;
    cursor: string | undefined;
    limit: number;
  }): Promise<Page<DocumentSummary>> {
    return this.store.list({
      filter: query.filter,
      path: query.path,
      after: decodeNameCursor(query.cursor),
      limit: query.limit,
    });
  }
}
