import { Injectable } from '@nestjs/common';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { DocumentSummary } from '../../documents/domain/document.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Page } from '../../shared/domain/page.js';
import { SourceDocument, SourceDocuments } from '../domain/tool-sources.js';

/** Documents per page. */
const PAGE = 100;

function toSource({ documentId, title, sourceUrl, canonicalPath, contentType }: DocumentSummary): SourceDocument {
  return { documentId, title, url: sourceUrl, canonicalPath, isMarkdown: contentType === 'text/markdown' };
}

/** Adapter of the documents feature. */
@Injectable()
export class StoredSourceDocuments extends SourceDocuments {
  constructor(private readonly documents: ReadDocuments) {
    super();
  }

  async list(filter: CategoryFilter, cursor: string | undefined): Promise<Page<SourceDocument>> {
    const page = await this.documents.list({ filter, cursor, path: undefined, limit: PAGE });
    return { items: page.items.map(toSource), nextCursor: page.nextCursor };
  }

  async read(documentId: string, filter: CategoryFilter): Promise<SourceDocument & { readonly text: string }> {
    const document = await this.documents.show(documentId, filter);
    return { ...toSource(document), text: document.text };
  }
}
