import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { decodeNameCursor, MAX_PAGE, Page } from '../../shared/domain/page.js';
import { NEAR_ENOUGH, nearness, spellingOf, trigramsOf } from '../../text/trigram-similarity.js';
import { DocumentStore, DocumentSummary, StoredDocument } from '../domain/document.js';
import { decodePlace, DocumentOrder, DocumentSelection, DocumentTable } from '../domain/document-table.js';

/** Stores compute similarity in slightly different ways, so this many more candidates are read than requested. */
const CANDIDATES_BESIDE = 100;

/** How a list is sorted and filtered. */
export interface RequestedTable extends Omit<DocumentSelection, 'filter' | 'path' | 'documentIds' | 'day'> {
  readonly order: DocumentOrder;
  /** Day of `force`; today by default. */
  readonly day: string | undefined;
}

@Injectable()
export class ReadDocuments {
  constructor(
    private readonly store: DocumentStore,
    private readonly documents: DocumentTable,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError when the document is unknown or outside the filter */
  async one(documentId: string, filter: CategoryFilter): Promise<StoredDocument> {
    const document = await this.store.find(documentId, filter);
    if (document === undefined) throw new NotFoundError('document', documentId);
    return document;
  }

  /** As `one`, for a caller who sees the whole text: writes an entry to the audit log. */
  async show(documentId: string, filter: CategoryFilter): Promise<StoredDocument> {
    const document = await this.one(documentId, filter);
    const shown = [{ id: documentId, passages: [] }];
    await this.audit.record({ action: 'read_document', question: null, shown, detail: null });
    return document;
  }

  /** Documents whose titles resemble the requested title, nearest first. */
  async byTitle(query: {
    filter: CategoryFilter;
    path: readonly string[] | undefined;
    title: string;
    limit: number;
  }): Promise<readonly DocumentSummary[]> {
    const { filter, path, title, limit } = query;
    const spelling = spellingOf(title);
    const asked = trigramsOf(spelling);
    if (asked.size === 0) return [];
    const found = await this.store.resembling({ filter, path, spelling, limit: limit + CANDIDATES_BESIDE });
    return found
      .map((document) => ({ document, near: nearness(asked, spellingOf(document.title)) }))
      .filter(({ near }) => near >= NEAR_ENOUGH)
      .sort((a, b) => b.near - a.near || (a.document.documentId < b.document.documentId ? -1 : 1))
      .slice(0, limit)
      .map(({ document }) => document);
  }

  /**
   * Documents sorted and filtered as a whole.
   * @param query with `title`: the 500 documents whose titles resemble it most
   * @throws InvalidInputError for a cursor that no page of this list returned
   */
  async table({
    title,
    order,
    cursor,
    limit,
    day,
    ...selection
  }: RequestedTable & {
    readonly filter: CategoryFilter;
    readonly path: readonly string[] | undefined;
    readonly title: string | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<Page<DocumentSummary>> {
    const after = decodePlace(order, cursor);
    const { filter, path } = selection;
    const near = title === undefined ? undefined : await this.byTitle({ filter, path, title, limit: MAX_PAGE });
    return this.documents.page(
      { ...selection, day: day ?? today(this.clock), documentIds: near?.map(({ documentId }) => documentId) },
      order,
      { after, limit },
    );
  }

  /** @throws InvalidInputError for a cursor that no page returned */
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
